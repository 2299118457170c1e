'use strict'
// One line on stderr. It may be closed, or a pipe that is full: that is no reason not to start, nor to leave the work
// after it undone.

const { writeSync } = require('node:fs')

/**
 * @param {string} line
 * @returns {void}
 */
function say (line) {
  try {
    writeSync(2, `crash-collector: ${line}\n`)
  } catch {}
}

module.exports = { say }
