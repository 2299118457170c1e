'use strict'
// Writes lists and properties as code, and breaks long ones into lines.

const { isIdentifier, isIndex } = require('crash-collector-inspect/values/member-text')
const { quote } = require('crash-collector-inspect/text/terminal-text')

const MAX_COLUMNS = 90

/**
 * @param {string} key
 * @param {string} code
 * @returns {string} a property of an object literal
 */
function property (key, code) {
  if (key === code && isIdentifier(key)) return key
  // `__proto__: x` would set the prototype.
  if (key === '__proto__') return `['__proto__']: ${code}`
  return `${isIdentifier(key) || isIndex(key) ? key : quote(key)}: ${code}`
}

/** @param {string[]} items */
function inBraces (items) {
  return items.length === 0 ? '{}' : list('{ ', items, ' }')
}

/**
 * Writes items on one line if they fit, else each on its own.
 * @param {string} open
 * @param {string[]} items
 * @param {string} close
 */
function list (open, items, close) {
  const line = `${open}${items.join(', ')}${close}`
  if (line.length <= MAX_COLUMNS && !items.some(item => item.includes('\n'))) return line
  const inner = items.map(item => `  ${item.replaceAll('\n', '\n  ')}`).join(',\n')
  return `${open.trimEnd()}\n${inner}\n${close.trimStart()}`
}

/** @param {string} label such as `order.lines[0].price` */
function lastWord (label) {
  return /([\p{ID_Start}$_][\p{ID_Continue}$]*)\W*$/u.exec(label)?.[1] ?? ''
}

module.exports = { inBraces, lastWord, list, property }
