'use strict'
// What the modules that the page shares with the command line use of Node.js's Buffer.

const PageBuffer = {
  /**
   * @param {string} base64
   * @returns {Uint8Array}
   */
  from (base64) {
    try {
      return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    } catch {
      return new Uint8Array(0) // a damaged dump shows no bytes
    }
  }
}

module.exports = { PageBuffer }
