'use strict'

/**
 * What a dump is about, in one line: class and message as the stack begins with them, or the trigger where nothing was
 * thrown. `list` shows class and message as its --json has them instead, and the page's title is the message alone.
 * @param {import('../../dump/reader').Dump} dump
 * @returns {string} text of the dump that is not yet safe for a terminal
 */
function dumpTitle ({ exception, header }) {
  return (exception?.description ?? header.trigger).split('\n', 1)[0]
}

/**
 * A warning for people who pass a dump on.
 * @param {import('../../dump/format').HeaderRecord} header
 * @returns {string} '' when redaction was on
 */
function redactionNote ({ redaction }) {
  return redaction.enabled ? '' : 'redaction was switched off: this dump may hold secrets'
}

module.exports = { dumpTitle, redactionNote }
