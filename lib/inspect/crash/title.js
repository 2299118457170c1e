'use strict'

const { heapLimitText } = require('./heap-limit')

/**
 * The title of a dump in one line: the first line of the stack, or the trigger if nothing was thrown. `list` instead
 * shows class and message as its --json has them, and the page's title is the message alone.
 * @param {import('../../dump/reader').Dump} dump
 * @returns {string} text of the dump; its terminal escapes are still in it
 */
function dumpTitle (dump) {
  const { exception, header } = dump
  return (exception?.description ?? heapLimitText(dump) ?? header.trigger).split('\n', 1)[0]
}

/**
 * A warning for people who pass on a dump.
 * @param {import('../../dump/format').HeaderRecord} header
 * @returns {string} '' when redaction was on
 */
function redactionNote ({ redaction }) {
  return redaction.enabled ? '' : 'redaction was switched off: this dump may hold secrets'
}

module.exports = { dumpTitle, redactionNote }
