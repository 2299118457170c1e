'use strict'

const { quote } = require('../text/terminal-text')

/**
 * @param {string} name of a property
 * @returns {boolean} whether it can stand behind a dot
 */
function isIdentifier (name) {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
}

/**
 * How JavaScript reaches a property.
 * @param {string} name
 * @param {string} path what it is a property of; '' for a variable
 * @returns {string} what comes behind the path
 */
function memberText (name, path) {
  if (isIndex(name)) return `[${name}]`
  if (!isIdentifier(name)) return `[${quote(name)}]`
  return path === '' ? name : `.${name}`
}

/**
 * @param {string} name of a property
 * @returns {boolean} whether it is an index of an array
 */
function isIndex (name) {
  return /^(?:0|[1-9]\d*)$/.test(name)
}

module.exports = { isIdentifier, memberText, isIndex }
