'use strict'

/** An answer that is an error, with JSON-RPC's code. */
class ProtocolError extends Error {
  /**
   * @param {string} message
   * @param {number} [code]
   */
  constructor (message, code = -32000) {
    super(message)
    this.code = code
  }
}

module.exports = { ProtocolError }
