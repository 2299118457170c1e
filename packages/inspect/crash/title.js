'use strict'
// Names a dump in one line: its error, and the event that it was written for; says when and where that was.

const { lookupTable } = require('../text/words')
const { plain } = require('../text/terminal-text')
const { fullMemoryText } = require('./full-memory')
const { signalTitle } = require('./signal')
const { unsettledText } = require('./unsettled-await')

/**
 * The title of a dump in one line: the first line of the stack, or the trigger if nothing was thrown. `list` instead
 * shows class and message as its --json has them, and the page's title is the message alone.
 * @param {import('../reader').Dump} dump
 * @returns {string} text of the dump; its terminal escapes are still in it
 */
function dumpTitle (dump) {
  const { exception, header } = dump
  return (exception?.description ?? eventTitle(dump) ?? header.trigger).split('\n', 1)[0]
}

/**
 * @param {import('../reader').Dump} dump in which nothing was thrown
 * @returns {string | null} the event that the dump was written for; null if it was asked for. It is text of the dump:
 *   its terminal escapes are still in it
 */
function eventTitle (dump) {
  const { header, signal } = dump
  if (signal !== null) return signalTitle(signal, header)
  if (header.trigger === 'blockedLoop') return 'The event loop was blocked: nothing was thrown'
  if (header.trigger === 'terminated') {
    return `${header.interrupt?.signal ?? 'A signal'} asked the process to end: nothing was thrown`
  }
  if (header.trigger === 'exit') return `process.exit(${header.exit?.code ?? 0}) was called`
  return fullMemoryText(dump) ?? unsettledText(dump)
}

/**
 * @param {import('../reader').Dump} dump in which nothing was thrown
 * @param {boolean} truncated
 * @returns {string} the heading in the place of an error
 */
function headingWithoutError (dump, truncated) {
  const other = truncated ? 'The dump was cut short before the error' : 'A dump on request: nothing was thrown'
  return eventTitle(dump) ?? other
}

/** @type {Record<string, string>} */
const TRIGGERS = lookupTable({
  uncaughtException: 'uncaught exception',
  unhandledRejection: 'unhandled promise rejection',
  handled: 'handled by the application',
  api: 'capture() was called',
  exit: 'process.exit() was called',
  signal: 'fatal signal',
  testFailure: 'failed test',
  outOfMemory: 'out of memory',
  blockedLoop: 'the event loop was blocked',
  request: 'somebody asked for a dump',
  unsettledTopLevelAwait: 'exit code 13, because nothing was left to do',
  terminated: 'a signal asked the process to end',
  handled500: 'a request failed',
  memoryLimit: "the container's memory was nearly used up"
})

/**
 * @param {import('crash-collector-shared/dump/format').HeaderRecord} header
 * @returns {string} the event that the dump was written for, and for an error that was caught how sure it is that the
 *   process ended because of it
 */
function triggerText ({ trigger, exit }) {
  if (trigger !== 'caught') return TRIGGERS[trigger] ?? plain(trigger)
  return exit?.foundBy === 'printed'
    ? `the only error that was printed before the process ended with the exit code ${exit.code}`
    : `caught by the application, which then called process.exit(${exit?.code ?? ''})`
}

/**
 * A warning for people who pass on a dump.
 * @param {import('crash-collector-shared/dump/format').HeaderRecord} header
 * @returns {string} '' when redaction was on
 */
function redactionNote ({ redaction, settingsFile }) {
  if (redaction.enabled) return ''
  const file = settingsFile?.settings.includes('redact') ? ` by ${plain(settingsFile.path)}` : ''
  return `redaction was switched off${file}: this dump may hold secrets`
}

/** A time that nobody would notice. */
const SHORT_MS = 100

/**
 * Tells how the collector came into a running process.
 * @param {import('crash-collector-shared/dump/format').HeaderRecord} header
 * @returns {string} '' when there is nothing to tell
 */
function interruptText ({ interrupt }) {
  if (interrupt === undefined) return ''
  const { blockedMs, waitedMs } = interrupt
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`
  const blocked = blockedMs === undefined ? '' : `the loop had made no turn for ${seconds(blockedMs)}`
  const waited =
    waitedMs < SHORT_MS
      ? ''
      : `a built-in function, C++ or a system call ran for ${seconds(waitedMs)} more before V8 could be interrupted`
  return [blocked, waited].filter(text => text !== '').join('; ')
}

/** @param {import('crash-collector-shared/dump/format').TestInfo} test */
function testText ({ runner, name = 'a test', file, attempt }) {
  const where = file === undefined ? '' : ` in ${file}`
  return `${name}${where}${attempt === 1 ? '' : `, attempt ${attempt}`} (${runner})`
}

/**
 * @param {import('crash-collector-shared/dump/format').HeaderRecord} header
 * @param {{ handled?: boolean }|null} exception
 * @returns {string[]} texts of the dump, with its terminal escapes
 */
function crashFactTexts (header, exception) {
  return [
    triggerText(header),
    ...(header.test === undefined ? [] : [testText(header.test)]),
    header.time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
    `Node.js ${header.node}`,
    `${header.platform} ${header.arch}`,
    `process ${header.pid}${header.threadId === 0 ? '' : `, thread ${header.threadId}`}`,
    ...(interruptText(header) === '' ? [] : [interruptText(header)]),
    ...(exception?.handled === true ? ['a handler of the application received it'] : [])
  ]
}

module.exports = {
  crashFactTexts,
  dumpTitle,
  eventTitle,
  headingWithoutError,
  interruptText,
  redactionNote,
  triggerText
}
