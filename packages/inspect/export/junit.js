'use strict'
// Exports a crash as a test report with one error, in JUnit's XML, which CI servers read.

const { plain } = require('../text/terminal-text')
const { renderDump } = require('../show')
const { exportedCrash, numberFact, textFact } = require('./exported-crash')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {string}
 */
function junitReport (dump, sourceMaps) {
  const { header } = dump
  const { type, message, diagnosis, main } = exportedCrash(dump, sourceMaps)
  const seconds = ((numberFact(dump, 'uptimeMs') ?? 0) / 1000).toFixed(3)
  const where = main === undefined ? 'crash' : main.functionName === '' ? '(anonymous)' : main.functionName
  const text = renderDump(dump, sourceMaps, { columns: 100, all: false, isTerminal: false })
  const suite = {
    name: 'crash-collector',
    tests: '1',
    failures: '0',
    errors: '1',
    skipped: '0',
    time: seconds,
    timestamp: header.time.replace(/(\.\d+)?Z$/, ''),
    hostname: textFact(dump, 'hostname') ?? 'unknown'
  }
  const error = { message: diagnosis === undefined ? message : `${message} (${diagnosis})`, type }
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="crash-collector" tests="1" failures="0" errors="1" time="${seconds}">
  <testsuite${attributes(suite)}>
    <testcase${attributes({ name: where, classname: main?.file ?? header.trigger, time: seconds })}>
      <error${attributes(error)}>${escapeXml(text)}</error>
    </testcase>
  </testsuite>
</testsuites>
`
}

/**
 * Writes attributes. plain() also escapes line ends, because an XML parser would turn a line end in an attribute into a
 * space. The text of the error comes from renderDump(), which has escaped it.
 * @param {Record<string, string>} values
 */
function attributes (values) {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(plain(value))}"`)
    .join('')
}

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * XML 1.0 can't represent most control characters and lone surrogates, so they are replaced.
 * @param {string} text
 */
function escapeXml (text) {
  return (
    text
      .replace(/[&<>"']/g, character => ENTITIES[character])
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu, '\ufffd')
  )
}

module.exports = { junitReport }
