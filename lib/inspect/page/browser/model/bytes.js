'use strict'
// The part of Node.js's Buffer that the modules use which the page shares with the command line.

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
