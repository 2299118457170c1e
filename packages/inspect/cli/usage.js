'use strict'
// Defines the error for a wrong usage of a command, and a flag that several commands share.

/** The command line was used wrongly. The exit code is 2. */
class UsageError extends Error {
  name = 'UsageError'
}

/**
 * A command of another package may have a copy of this class of its own.
 * @param {unknown} error
 * @returns {error is UsageError}
 */
function isUsageError (error) {
  return error instanceof Error && error.name === 'UsageError'
}

/** The `--allow-functions` flag, shared by all commands that evaluate code. @type {[string, string]} */
const ALLOW_FUNCTIONS_FLAG = [
  '--allow-functions',
  "run the dump's functions, even if their source is not in a file on this machine"
]

module.exports = { UsageError, isUsageError, ALLOW_FUNCTIONS_FLAG }
