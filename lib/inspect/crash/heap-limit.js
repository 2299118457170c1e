'use strict'
// Says in one sentence what a full heap was full of.

const { byteText, lookupTable } = require('../text/words')

/** Number of classes in the sentence. */
const NAMED = 3

/** Words for classes that are no constructors. */
const GROUPS = lookupTable({
  '(string)': 'strings',
  '(array)': 'elements of arrays, maps and sets',
  '(number)': 'numbers outside of objects',
  '(object)': 'other objects',
  '(system)': 'records of V8'
})

/**
 * @param {Pick<import('../../dump/reader').Dump, 'header' | 'heapSummary'>} dump
 * @returns {string | null} text of the dump: its terminal escapes are still in it; null when the heap was not full
 */
function heapLimitText ({ header, heapSummary }) {
  const { heapLimit } = header
  if (header.trigger !== 'outOfMemory') return null
  const title = 'JavaScript heap out of memory'
  const sizes =
    heapLimit === undefined
      ? ''
      : `: ${byteText(heapLimit.usedBytes)} in use, the limit is ${byteText(heapLimit.limitBytes)}`
  const named = (heapSummary?.classes ?? []).slice(0, NAMED).map(({ className, count, shallowBytes }) => {
    const name = GROUPS[className] ?? `${count.toLocaleString('en')} ${className}`
    return `${name} (${byteText(shallowBytes)})`
  })
  return `${title}${sizes}${named.length === 0 ? '' : `; most are ${named.join(', ')}`}`
}

module.exports = { heapLimitText }
