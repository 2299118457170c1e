'use strict'

/**
 * @param {string} name of a property
 * @returns {boolean} whether it is that of an element of an array
 */
function isIndex (name) {
  return /^(?:0|[1-9]\d*)$/.test(name)
}

module.exports = { isIndex }
