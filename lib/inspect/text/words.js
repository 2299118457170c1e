'use strict'
// Puts numbers into words, and looks up words for names of a dump.

/**
 * A table of words for names in a dump. It has no prototype, so the name `constructor` in a dump finds nothing.
 * @template {string} T
 * @param {Record<string, T>} entries
 * @returns {Record<string, T>}
 */
function lookupTable (entries) {
  return Object.assign(Object.create(null), entries)
}

/**
 * @param {number} bytes
 * @returns {string} `12.3 kB`
 */
function byteText (bytes) {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

module.exports = { lookupTable, byteText }
