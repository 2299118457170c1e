'use strict'
// Reads which code a test has run: V8 writes the coverage of its processes (NODE_V8_COVERAGE).

const fs = require('node:fs')
const path = require('node:path')
const { fileOf } = require('crash-collector-inspect/source/location')

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */
/** @typedef {Map<string, Range[][]>} Coverage the ranges of each file, each time that V8 wrote */

/**
 * @param {string} directory
 * @returns {Coverage|null} null if V8 has written nothing, or not to the end: the process was killed
 */
function coverageIn (directory) {
  /** @type {Coverage} */
  const found = new Map()
  const names = fs.existsSync(directory) ? fs.readdirSync(directory) : []
  for (const name of names) {
    const result = resultOf(fs.readFileSync(path.join(directory, name), 'utf8'))
    if (result === undefined) return null
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue
      const ranges = functions.flatMap((/** @type {{ ranges: Range[] }} */ each) => each.ranges)
      found.set(fileOf(url), [...(found.get(fileOf(url)) ?? []), ranges])
    }
  }
  return names.length === 0 ? null : found
}

/** @param {string} text */
function resultOf (text) {
  try {
    return JSON.parse(text).result
  } catch {
    return undefined
  }
}

/**
 * @param {Range[][]} written of a file
 * @param {number} offset
 * @returns {boolean} true if the innermost range around the place was run
 */
function hasRunAt (written, offset) {
  const size = (/** @type {Range} */ { startOffset, endOffset }) => endOffset - startOffset
  return written.some(ranges => {
    const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    const least = Math.min(...around.map(size))
    return around.some(range => size(range) === least && range.count > 0)
  })
}

/**
 * @param {Range[][]} written of a file
 * @param {string} text of the file
 * @returns {boolean} true if V8 has run this text, and none that was made of it while it was loaded
 */
function isOf (written, text) {
  return written.flat().reduce((end, { endOffset }) => Math.max(end, endOffset), 0) === text.length
}

module.exports = { coverageIn, hasRunAt, isOf }
