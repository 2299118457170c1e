'use strict'
// Puts a class of the heap's histogram into words.

const { byteText, lookupTable } = require('../text/words')

/** Words for classes that are no constructors. */
const GROUPS = lookupTable({
  '(string)': 'strings',
  '(array)': 'elements of arrays, maps and sets',
  '(number)': 'numbers outside of objects',
  '(object)': 'other objects',
  '(system)': 'records of V8'
})

/**
 * @param {{ className: string, count: number, shallowBytes: number }} row
 * @returns {string} text of the dump: its terminal escapes are still in it
 */
function classText ({ className, count, shallowBytes }) {
  return `${GROUPS[className] ?? `${count.toLocaleString('en')} ${className}`} (${byteText(shallowBytes)})`
}

module.exports = { classText }
