'use strict'
// Names a dump in one line: its error, and the event that it was written for.

const { lookupTable } = require('../text/words')
const { plain } = require('../text/terminal-text')
const { signalTitle } = require('./signal')

/**
 * The title of a dump in one line: the first line of the stack, or the trigger if nothing was thrown. `list` instead
 * shows class and message as its --json has them, and the page's title is the message alone.
 * @param {import('../../dump/reader').Dump} dump
 * @returns {string} text of the dump; its terminal escapes are still in it
 */
function dumpTitle ({ exception, header, signal }) {
  if (signal !== null) return signalTitle(signal, header)
  return (exception?.description ?? header.trigger).split('\n', 1)[0]
}

/**
 * @param {import('../../dump/format').HeaderRecord} header of a dump in which nothing was thrown
 * @returns {string} the event that the dump was written for
 */
function withoutErrorText ({ trigger, exit }) {
  return trigger === 'exit' ? `process.exit(${exit?.code ?? 0}) was called` : 'A dump on request: nothing was thrown'
}

/** @type {Record<string, string>} */
const TRIGGERS = lookupTable({
  uncaughtException: 'uncaught exception',
  unhandledRejection: 'unhandled promise rejection',
  handled: 'handled by the application',
  api: 'capture() was called',
  exit: 'process.exit() was called',
  signal: 'fatal signal',
  testFailure: 'failed test'
})

/**
 * @param {import('../../dump/format').HeaderRecord} header
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
 * @param {import('../../dump/format').HeaderRecord} header
 * @returns {string} '' when redaction was on
 */
function redactionNote ({ redaction }) {
  return redaction.enabled ? '' : 'redaction was switched off: this dump may hold secrets'
}

module.exports = { dumpTitle, redactionNote, triggerText, withoutErrorText }
