'use strict'

/** Wrong usage of the command line: exit code 2. */
class UsageError extends Error {}

/** Of each command that evaluates. @type {[string, string]} */
const ALLOW_FUNCTIONS_FLAG = [
  '--allow-functions',
  "run the dump's functions, also those whose source is not in a file of this machine"
]

module.exports = { UsageError, ALLOW_FUNCTIONS_FLAG }
