'use strict'
// Exports a crash in the formats of other tools.

const { jsonText, plain } = require('../text/terminal-text')
const { UsageError } = require('../cli/usage')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */

/**
 * Makes the text of a crash by format. JSON stands on one line, as envelopes and line-based collectors need it.
 * @type {Record<string, (dump: Dump, sourceMaps: SourceMaps) => string>}
 */
const FORMATS = {
  sentry: (dump, sourceMaps) => jsonText(require('./sentry').sentryEvent(dump, sourceMaps), 0),
  otlp: (dump, sourceMaps) => jsonText(require('./otlp').otlpRequest(dump, sourceMaps), 0),
  junit: (dump, sourceMaps) => require('./junit').junitReport(dump, sourceMaps),
  github: (dump, sourceMaps) => require('./github').githubAnnotation(dump, sourceMaps)
}
const JSON_FORMATS = new Set(['sentry', 'otlp'])

/**
 * @param {string} format
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {string}
 * @throws {UsageError} as checkFormat()
 */
function exportDump (format, dump, sourceMaps) {
  checkFormat(format, false)
  return FORMATS[format](dump, sourceMaps)
}

/**
 * @param {string} format
 * @param {boolean} json true if the output must be JSON
 * @throws {UsageError} if there is no such format, or if it is not JSON
 */
function checkFormat (format, json) {
  if (!Object.hasOwn(FORMATS, format)) {
    throw new UsageError(`there is no format ${plain(format)}; there are ${Object.keys(FORMATS).join(', ')}`)
  }
  if (json && !JSON_FORMATS.has(format)) {
    throw new UsageError(`--format ${format} prints no JSON; ${[...JSON_FORMATS].join(' and ')} do`)
  }
}

module.exports = { exportDump, checkFormat }
