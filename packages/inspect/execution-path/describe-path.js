'use strict'
// Puts the path of a dump into what people read: a heading, the lines of each script, and what is not certain.

const { displayUrl, workingDirectory } = require('../source/location')
const { placeAt } = require('../source/lines')
const { plain } = require('../text/terminal-text')
const { lookupTable } = require('../text/words')
const { SourceMaps } = require('../source/source-map')
const { executedLines } = require('./executed-lines')
const { originalScripts } = require('./original-scripts')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/event-types').ExecutionPathRecord} ExecutionPathRecord */
/** @typedef {import('./executed-lines').ExecutedLine} ExecutedLine */

/**
 * @typedef {object} PathScript
 * @property {string} scriptId the same for all originals of a script with a source map
 * @property {string} file for display
 * @property {string} [source] if the dump has it
 * @property {ExecutedLine[]} lines none without the source
 */

/** @typedef {{ heading: string, scripts: PathScript[], doubts: string[] }} PathDescription */

const REASONS = lookupTable({
  size: 'it is longer than 1,000,000 characters',
  reservedName: 'it uses names that begin with _$',
  syntax: 'it could not be parsed',
  with: 'it uses the statement `with`',
  error: 'the collector failed'
})

/** @param {Dump} dump @returns {PathDescription | null} null if the dump has no path */
function describePath (dump) {
  const path = dump.executionPath
  if (path === null) return null
  const directory = workingDirectory(dump)
  const thrown = placeOfThrow(dump, path)
  return {
    heading: headingOf(path),
    scripts: path.scripts.flatMap(({ scriptId, url }, index) => {
      const place = thrown?.scriptId === scriptId ? thrown : undefined
      const originals = originalScripts(dump, path, index)
      if (originals.length > 0) {
        const original = place && new SourceMaps(dump).original(place)
        return originals.map(({ url, source, lines }) => {
          if (original?.url === url) markThrow(lines, original.lineNumber)
          return { scriptId, file: displayUrl(url, directory), source, lines }
        })
      }
      const source = dump.script(scriptId)?.source
      const lines = source === undefined ? [] : executedLines(path, index, source)
      if (place !== undefined) markThrow(lines, place.lineNumber)
      return [{ scriptId, file: displayUrl(url, directory), source, lines }]
    }),
    doubts: doubtsOf(dump, path, directory)
  }
}

/** @param {ExecutedLine[]} lines @param {number} line */
function markThrow (lines, line) {
  if (line < lines.length) lines[line].ran = 'threw'
}

/** @param {ExecutionPathRecord} path */
function headingOf ({ name, elapsedMs, ended, steps, truncated }) {
  const files = new Set(steps.map(([script]) => script)).size
  const what = `${truncated ? 'at least ' : ''}${count(steps.length, 'statement or branch', 'statements and branches')}`
  return (
    `${plain(name)} ran ${what} of ${count(files, 'file')} in ${elapsedMs.toFixed(1)} ms` +
    `${ended ? ', and had been answered' : ''}`
  )
}

/** @param {number} number @param {string} one @param {string} [many] */
function count (number, one, many = `${one}s`) {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

/**
 * The innermost frame whose code has counters: what it called may have thrown.
 * @param {Dump} dump
 * @param {ExecutionPathRecord} path
 */
function placeOfThrow ({ callFrames, exception }, { scripts }) {
  if (exception === null) return undefined
  const ids = new Set(scripts.map(({ scriptId }) => scriptId))
  return callFrames.find(({ scriptId, role }) => ids.has(scriptId) && (role === undefined || role === 'awaiting'))
}

/**
 * @param {Dump} dump
 * @param {ExecutionPathRecord} path
 * @param {string | undefined} directory
 * @returns {string[]} what the path may lack, or have too much
 */
function doubtsOf (dump, path, directory) {
  const doubts = path.contextChanges.map(({ script, block, ran, other }) => {
    const { scriptId, url, blocks } = path.scripts[script] ?? { scriptId: '', url: '', blocks: [] }
    const [, offset, , name] = blocks[block] ?? ['', 0, 0]
    const place = placeOf(dump, { scriptId, url }, offset, directory)
    const whose = other === null ? 'no request' : plain(other)
    if (ran === 'shared') {
      return `${place} awaits what ${whose} awaits, too: what runs for both is in one of their paths at most`
    }
    const what = `${plain(name ?? '') || 'a function'} (${place})`
    return ran === 'here'
      ? `${what} was made by ${whose} and ran in this request: it may not belong to this path`
      : `${what} was made by this request and ran in ${whose}: this path lacks what it ran`
  })
  if (path.truncated) doubts.push('the path is cut: a request keeps the first 4,096 parts')
  for (const { url, reason } of path.notInstrumented) {
    doubts.push(`${displayUrl(url, directory)} is not seen: ${REASONS[reason] ?? plain(reason)}`)
  }
  return doubts
}

/**
 * @param {Dump} dump
 * @param {{ scriptId: string, url: string }} script
 * @param {number} offset
 * @param {string | undefined} directory
 * @returns {string} file and line, in the original source if there is a source map
 */
function placeOf (dump, { scriptId, url }, offset, directory) {
  const source = dump.script(scriptId)?.source
  if (source === undefined) return displayUrl(url, directory)
  const generated = { scriptId, url, ...placeAt(source, offset) }
  const { url: file, lineNumber } = new SourceMaps(dump).original(generated) ?? generated
  return `${displayUrl(file, directory)}:${lineNumber + 1}`
}

module.exports = { count, describePath }
