'use strict'

/** The command line was used wrongly; the exit code is 2. */
class UsageError extends Error {}

/** The flag that each command that evaluates has. @type {[string, string]} */
const ALLOW_FUNCTIONS_FLAG = [
  '--allow-functions',
  "run the dump's functions, also those whose source is not in a file of this machine"
]

module.exports = { UsageError, ALLOW_FUNCTIONS_FLAG }
