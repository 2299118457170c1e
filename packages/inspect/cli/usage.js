'use strict'
// What the commands share to be used in one manner: the error for a wrong usage, numbers, and a flag.

const { plain } = require('../text/terminal-text')

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

/**
 * @param {import('./types').Flags} flags
 * @param {string} name of one that takes a whole number
 * @param {{ least?: number, what?: string }} [allowed] least: 1 by default; what: the number in words
 * @returns {number | undefined} undefined if the flag is not given
 * @throws {UsageError}
 */
function wholeNumber (flags, name, { least = 1, what = 'a whole number' } = {}) {
  const text = flags[name]
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(String(text)) || Number(text) < least) {
    throw new UsageError(`--${name} takes ${what}, not ${plain(String(text))}`)
  }
  return Number(text)
}

/** The `--allow-functions` flag, shared by all commands that evaluate code. @type {[string, string]} */
const ALLOW_FUNCTIONS_FLAG = [
  '--allow-functions',
  "run the dump's functions, even if their source is not in a file on this machine"
]

module.exports = { UsageError, isUsageError, wholeNumber, ALLOW_FUNCTIONS_FLAG }
