'use strict'
// Renders what the application did last, as far as it is known: the last lines that it wrote to stdout, stderr and its
// log files, and the last events of channels of node:diagnostics_channel.

const path = require('node:path')

const { WITH_ZONE, readLogLine } = require('../crash/logs/log-line')
const { startOf } = require('../crash/release')
const { requestIds } = require('../crash/logs/request-id')
const { eventText } = require('../text/event-text')
const { cut, plain, widthOf, wrap } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('../crash/logs/log-line').LogLine} LogLine */

/**
 * One line, or several that follow each other and differ in nothing but their time. frames: how many frames of a stack
 * follow the one that it is.
 * @typedef {{ text: string, log: LogLine | undefined, isOfRequest: boolean, count: number, frames: number }} Written
 */

const SHOWN_LINES = 10
/** How many lines of the screen one line of the output gets, which may have thousands of characters. */
const MAX_WRAPPED = 4
const MAX_LEVEL_COLUMNS = 5

/**
 * @param {View} view
 * @param {number} [most] how many lines of each output
 * @returns {string[]}
 */
function renderOutput (view, most = SHOWN_LINES) {
  const { dump, paint, all } = view
  const output = /** @type {Record<string, { lines?: unknown } | undefined>} */ (dump.process?.output ?? {})
  const ids = requestIds(dump)
  let marked = 0
  const files = Object.keys(output)
  const lines = files.flatMap(file => {
    const written = output[file]?.lines
    const texts = Array.isArray(written) ? written.filter(line => typeof line === 'string') : []
    const read = texts.map(text => readWritten(text, ids))
    const older = all ? 0 : olderLines(dump, read)
    const chosen = all ? read : chosenOf(folded(read.slice(older).filter(({ text }) => text.trim() !== '')), most)
    marked += chosen.filter(({ isOfRequest }) => isOfRequest).length
    const name = plain(path.basename(file))
    // A line that is read as a log begins with its time, so its output is named only if there are several.
    const note = older === 0 ? [] : [paint('grey', `  ${name}  ${olderText(older)}`)]
    const start = (/** @type {Written} */ { log }) => (log === undefined || files.length > 1 ? `${name}  ` : '')
    return [...note, ...chosen.flatMap(each => linesOf(view, start(each), each))]
  })
  if (lines.length === 0) return []
  const note = marked === 0 ? '' : paint('grey', ` (> ${[...ids].map(plain).join(', ')}, the failing request)`)
  return [paint('bold', 'Last output') + note, ...lines]
}

/**
 * @param {string} text
 * @param {Set<string>} ids of the failing request
 * @returns {Written}
 */
function readWritten (text, ids) {
  const log = readLogLine(text)
  const isOfRequest = log === undefined ? holdsOne(text, ids) : log.texts.some(each => ids.has(each))
  return { text, log, isOfRequest, count: 1, frames: 0 }
}

/** A service that waits, or tries again and again, writes one line many times, before which the others were lost. */
const START_TIME = /^\[?\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?\]?\s*/

const STACK_FRAME = /^\s+at .*(?::\d+:\d+|<anonymous>|native)\)?$/

/**
 * @param {Written[]} written
 * @returns {Written[]} with the last one of those that are alike, which has the newest time, and the first frame of
 *   each stack, which would take the place of its error and of what came before
 */
function folded (written) {
  /** @type {Written[]} */
  const all = []
  let lastKey
  for (const each of written) {
    const key = keyOf(each)
    const last = all.at(-1)
    if (last !== undefined && STACK_FRAME.test(last.text) && STACK_FRAME.test(each.text)) {
      last.frames++
      lastKey = undefined
      continue
    }
    const before = key !== '' && key === lastKey ? all.pop() : undefined
    all.push({ ...each, count: each.count + (before?.count ?? 0) })
    lastKey = key
  }
  return all
}

/** A process is some time old when it counts its own age, and some lines have seconds only. */
const SLACK_MS = 2000

/**
 * How many lines of an output were written before the process began: a file keeps those of the processes before. A line
 * tells its time, and those above it are older.
 * @param {import('../reader').Dump} dump
 * @param {Written[]} written
 */
function olderLines (dump, written) {
  const began = (startOf(dump) ?? NaN) - SLACK_MS
  const older = written.findLastIndex(({ text, log }) => (log?.writtenAt ?? writtenAt(text)) < began) + 1
  const rest = written.slice(older).findIndex(({ text }) => !STACK_FRAME.test(text))
  return older === 0 ? 0 : older + (rest === -1 ? written.length - older : rest)
}

/**
 * @param {string} text
 * @returns {number} NaN if it does not begin with a time whose zone is known
 */
function writtenAt (text) {
  const time = (START_TIME.exec(text)?.[0] ?? '').replace(/[[\]\s]/g, '').replace(',', '.')
  return WITH_ZONE.test(time) ? Date.parse(time.replace(/^(.{10})(?!T)/, '$1T')) : NaN
}

/** @param {number} count */
function olderText (count) {
  return `… ${count} ${count === 1 ? 'line' : 'lines'} from before the process began (--all shows them)`
}

/**
 * @param {string} text
 * @param {Set<string>} ids
 */
function holdsOne (text, ids) {
  return [...ids].some(id => {
    const at = text.indexOf(id)
    return at !== -1 && !/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + id.length] ?? ' ')
  })
}

/** @param {Written} written @returns {string} all but the time */
function keyOf ({ text, log }) {
  return log === undefined ? text.replace(START_TIME, '') : JSON.stringify([log.level, log.message, log.fields])
}

/**
 * The last lines of the failing request and the last line of all, filled up with the last ones of others.
 * @param {Written[]} written
 * @param {number} most
 */
function chosenOf (written, most) {
  const own = written.filter(({ isOfRequest }) => isOfRequest).slice(-Math.max(1, most - 1))
  const others = written.filter(({ isOfRequest }) => !isOfRequest).slice(-(most - own.length))
  const chosen = new Set([...own, ...(most > own.length ? others : [])])
  return written.filter(each => chosen.has(each))
}

/**
 * @param {View} view
 * @param {string} start names the output
 * @param {Written} written
 * @returns {string[]} the second and later ones are indented
 */
function linesOf ({ columns, paint, all }, start, { text, log, isOfRequest, count, frames }) {
  const mark = isOfRequest ? '>' : ' '
  const width = columns - 2 - widthOf(start)
  const line = log === undefined ? plain(text) : logText(log)
  const more = frames === 0 ? '' : ` … ${frames} more ${frames === 1 ? 'frame' : 'frames'}`
  const body = count === 1 ? line + more : `${line} × ${count}`
  // A line is never cut before its end, which may be what it is about.
  const wrapped = all ? [body] : wrap(body, width, '  ')
  const shown = wrapped.length <= MAX_WRAPPED ? wrapped : [...wrapped.slice(0, MAX_WRAPPED - 1), lastOf(body, width)]
  return shown.map((line, i) => {
    const gutter = `${i === 0 ? mark : ' '} `
    return gutter + (i === 0 ? paint('grey', start) : ' '.repeat(widthOf(start))) + line
  })
}

/**
 * @param {string} text
 * @param {number} width
 */
function lastOf (text, width) {
  return `… ${text.slice(-(width - 2))}`
}

/** @param {LogLine} log */
function logText ({ time, level, message, fields }) {
  const start = [time, level.padEnd(MAX_LEVEL_COLUMNS)].filter(each => each.trim() !== '').join(' ')
  const rest = fields.map(([name, text]) => `${plain(name)}=${cut(plain(text), 60)}`)
  const head = start === '' ? plain(message) : `${plain(start)} ${plain(message)}`
  return rest.length === 0 ? head : `${head}  ${rest.join(' ')}`
}

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderEvents ({ dump, paint, all }) {
  const { events } = /** @type {{ events?: unknown }} */ (dump.process ?? {})
  if (!Array.isArray(events) || events.length === 0) return []
  const lines = (all ? events : events.slice(-SHOWN_LINES)).map(event => {
    const { time, text } = eventText(event)
    return `  ${paint('grey', plain(time))}  ${plain(text)}`
  })
  return [paint('bold', 'Last events'), ...lines]
}

module.exports = { renderEvents, renderOutput }
