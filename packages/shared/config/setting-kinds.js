'use strict'
// Parses the values of settings, from an environment variable (always text) or from JSON. It does not use a schema
// library, because it runs at every start of every process, and a library would take longer than the rest of the
// preload.

/**
 * @typedef {object} Kind
 * @property {string} expected describes a right value; it ends the sentence `… is not …`
 * @property {(value: unknown) => unknown} parse returns undefined when the value is wrong
 */

const UNITS = Object.freeze({ '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 })

/**
 * @param {number} min
 * @param {number} [max]
 * @returns {Kind}
 */
function integer (min, max = Number.MAX_SAFE_INTEGER) {
  return {
    expected: max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`,
    parse (value) {
      const number = toNumber(value)
      return number !== undefined && Number.isInteger(number) && number >= min && number <= max ? number : undefined
    }
  }
}

/**
 * @param {number} min
 * @param {number} max
 * @returns {Kind}
 */
function decimal (min, max) {
  return {
    expected: `a number from ${min} to ${max}`,
    parse (value) {
      const number = toNumber(value)
      return number !== undefined && number >= min && number <= max ? number : undefined
    }
  }
}

/**
 * @param {number} min
 * @param {number} max
 * @returns {Kind} a number of bytes; it may be written `16MB`, with units of 1024
 */
function bytes (min, max) {
  const plain = integer(min, max)
  return {
    expected: `a size from ${min} to ${max} bytes, such as 16777216 or 16MB`,
    parse (value) {
      if (typeof value !== 'string') return plain.parse(value)
      const match = /^\s*(\d+)\s*([kmg]?)i?b?\s*$/i.exec(value)
      if (match === null) return undefined
      return plain.parse(Number(match[1]) * UNITS[/** @type {keyof typeof UNITS} */ (match[2].toLowerCase())])
    }
  }
}

/** @type {Kind} */
const flag = {
  expected: 'on or off',
  parse (value) {
    if (typeof value === 'boolean') return value
    switch (typeof value === 'number' ? String(value) : lower(value)) {
      case 'on':
      case 'true':
      case 'yes':
      case '1':
        return true
      case 'off':
      case 'false':
      case 'no':
      case '0':
        return false
      default:
        return undefined
    }
  }
}

/**
 * @param {string[]} words
 * @returns {Kind} on, off, or one of the words
 */
function flagOr (words) {
  return either(flag, oneOf(words))
}

/** @param {Kind} first @param {Kind} second @returns {Kind} the second counts if the first does not fit */
function either (first, second) {
  return {
    expected: `${first.expected}, or ${second.expected}`,
    parse: value => first.parse(value) ?? second.parse(value)
  }
}

/** @type {Kind} */
const text = {
  expected: 'a text without NUL bytes',
  parse: value => (typeof value === 'string' && !value.includes('\0') ? value : undefined)
}

/**
 * @param {string[]} words
 * @returns {Kind}
 */
function oneOf (words) {
  return {
    expected: `one of ${words.join(', ')}`,
    parse: value => words.find(word => word.toLowerCase() === lower(value))
  }
}

/**
 * @param {string[]} words
 * @returns {Kind}
 */
function someOf (words) {
  const word = oneOf(words)
  return {
    expected: `a list of ${words.join(', ')}`,
    parse (value) {
      const found = toList(value)?.map(word.parse)
      return found === undefined || found.includes(undefined) ? undefined : Object.freeze([...new Set(found)])
    }
  }
}

/** @type {Kind} */
const names = {
  expected: 'a list of names',
  parse (value) {
    const list = toList(value)
    return list === undefined ? undefined : Object.freeze([...new Set(list)])
  }
}

/** @type {Kind} */
const label = {
  expected: 'letters, digits, _ and -, or names of variables in braces',
  parse: value => (typeof value === 'string' && /^(?:[\w-]|\{\w+\}){0,200}$/.test(value) ? value : undefined)
}

/** @type {Kind} */
const command = {
  expected: 'a command for the shell, or the path of a module',
  parse: value => (typeof value === 'string' && !value.includes('\0') ? value.trim() : undefined)
}

/** @param {unknown} value */
function lower (value) {
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

/**
 * @param {unknown} value
 * @returns {number | undefined}
 */
function toNumber (value) {
  if (typeof value === 'number') return value
  // Number('') and Number('0x10') would be numbers, too, but nobody means them here.
  if (typeof value !== 'string' || !/^\s*\d+(\.\d+)?\s*$/.test(value)) return undefined
  return Number(value)
}

/**
 * @param {unknown} value a comma list or an array of texts
 * @returns {string[] | undefined}
 */
function toList (value) {
  if (typeof value === 'string') {
    return value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== '')
  }
  return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined
}

module.exports = { bytes, command, decimal, either, flag, flagOr, integer, label, names, oneOf, someOf, text }
