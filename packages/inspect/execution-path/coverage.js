'use strict'
// Writes what requests ran in the forms of coverage tools: V8's JSON, Istanbul's JSON and lcov. Code that runs when a
// module is loaded is left out: no request ran it, and it is not idle either.

const { fileOf, fileUrl } = require('../source/location')
const { lineStarts, linesOf } = require('../source/lines')
const { plain } = require('../text/terminal-text')
const { commentsIn, countedLines, fromOutside } = require('./executed-lines')
const { originalCoverage } = require('./original-coverage')

/** @typedef {import('./covered-scripts').CoveredScript} CoveredScript */
/** @typedef {import('./covered-scripts').Location} Location */
/** @typedef {import('./covered-scripts').Part} Part */
/** @typedef {import('./covered-scripts').Description} Description */

/** Blocks that run or not by a decision. */
const BRANCHES = new Set(['branch', 'loop', 'case', 'catch', 'finally', 'expression'])

/**
 * A range of V8's counts for the code that no range within it counts.
 * @typedef {{ startOffset: number, endOffset: number, count: number }} CoverageRange
 */
/**
 * @typedef {object} ScriptCoverage
 * @property {string} scriptId
 * @property {string} url
 * @property {{ functionName: string, ranges: CoverageRange[], isBlockCoverage: boolean }[]} functions
 */

/**
 * @param {CoveredScript[]} scripts
 * @returns {ScriptCoverage[]} as Profiler.takePreciseCoverage returns it
 */
function v8Coverage (scripts) {
  return scripts.map(({ scriptId, url, source = '', blocks, counts }) => {
    const widen = widenToLines(source)
    /** @type {ScriptCoverage['functions']} */
    const functions = []
    /** @type {{ end: number, count: number, ranges: CoverageRange[] }[]} functions and blocks around the current one */
    const around = []
    for (const block of fromOutside(blocks)) {
      const [type, startOffset, endOffset, functionName = ''] = blocks[block]
      const count = counts[block]
      while (around.length > 0 && around[around.length - 1].end <= startOffset) around.pop()
      const outer = around[around.length - 1]
      let ranges = outer?.ranges ?? []
      if (type === 'module' || type === 'function') {
        ranges = [{ startOffset, endOffset, count }]
        if (type === 'function' || count > 0) functions.push({ functionName, ranges, isBlockCoverage: true })
      } else if (outer?.count !== count) ranges.push({ ...widen(startOffset, endOffset), count })
      around.push({ end: endOffset, count, ranges })
    }
    return { scriptId, url: fileUrl(url), functions }
  })
}

/**
 * V8's ranges take in the space and the comments around statements, and tools count a line only if a range has all of
 * it.
 * @param {string} source
 * @returns {(start: number, end: number) => { startOffset: number, endOffset: number }}
 */
function widenToLines (source) {
  const starts = [...lineStarts(source)]
  const lineOf = locations(source)
  const comments = commentsIn(source)
  const isSilent = (/** @type {number} */ i) => comments[i] === 1 || /[\s;]/.test(source[i])
  return (start, end) => {
    const lineStart = starts[lineOf(start).line - 1]
    const lineEnd = starts[lineOf(end).line] ?? source.length
    let [startOffset, endOffset] = [start, end]
    while (startOffset > lineStart && isSilent(startOffset - 1)) startOffset--
    while (endOffset < lineEnd && isSilent(endOffset)) endOffset++
    return startOffset === lineStart ? { startOffset, endOffset } : { startOffset: start, endOffset }
  }
}

/**
 * @param {CoveredScript[]} scripts
 * @returns {Record<string, object>} as nyc writes it
 */
function istanbulCoverage (scripts) {
  /** @type {Record<string, object>} */
  const files = {}
  for (const { file, lines, functions, branches } of describeAll(scripts)) {
    files[file] = {
      path: file,
      ...maps('statementMap', 's', lines.map(({ range, count }) => [range, count])),
      ...maps('fnMap', 'f', functions.map(({ name, range, count }) => [
        { name, decl: range, loc: range, line: range.start.line }, count
      ])),
      ...maps('branchMap', 'b', branches.map(({ type, range, count }) => [
        { type, loc: range, locations: [range], line: range.start.line }, [count]
      ]))
    }
  }
  return files
}

/**
 * Istanbul describes and counts in two objects with the same keys.
 * @param {string} descriptions @param {string} counts @param {[description: object, count: unknown][]} entries
 */
function maps (descriptions, counts, entries) {
  return {
    [descriptions]: Object.fromEntries(entries.map(([description], i) => [i, description])),
    [counts]: Object.fromEntries(entries.map(([, count], i) => [i, count]))
  }
}

/**
 * @param {CoveredScript[]} scripts
 * @returns {string}
 */
function lcov (scripts) {
  const hit = (/** @type {{ count: number }[]} */ list) => list.filter(({ count }) => count > 0).length
  const records = describeAll(scripts).map(({ file, lines, functions, branches }) => [
    'TN:',
    `SF:${file}`,
    ...functions.map(({ name, range }) => `FN:${range.start.line},${name}`),
    `FNF:${functions.length}`,
    `FNH:${hit(functions)}`,
    ...functions.map(({ name, count }) => `FNDA:${count},${name}`),
    ...lines.map(({ range, count }) => `DA:${range.start.line},${count}`),
    `LF:${lines.length}`,
    `LH:${hit(lines)}`,
    ...branches.map(({ range, count }, i) => `BRDA:${range.start.line},${i},0,${count}`),
    `BRF:${branches.length}`,
    `BRH:${hit(branches)}`,
    'end_of_record'
  ])
  return records.flat().map(line => `${plain(line)}\n`).join('')
}

/**
 * @param {CoveredScript[]} scripts those without a text have no lines, and are left out
 * @returns {Description[]} of the original sources of scripts that have a source map
 */
function describeAll (scripts) {
  return scripts.flatMap(script => {
    if (script.source === undefined) return []
    const generated = describe(script, script.source)
    const originals = originalCoverage(script, script.source, generated)
    return originals.length === 0 ? [generated] : originals
  })
}

/** @param {CoveredScript} script @param {string} source @returns {Description} */
function describe ({ url, blocks, counts }, source) {
  const locationOf = locations(source)
  const texts = linesOf(source)
  const lines = countedLines(blocks, counts, source).flatMap((count, i) => {
    if (count === undefined) return []
    const start = { line: i + 1, column: texts[i].length - texts[i].trimStart().length }
    return [{ range: { start, end: { line: i + 1, column: texts[i].length } }, count }]
  })
  /** @type {Part[]} */
  const parts = []
  let functionEnd = counts[blocks.findIndex(([type]) => type === 'module')] > 0 ? source.length : 0
  for (const block of fromOutside(blocks)) {
    const [type, from, to, functionName] = blocks[block]
    if (type === 'function') functionEnd = Math.max(functionEnd, to)
    if (from >= functionEnd) continue
    const range = { start: locationOf(from), end: locationOf(to) }
    parts.push({ type, range, count: counts[block], name: functionName ?? `(anonymous_${block})` })
  }
  return {
    file: fileOf(url),
    lines,
    functions: parts.filter(({ type }) => type === 'function'),
    branches: parts.filter(({ type }) => BRANCHES.has(type))
  }
}

/**
 * @param {string} source
 * @returns {(offset: number) => Location}
 */
function locations (source) {
  const starts = [...lineStarts(source)]
  return offset => {
    let from = 0
    let to = starts.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (starts[middle] <= offset) from = middle + 1
      else to = middle
    }
    return { line: from, column: offset - starts[from - 1] }
  }
}

module.exports = { istanbulCoverage, lcov, v8Coverage }
