'use strict'
// A crash in the formats of other tools.

const { jsonText, plain } = require('../text/terminal-text')
const { UsageError } = require('../cli/usage')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */

/**
 * The text of a crash in a format. JSON stands on one line, as an envelope or a collector of lines wants it.
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
 * @param {boolean} json whether the format has to be JSON
 * @throws {UsageError} where there is no such format
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
