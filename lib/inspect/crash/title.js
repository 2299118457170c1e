'use strict'

/**
 * The title of a dump in one line: the first line of the stack, or the trigger if nothing was thrown. `list` instead
 * shows class and message as its --json has them, and the page's title is the message alone.
 * @param {import('../../dump/reader').Dump} dump
 * @returns {string} text of the dump; its terminal escapes are still in it
 */
function dumpTitle ({ exception, header }) {
  return (exception?.description ?? header.trigger).split('\n', 1)[0]
}

/**
 * A warning for people who pass on a dump.
 * @param {import('../../dump/format').HeaderRecord} header
 * @returns {string} '' when redaction was on
 */
function redactionNote ({ redaction }) {
  return redaction.enabled ? '' : 'redaction was switched off: this dump may hold secrets'
}

/**
 * The heading of a dump in which nothing was thrown.
 * @param {import('../../dump/format').HeaderRecord} header
 * @returns {string}
 */
function withoutErrorText ({ trigger }) {
  return trigger === 'blockedLoop'
    ? 'The event loop was blocked: nothing was thrown'
    : 'A dump on request: nothing was thrown'
}

/** A time that nobody would notice. */
const SHORT_MS = 100

/**
 * Tells how the collector came into a running process.
 * @param {import('../../dump/format').HeaderRecord} header
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

module.exports = { dumpTitle, interruptText, redactionNote, withoutErrorText }
