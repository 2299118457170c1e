'use strict'
// Numbers of payment cards: MatchCard of src/redactor_cards.cc in JavaScript.

const { ALNUM, DIGIT, HEX, is, slice } = require('./chars')

/**
 * @param {string} number
 * @param {string} from
 * @param {string} to
 */
function hasPrefixOf (number, from, to) {
  const start = slice(number, 0, from.length)
  return start >= from && start <= to
}

/** @param {string} number */
function isKnownIssuer (number) {
  const length = number.length
  if (hasPrefixOf(number, '4', '4')) return length === 13 || length === 16 || length === 19
  if (hasPrefixOf(number, '34', '34') || hasPrefixOf(number, '37', '37')) return length === 15
  if (hasPrefixOf(number, '300', '305') || hasPrefixOf(number, '36', '36') || hasPrefixOf(number, '38', '39')) return length === 14
  if (hasPrefixOf(number, '6011', '6011') || hasPrefixOf(number, '644', '659') || hasPrefixOf(number, '62', '62')) return length >= 16
  return length === 16 && (hasPrefixOf(number, '50', '58') || hasPrefixOf(number, '67', '67') || hasPrefixOf(number, '2221', '2720') ||
    hasPrefixOf(number, '3528', '3589'))
}

/** @param {string} number */
function passesLuhn (number) {
  let sum = 0
  for (let i = 0; i < number.length; i++) {
    const digit = +number[number.length - 1 - i]
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** @param {number[]} groups digits in each */
function areCardGroups (groups) {
  if (groups.length === 1) return true
  if (groups.length === 3) return groups[0] === 4 && groups[1] === 6 && (groups[2] === 5 || groups[2] === 4)
  return groups.length === 4 && groups[0] === 4 && groups[1] === 4 && groups[2] === 4 && groups[3] === 4
}

/**
 * @param {string} text
 * @param {number} start of digits
 * @returns {number} where the card number ends, or 0
 */
function matchCard (text, start) {
  if (start > 0) {
    const before = text[start - 1]
    if (before === '+' || ((before === '.' || before === '-') && start > 1 && is(text, start - 2, HEX))) return 0
  }
  let digits = ''
  /** @type {number[]} */
  const groups = []
  /** @type {number[]} */
  const ends = []
  const separator = text[start + 4] === ' ' || text[start + 4] === '-' ? text[start + 4] : ''
  for (let i = start; groups.length < 4; i++) {
    const from = i
    while (is(text, i, DIGIT)) {
      if (digits.length === 19) return matchGroups(text, digits, groups, ends)
      digits += text[i++]
    }
    ends[groups.length] = i
    groups[groups.length] = i - from
    if (separator === '' || text[i] !== separator || !is(text, i + 1, DIGIT)) break
  }
  return matchGroups(text, digits, groups, ends)
}

/**
 * @param {string} text
 * @param {string} digits
 * @param {number[]} groups
 * @param {number[]} ends
 */
function matchGroups (text, digits, groups, ends) {
  for (; groups.length > 0; groups.length--) {
    let length = 0
    for (let k = 0; k < groups.length; k++) length += groups[k]
    const number = slice(digits, 0, length)
    if (length < 13 || !areCardGroups(groups) || !isKnownIssuer(number) || !passesLuhn(number)) continue
    const end = ends[groups.length - 1]
    if (is(text, end, ALNUM) || ((text[end] === '.' || text[end] === '-') && is(text, end + 1, DIGIT))) continue
    return end
  }
  return 0
}

module.exports = { matchCard }
