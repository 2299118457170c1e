'use strict'
// Defines the error for a wrong usage of a command, and a flag that several commands share.

/** The command line was used wrongly. The exit code is 2. */
class UsageError extends Error {}

/** The `--allow-functions` flag, shared by all commands that evaluate code. @type {[string, string]} */
const ALLOW_FUNCTIONS_FLAG = [
  '--allow-functions',
  "run the dump's functions, also those whose source is not in a file of this machine"
]

module.exports = { UsageError, ALLOW_FUNCTIONS_FLAG }
