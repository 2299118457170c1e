'use strict'
// Picks from a dump what a person reads first: the cause, the error, the frames with their source and variables. The
// page shows it without scripts and on paper, and copies it as Markdown.

const { errorTitle } = require('../crash/cause-chain')
const { crashFactTexts, redactionNote } = require('../crash/title')
const { sourceExcerpt } = require('../source/excerpt')
const { plain, plainLines } = require('../text/terminal-text')
const { noPaint } = require('../text/colours')
const { missingText } = require('../values/describe-value')
const { formatValue } = require('../values/format-value')
const { passedNote } = require('../values/passed-note')
const { foldedFrames } = require('./browser/model/repeated-frames')
const { isOwn, MODULE_WRAPPER } = require('./browser/model/scopes')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./page-data').PageData} PageData */
/** @typedef {import('./page-data').PageFrame} PageFrame */

/**
 * @typedef {object} SummaryFrame
 * @property {number} index
 * @property {string} heading of the error that the frame is the first one of; else ''
 * @property {string} name of the function
 * @property {string} place
 * @property {string[]} source lines around the place
 * @property {{ name: string, text: string }[]} variables
 * @property {string} folded words for the frames that follow and are not listed; else ''
 */

/**
 * @typedef {object} Summary
 * @property {string|null} cause the diagnosis, with code in backquotes
 * @property {string[]} title lines of the error, or of the event
 * @property {string[]} chain of causes
 * @property {string[]} facts
 * @property {SummaryFrame[]} frames
 * @property {string[]} stack of the error, if there are no frames
 * @property {string[]} notes
 */

const COLUMNS = 110
const MAX_TITLE_LINES = 12
const MAX_FRAMES = 40
const MAX_VARIABLES = 30
const MAX_VALUE_LINES = 12
const MAX_VALUE = 1200

/**
 * @param {Dump} dump
 * @param {PageData} data
 * @returns {Summary}
 */
function summaryOf (dump, data) {
  const { exception, header } = data
  const title = data.signal?.title ?? (exception === null ? (data.event ?? '') : titleOf(exception))
  const warning = redactionNote(header)
  const frames = framesOf(dump, data)
  const left = data.frames.filter(({ internal }) => internal).length
  return {
    cause: data.diagnosis,
    title: plainLines(title.slice(0, MAX_VALUE)).slice(0, MAX_TITLE_LINES),
    chain: data.chain,
    facts: [
      ...(data.unlike === null ? [] : [data.unlike]),
      ...(data.origin === null ? [] : [data.origin]),
      ...(data.request === null ? [] : [plain(data.request.text)]),
      crashFactTexts(header, exception).map(plain).join(' · '),
      ...(data.common ?? []).map(fact => plain(`in common: ${fact}`))
    ],
    frames,
    stack: frames.length > 0 ? [] : stackOf(data),
    notes: [
      ...(left === 0 ? [] : [`not listed: ${left} frame${left === 1 ? '' : 's'} of Node.js itself`]),
      ...(warning === '' ? [] : [warning])
    ]
  }
}

/** @param {PageData} data */
function stackOf ({ stack, signal }) {
  const calls = signal?.stack ?? stack.map(({ functionName, place }) => ({ name: functionName, place }))
  return calls.slice(0, MAX_FRAMES).map(({ name, place }) => plain(`${name === '' ? '(anonymous)' : name}  ${place}`))
}

/** @param {import('crash-collector-shared/dump/format').ExceptionRecord} exception */
function titleOf (exception) {
  return exception.value.subtype !== 'error' && exception.message === undefined
    ? `Thrown: ${exception.description}`
    : errorTitle(exception)
}

/**
 * @param {Dump} dump
 * @param {PageData} data
 * @returns {SummaryFrame[]}
 */
function framesOf (dump, data) {
  const shown = data.frames.filter(({ internal }) => !internal)
  /** @type {SummaryFrame[]} */
  const frames = []
  for (let i = 0; i < shown.length && frames.length < MAX_FRAMES; i++) {
    const { count, circle } = foldedFrames(shown, i)
    if (count > 0) {
      const before = frames[frames.length - 1]
      const functions = circle === 1 ? 'the same function' : `the same ${circle} functions`
      before.folded = `${count} more frames of ${functions}, #${shown[i].index} to #${shown[i + count - 1].index}`
      i += count - 1
    } else frames.push(frameOf(dump, data, shown[i]))
  }
  return frames
}

/**
 * @param {Dump} dump
 * @param {PageData} data
 * @param {PageFrame} frame
 * @returns {SummaryFrame}
 */
function frameOf (dump, data, frame) {
  const { place, heading, thread, functionName } = frame
  const text = place.source === null || place.dependency ? undefined : data.sources[place.source]
  return {
    index: frame.index,
    heading: plain(heading ?? thread ?? ''),
    name: plain(functionName === '' ? '(anonymous)' : functionName),
    place: plain(`${place.file === '' ? '<anonymous>' : place.file}:${place.lineNumber + 1}:${place.columnNumber + 1}`),
    source: text === undefined ? [] : sourceExcerpt(text, place.marked, { columns: COLUMNS, paint: noPaint }),
    variables: place.dependency ? [] : variablesOf(dump, frame),
    folded: ''
  }
}

/**
 * @param {Dump} dump
 * @param {PageFrame} frame
 */
function variablesOf (dump, frame) {
  const isTop = frame.functionName === ''
  /** @type {Map<string, { name: string, text: string }>} */
  const found = new Map()
  for (const scope of frame.scopeChain) {
    if (!isOwn(scope)) continue
    for (const variable of dump.scope(scope).variables) {
      const { name, value, notCapturedReason } = variable
      if (found.has(name) || (isTop && MODULE_WRAPPER.has(name))) continue
      const shown = value === undefined ? missingText(notCapturedReason) : valueText(dump, value)
      const text = `${shown} ${passedNote(variable)}`.trimEnd()
      found.set(name, { name: plain(name), text })
    }
  }
  if (frame.this?.objectId !== undefined && !isTop) {
    found.set('this', { name: 'this', text: valueText(dump, frame.this) })
  }
  return [...found.values()].slice(0, MAX_VARIABLES)
}

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').Value} value
 */
function valueText (dump, value) {
  const options = { columns: COLUMNS - 30, depth: 2, maxItems: 10, maxString: 200 }
  const lines = formatValue(value, dump, options).split('\n')
  const text = lines.slice(0, MAX_VALUE_LINES).join('\n')
  return lines.length > MAX_VALUE_LINES || text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}\n…` : text
}

module.exports = { summaryOf }
