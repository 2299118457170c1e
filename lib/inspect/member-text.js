'use strict'

const { isIndex } = require('./element-index')
const { quote } = require('./terminal-text')

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

module.exports = { isIdentifier, memberText }
