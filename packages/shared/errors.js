'use strict'
// Defines the error that this package throws at its users.

/**
 * An error that a user can do something about: `code` is stable and for programs, `hint` says what to try next.
 */
class CrashCollectorError extends Error {
  /**
   * @param {string} code
   * @param {string} message what is wrong
   * @param {{ hint?: string, cause?: unknown }} [options]
   */
  constructor (code, message, { hint, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'CrashCollectorError'
    this.code = code
    this.hint = hint
  }
}

module.exports = { CrashCollectorError }
