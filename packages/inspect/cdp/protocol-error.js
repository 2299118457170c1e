'use strict'

/** A CDP request fails with this error; its code is JSON-RPC's. */
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
