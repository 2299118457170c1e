'use strict'
// Renders what the failing request has run, for `show --path`: the lines of each script with the order and the time of
// their first execution.

const { executedLines } = require('./executed-lines')
const { displayUrl } = require('../source/location')
const { linesOf } = require('../source/lines')
const { lookupTable } = require('../text/words')
const { plain, wrap } = require('../text/terminal-text')

/** @typedef {import('../show/types').View} View */
/** @typedef {import('../../dump/event-types').ExecutionPathRecord} ExecutionPathRecord */
/** @typedef {import('./executed-lines').ExecutedLine} ExecutedLine */

/** Lines around the functions that ran. */
const CONTEXT = 1

const MARKS = lookupTable({ all: '+', part: '±', nothing: '-' })

const REASONS = lookupTable({
  size: 'it is longer than 1,000,000 characters',
  reservedName: 'it uses names that begin with _$',
  syntax: 'it could not be parsed',
  with: 'it uses the statement `with`',
  error: 'the collector failed'
})

/** @param {View} view @returns {string[]} */
function renderPath (view) {
  const { dump, columns, paint } = view
  const path = dump.executionPath
  if (path === null) {
    return wrap(
      'This dump has no execution path. A dump has one if CRASH_COLLECTOR_EXECUTION_PATH is `request` and the error ' +
        'came from a request or a job.',
      columns
    )
  }
  return [
    ...wrap(headline(path), columns).map(line => paint('bold', line)),
    ...wrap('+ ran  - did not run  ± a part ran  ! threw; then the order and the milliseconds since the start', columns)
      .map(line => paint('grey', line)),
    ...path.scripts.flatMap((_, index) => ['', ...renderScript(view, path, index)]),
    ...renderDoubts(view, path)
  ]
}

/** @param {ExecutionPathRecord} path */
function headline ({ name, elapsedMs, ended, steps, truncated }) {
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
 * @param {View} view
 * @param {ExecutionPathRecord} path
 * @param {number} index
 */
function renderScript ({ dump, paint, directory }, path, index) {
  const { scriptId, url } = path.scripts[index]
  const heading = paint('cyan', displayUrl(url, directory))
  const source = dump.script(scriptId)?.source
  if (source === undefined) return [heading, '  its text is not in the dump']
  const lines = executedLines(path, index, source)
  const texts = linesOf(source)
  const thrown = dump.callFrames.find(frame => !frame.internal)
  const thrownLine = thrown !== undefined && thrown.scriptId === scriptId ? thrown.lineNumber : -1
  const shown = shownLines(lines)
  const digits = String(texts.length).length
  /** @type {string[]} */
  const output = [heading]
  let last = -1
  for (const line of shown) {
    if (last !== -1 && line > last + 1) output.push(paint('grey', `${' '.repeat(18 + digits)} ⋮`))
    last = line
    output.push(renderLine(lines[line], texts[line], { line, digits, hasThrown: line === thrownLine, paint }))
  }
  return output
}

/** @param {ExecutedLine[]} lines @returns {number[]} those of the functions that ran, without long gaps */
function shownLines (lines) {
  return lines
    .map((_, line) => line)
    .filter(line => lines.slice(Math.max(0, line - CONTEXT), line + CONTEXT + 1).some(near => near.ran !== undefined))
}

/**
 * @param {ExecutedLine} executed
 * @param {string} text
 * @param {{ line: number, digits: number, hasThrown: boolean, paint: View['paint'] }} place
 */
function renderLine ({ ran, step, ms }, text, { line, digits, hasThrown, paint }) {
  const mark = hasThrown ? '!' : ran === undefined ? ' ' : MARKS[ran]
  const order = step === undefined ? '' : String(step + 1)
  const time = ms === undefined ? '' : ms.toFixed(1)
  const code = plain(text.replaceAll('\t', '  '))
  const gutter = `${mark} ${order.padStart(4)} ${time.padStart(8)}  ${String(line + 1).padStart(digits)} | `
  if (hasThrown) return paint('red', (gutter + code).trimEnd())
  if (ran === 'all') return paint('green', gutter) + code
  return ran === 'part' ? paint('yellow', gutter) + code : paint('grey', (gutter + code).trimEnd())
}

/**
 * Renders what the path may lack, or have too much.
 * @param {View} view
 * @param {ExecutionPathRecord} path
 */
function renderDoubts ({ columns, paint, directory, dump }, path) {
  const lines = path.contextChanges.map(({ script, block, ran, other }) => {
    const { scriptId, url, blocks } = path.scripts[script]
    const [, offset, , name] = blocks[block] ?? ['', 0, 0]
    const source = dump.script(scriptId)?.source
    const line = source === undefined ? '' : `:${linesOf(source.slice(0, offset)).length}`
    const place = `${displayUrl(url, directory)}${line}`
    const whose = other === null ? 'no request' : plain(other)
    if (ran === 'shared') {
      return `${place} awaits what ${whose} awaits, too: what runs for both is in one of their paths at most`
    }
    const what = `${plain(name ?? '') || 'a function'} (${place})`
    return ran === 'here'
      ? `${what} was made by ${whose} and ran in this request: it may not belong to this path`
      : `${what} was made by this request and ran in ${whose}: this path lacks what it ran`
  })
  if (path.truncated) lines.push('the path is cut: a request keeps the first 4,096 parts')
  for (const { url, reason } of path.notInstrumented) {
    lines.push(`${displayUrl(url, directory)} is not seen: ${REASONS[reason] ?? plain(reason)}`)
  }
  if (lines.length === 0) return []
  return ['', paint('yellow', 'Not certain'), ...lines.flatMap(line => wrap(`- ${line}`, columns, '  '))]
}

module.exports = { renderPath }
