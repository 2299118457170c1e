'use strict'
// Says in one sentence what a full heap, or the memory of a container, was full of, and in others how it grew.

const { byteText } = require('../text/words')
const { classText } = require('./heap-classes')
const { growthTexts } = require('./memory-growth')

/** Number of classes in the sentence. */
const NAMED = 3

/** @typedef {Pick<import('../reader').Dump, 'header' | 'heapSummary' | 'process'>} FullDump */

/**
 * @param {FullDump} dump
 * @returns {string | null} text of the dump: its terminal escapes are still in it; null when nothing was full
 */
function fullMemoryText (dump) {
  const text = heapLimitText(dump) ?? memoryLimitText(dump)
  return text === null ? null : [text, ...growthTexts(dump)].join('. ')
}

/** @param {FullDump} dump */
function heapLimitText ({ header: { heapLimit, trigger }, heapSummary }) {
  if (trigger !== 'outOfMemory') return null
  const sizes =
    heapLimit === undefined
      ? ''
      : `: ${byteText(heapLimit.usedBytes)} in use, the limit is ${byteText(heapLimit.limitBytes)}`
  return `JavaScript heap out of memory${sizes}${classesText(heapSummary, 'most are')}`
}

/** @param {FullDump} dump */
function memoryLimitText ({ header: { memoryLimit, trigger }, heapSummary, process }) {
  if (trigger !== 'memoryLimit') return null
  const { limitBytes = 0, usedBytes = 0, outerGroups = 0 } = memoryLimit ?? {}
  const whose = outerGroups === 0 ? "The container's memory" : 'The memory of a group around the container'
  const title = `${whose} is nearly used up`
  if (memoryLimit === undefined) return title
  const share = limitBytes === 0 ? '' : ` (${Math.floor((100 * usedBytes) / limitBytes)} %)`
  const sizes = `: ${byteText(usedBytes)} of ${byteText(limitBytes)}${share}`
  const parts = [
    ['this process has', numberIn(process?.memoryUsage, 'rss')],
    ['its heap', numberIn(process?.heap, 'usedBytes')],
    ['its Buffers', numberIn(process?.memoryUsage, 'arrayBuffers')]
  ].flatMap(([name, bytes]) => (typeof bytes === 'number' ? [`${name} ${byteText(bytes)}`] : []))
  const own = parts.length === 0 ? '' : `; ${parts.join(', ')}`
  return title + sizes + own + classesText(heapSummary, 'most of the heap is')
}

/**
 * @param {FullDump['heapSummary']} summary
 * @param {string} words
 */
function classesText (summary, words) {
  const named = (summary?.classes ?? []).slice(0, NAMED).map(classText)
  return named.length === 0 ? '' : `; ${words} ${named.join(', ')}`
}

/**
 * @param {unknown} facts of the process record, which may be anything in a hostile dump
 * @param {string} name
 */
function numberIn (facts, name) {
  const value = /** @type {Record<string, unknown>} */ (facts ?? {})[name]
  return typeof value === 'number' ? value : undefined
}

module.exports = { fullMemoryText }
