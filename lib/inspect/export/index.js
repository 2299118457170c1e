'use strict'
// A crash in the words of other tools.

const { plain, plainJson } = require('../terminal-text')
const { UsageError } = require('../usage-error')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../source-map').SourceMaps} SourceMaps */

/** JSON stands on one line, as an envelope or a collector of lines wants it. @type {Record<string, (dump: Dump, sourceMaps: SourceMaps) => string>} */
const FORMATS = {
  sentry: (dump, sourceMaps) => plainJson(JSON.stringify(require('./sentry').sentryEvent(dump, sourceMaps))) + '\n',
  otlp: (dump, sourceMaps) => plainJson(JSON.stringify(require('./otlp').otlpRequest(dump, sourceMaps))) + '\n',
  junit: (dump, sourceMaps) => require('./junit').junitReport(dump, sourceMaps),
  github: (dump, sourceMaps) => require('./github').githubAnnotation(dump, sourceMaps)
}

/**
 * @param {string} format
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {string}
 * @throws {UsageError}
 */
function exportDump (format, dump, sourceMaps) {
  if (!Object.hasOwn(FORMATS, format)) throw new UsageError(`there is no format ${plain(format)}; there are ${Object.keys(FORMATS).join(', ')}`)
  return FORMATS[format](dump, sourceMaps)
}

module.exports = { exportDump }
