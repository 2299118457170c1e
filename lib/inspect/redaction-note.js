'use strict'

/**
 * What whoever passes a dump on must know.
 * @param {import('../dump/format').HeaderRecord} header
 * @returns {string} '' when redaction was on
 */
function redactionNote ({ redaction }) {
  return redaction.enabled ? '' : 'redaction was switched off: this dump may hold secrets'
}

module.exports = { redactionNote }
