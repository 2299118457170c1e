'use strict'
// Gives the package crash-collector-upload, which requires nothing of this one, what it needs of it.

const { version } = require('../package.json')
const { parseDumpName } = require('crash-collector-shared/dump/store')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { plain } = require('../text/terminal-text')

/**
 * @param {import('./types').Output} output
 * @returns what the package crash-collector-upload needs of this one
 */
function uploadSource ({ writeError }) {
  return {
    version,
    parseDumpName,
    note: (/** @type {string} */ text) => writeError(`crash-collector: ${plain(text)}\n`),
    error: (/** @type {string} */ code, /** @type {string} */ message, /** @type {string | undefined} */ hint) =>
      new CrashCollectorError(code, message, { hint })
  }
}

module.exports = { uploadSource }
