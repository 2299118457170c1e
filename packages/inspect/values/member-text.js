'use strict'
// Writes the names of properties as JavaScript writes them in a path.

const { quote } = require('../text/terminal-text')

/**
 * @param {string} name of a property
 * @returns {boolean} true if the name can follow a dot
 */
function isIdentifier (name) {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
}

/**
 * Writes the access to a property.
 * @param {string} name
 * @param {string} path path of the object; '' for a variable
 * @returns {string} the text that follows the path
 */
function memberText (name, path) {
  if (isIndex(name)) return `[${name}]`
  if (!isIdentifier(name)) return `[${quote(name)}]`
  return path === '' ? name : `.${name}`
}

/**
 * @param {string} name of a property
 * @returns {boolean} true if the name is an index of an array
 */
function isIndex (name) {
  return /^(?:0|[1-9]\d*)$/.test(name)
}

module.exports = { isIdentifier, memberText, isIndex }
