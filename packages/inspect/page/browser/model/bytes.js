'use strict'
// Replaces Node.js's Buffer in modules that the page shares with the command line, as far as they use it.

const PageBuffer = {
  /**
   * @param {string} base64
   * @returns {Uint8Array}
   */
  from (base64) {
    try {
      return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    } catch {
      return new Uint8Array(0) // the dump is damaged: show no bytes
    }
  }
}

module.exports = { PageBuffer }
