'use strict'

/**
 * What a dump is about, in one line: class and message as the stack begins with them, or the trigger where nothing was
 * thrown. Not the same as what `list` shows, which is class and message as its --json has them, and as the page's
 * title, which goes without the class.
 * @param {import('../../dump/reader').Dump} dump
 * @returns {string} as the dump has it: not yet fit for a terminal
 */
function dumpTitle ({ exception, header }) {
  return (exception?.description ?? header.trigger).split('\n', 1)[0]
}

/**
 * What whoever passes a dump on must know.
 * @param {import('../../dump/format').HeaderRecord} header
 * @returns {string} '' when redaction was on
 */
function redactionNote ({ redaction }) {
  return redaction.enabled ? '' : 'redaction was switched off: this dump may hold secrets'
}

module.exports = { dumpTitle, redactionNote }
