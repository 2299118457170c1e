'use strict'
// Renders the lines about when and where the process died, the request that it worked on, and how often that happened.

const { interruptText, redactionNote, triggerText } = require('../crash/title')
const { factsOf } = require('../crash/facts')
const { headerLines, requestText } = require('../crash/request')
const { displayUrl } = require('../source/location')
const { lookupTable } = require('../text/words')
const { plain, wrap } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('../reader').Dump} Dump */

/** Variables that were read so long before the report may have changed. */
const LONG_AGO_MS = 1000

const HOOKS = lookupTable({
  errorCreated: 'when the error was created',
  uncaught: 'at the throw',
  promiseReject: 'when the promise was rejected',
  exceptionPause: 'at the throw',
  api: 'in capture()',
  exit: 'in process.exit()',
  outOfMemory: 'when the heap was full',
  interrupt: 'while the program ran',
  loopEmpty: 'when nothing was left in the event loop'
})

/**
 * @param {View} view
 * @param {boolean} [isShort] without what people ask for only in doubt
 */
function renderOrigin (view, isShort = false) {
  const { dump, paint, columns, all } = view
  const { header } = dump
  const thread = header.threadId === 0 ? '' : `, worker ${header.threadId}`
  const handled =
    dump.exception?.handled === true && header.trigger !== 'handled'
      ? ', after a handler of the application had run'
      : ''
  const time = plain(header.time)
    .replace('T', ' ')
    .replace(/(\.\d+)?Z$/, ' UTC')
  const lines = [
    `${triggerText(header)}${handled} · ${time} · pid ${header.pid}${thread} · ` +
      `Node.js ${plain(header.node)}${isShort ? '' : ` ${plain(header.platform)}-${plain(header.arch)}`}`
  ]
  if (view.seenBefore !== '') lines.push(view.seenBefore)
  if (header.test !== undefined) lines.push(testText(header.test, view.directory))
  const { request } = factsOf(dump)
  if (request !== null) lines.push(requestText(request, dump))
  const reading = readingOf(dump)
  // When the variables were read matters if they may have changed since.
  if (reading !== '' && !(isShort && header.capture.ageMs < LONG_AGO_MS)) lines.push(reading)
  const others = otherRejections(dump)
  const were = others === 1 ? 'promise was' : 'promises were'
  if (others > 0) lines.push(`${others} more ${were} rejected and not handled`)
  const interrupt = interruptText(dump.header)
  if (interrupt !== '') lines.push(interrupt)
  const wrapped = lines.flatMap(line => wrap(line, columns))
  const headers = request !== null && all ? headerLines(request, dump) : []
  return [...[...wrapped, ...headers].map(line => paint('grey', line)), ...renderRedaction(view)]
}

/**
 * @param {import('crash-collector-shared/dump/format').TestInfo} test
 * @param {string | undefined} directory of the process
 */
function testText ({ runner, name, file, attempt }, directory) {
  const where = file === undefined ? '' : ` in ${displayUrl(file, directory)}`
  const tried = attempt === 1 ? '' : `, attempt ${attempt}`
  return `test ${name === undefined ? 'without its name' : `"${plain(name)}"`}${where}${tried} (${plain(runner)})`
}

/**
 * @param {Dump} dump
 * @returns {number} of promises that were rejected before the process died by one of them, and that nobody handled
 */
function otherRejections ({ header, process }) {
  const counters = /** @type {Record<string, unknown> | undefined} */ (process?.errorHooks)
  const { rejectionsSeen: seen, rejectionsHandledLater: handled } = counters ?? {}
  // The collectors of earlier versions did not count those that were handled.
  if (header.trigger !== 'unhandledRejection' || typeof seen !== 'number' || typeof handled !== 'number') return 0
  return seen - handled - 1
}

/**
 * @param {Dump} dump
 * @returns {string} when the variables were read; '' if there are none
 */
function readingOf ({ header, callFrames }) {
  const { hook, ageMs } = header.capture
  if (typeof hook !== 'string' || callFrames.length === 0) return ''
  const seconds = (ageMs / 1000).toFixed(1)
  const age = ageMs >= LONG_AGO_MS ? `, ${seconds} s before the report: objects may have changed since` : ''
  return `variables read ${HOOKS[hook] ?? plain(hook)}${age}`
}

/** @param {View} view */
function renderRedaction ({ dump, paint, columns }) {
  const note = redactionNote(dump.header)
  return note === '' ? [] : wrap(note, columns).map(line => paint('yellow', line))
}

module.exports = { readingOf, renderOrigin, renderRedaction }
