'use strict'

/**
 * Words for what a dump names: without a prototype, so that a dump that names `constructor` finds nothing.
 * @template {string} T
 * @param {Record<string, T>} entries
 * @returns {Record<string, T>}
 */
function lookupTable (entries) {
  return Object.assign(Object.create(null), entries)
}

module.exports = { lookupTable }
