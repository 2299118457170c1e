'use strict'
// What the copies of a project are compared by: which of its files are code, and which lines of two texts are the same.

const CODE = /\.(?:[cm]?[jt]s|json)$/

/**
 * @param {string} name of a file
 * @returns {boolean} true for JavaScript, TypeScript and JSON
 */
function isCode (name) {
  return CODE.test(name)
}

/**
 * @param {string[]} before lines of a text
 * @param {string[]} after lines of the edited text
 * @returns {{ first: number, last: number }} how many lines both texts have at their beginning, and how many at their
 *   end, none of which is counted twice
 */
function commonLines (before, after) {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && before[first] === after[first]) first++
  let last = 0
  while (last < shorter - first && before[before.length - 1 - last] === after[after.length - 1 - last]) last++
  return { first, last }
}

module.exports = { commonLines, isCode }
