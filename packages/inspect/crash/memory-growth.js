'use strict'
// Says in sentences how the heap came to be as full as it is: what garbage collections have left over time, and which
// classes have grown since an earlier dump of the process counted them.

const { byteText, durationText } = require('../text/words')
const { classText } = require('./heap-classes')

/**
 * @typedef {{ ageMs: number, usedBytes: number, externalBytes: number }} Collection
 * @typedef {import('crash-collector-shared/dump/format').HeapSummaryRecord} HeapSummary
 */

/** Growth below this, or below a quarter of what was there, is that of any program that has started. */
const LEAST_BYTES = 10e6
const LEAST_SHARE = 0.25
/** Growth begins at the last collection that has left hardly more than any other. */
const NEAR_LEAST = 1.1
/** Fewer steps say nothing about the pace. */
const LEAST_STEPS = 4
/** Number of classes in a sentence. */
const NAMED = 3

/**
 * @param {Pick<import('../reader').Dump, 'process' | 'heapSummary'>} dump
 * @returns {string[]} sentences without the full stop: text of the dump, its terminal escapes are still in it
 */
function growthTexts ({ process, heapSummary }) {
  const collections = collectionsOf(process)
  const texts = [
    growthText('The heap', collections, each => each.usedBytes),
    growthText('Memory outside of the heap, such as that of Buffers,', collections, each => each.externalBytes),
    gainText(heapSummary)
  ]
  return texts.filter(text => text !== '')
}

/**
 * @param {import('../reader').Dump['process']} process
 * @returns {Collection[]} oldest first
 */
function collectionsOf (process) {
  const { afterCollections } = /** @type {{ afterCollections?: unknown }} */ (process?.heap ?? {})
  // A hostile dump may have anything here.
  return Array.isArray(afterCollections) ? afterCollections.filter(isCollection) : []
}

/**
 * @param {unknown} value
 * @returns {value is Collection}
 */
function isCollection (value) {
  const { ageMs, usedBytes, externalBytes } = /** @type {Partial<Collection>} */ (value ?? {})
  return typeof ageMs === 'number' && typeof usedBytes === 'number' && typeof externalBytes === 'number'
}

/**
 * @param {string} what
 * @param {Collection[]} collections
 * @param {(collection: Collection) => number} bytesOf
 * @returns {string} '' when it has not grown
 */
function growthText (what, collections, bytesOf) {
  const least = Math.min(...collections.map(bytesOf))
  const begin = collections.findLastIndex(each => bytesOf(each) <= least * NEAR_LEAST)
  const grown = collections.slice(Math.max(0, begin))
  if (grown.length < 2) return ''
  const [from, to] = [bytesOf(grown[0]), bytesOf(grown[grown.length - 1])]
  if (to - from < Math.max(LEAST_BYTES, from * LEAST_SHARE)) return ''
  const pace = paceText(grown, bytesOf)
  return `${what} grew from ${byteText(from)} to ${byteText(to)} in the last ${durationText(grown[0].ageMs)}${pace}`
}

/**
 * @param {Collection[]} grown
 * @param {(collection: Collection) => number} bytesOf
 */
function paceText (grown, bytesOf) {
  const steps = grown.slice(1).map((each, i) => bytesOf(each) - bytesOf(grown[i]))
  if (steps.length < LEAST_STEPS) return ''
  const growth = steps.reduce((sum, step) => sum + step, 0)
  const falls = steps.reduce((sum, step) => sum + Math.max(0, -step), 0)
  const largest = Math.max(...steps)
  if (falls > growth / 2) return ', up and down'
  if (largest <= growth / 2) return ', steadily'
  const at = steps.indexOf(largest)
  const [whole, before, after] = [grown[0], grown[at], grown[at + 1]].map(({ ageMs }) => durationText(ageMs))
  if (before === after) {
    return `, ${byteText(largest)} of it at once${before === whole ? '' : `, ${before} before the dump`}`
  }
  return `, ${byteText(largest)} of it between ${before} and ${after} before the dump`
}

/**
 * @param {HeapSummary} summary
 * @returns {{ className: string, count: number, shallowBytes: number }[]} what each class has gained since an earlier
 *   dump; empty when none has counted them. A class that was not among the largest then counts as new
 */
function gainsOf ({ before, classes }) {
  if (before === undefined) return []
  const earlier = new Map(before.classes.map(row => [row.className, row]))
  return classes.map(({ className, count, shallowBytes }) => {
    const then = earlier.get(className) ?? { count: 0, shallowBytes: 0 }
    return { className, count: count - then.count, shallowBytes: shallowBytes - then.shallowBytes }
  })
}

/**
 * @param {HeapSummary | null} summary
 * @returns {string} '' when no class has grown, or when no earlier dump has counted them
 */
function gainText (summary) {
  if (summary?.before === undefined) return ''
  const gained = gainsOf(summary)
    .filter(({ count, shallowBytes }) => count > 0 && shallowBytes > 0)
    .sort((a, b) => b.shallowBytes - a.shallowBytes)
    .slice(0, NAMED)
  if (gained.length === 0) return ''
  const names = gained.map(classText).join(', ')
  return `In the ${durationText(summary.before.ageMs)} since an earlier dump the heap gained ${names}`
}

/**
 * A column for a table of the classes.
 * @param {HeapSummary} summary
 * @returns {{ title: string, textOf: (className: string) => string }[]} empty when no earlier dump has counted them
 */
function gainColumn (summary) {
  if (summary.before === undefined) return []
  const gains = new Map(gainsOf(summary).map(({ className, shallowBytes }) => [className, shallowBytes]))
  return [
    {
      title: `in ${durationText(summary.before.ageMs)}`,
      textOf (className) {
        const bytes = gains.get(className) ?? 0
        return bytes < 0 ? `-${byteText(-bytes)}` : `+${byteText(bytes)}`
      }
    }
  ]
}

module.exports = { gainColumn, growthTexts }
