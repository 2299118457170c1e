'use strict'
// Writes one line to stderr. A stderr that is closed, or a pipe that is full, must not keep the collector from starting
// or from the work that comes after the line, so a failure is ignored.

const { writeSync } = require('node:fs')

/**
 * @param {{ stderr: 'text' | 'json' | 'none' }} config with `none` no line is written
 * @param {string} line without the name of the package
 * @returns {void}
 */
function say ({ stderr }, line) {
  if (stderr !== 'none') sayLine(`crash-collector: ${line}`)
}

/**
 * @param {string} line whole
 * @returns {void}
 */
function sayLine (line) {
  try {
    writeSync(2, `${line}\n`)
  } catch {}
}

module.exports = { say, sayLine }
