'use strict'
// Writes a dump as one HTML file that needs no network and no server. The values of the dead process are data in the
// file and never code: the content security policy allows only our script and our style sheet, by their hashes.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { eventTitle } = require('../crash/title')
const { jsonEscape, plain, plainJson } = require('../text/terminal-text')
const { packObjects } = require('./pack-objects')
const { markdownOf } = require('./markdown')
const { pageData } = require('./page-data')
const { escapeHtml, staticPage } = require('./static-page')
const { summaryOf } = require('./summary')

/** @typedef {import('../reader').Dump} Dump */

/** Made by scripts/build/bundle-page.js from page/browser. */
const PAGE_SCRIPT = path.join(__dirname, '..', 'prebuilds', 'page.js')

/**
 * @param {Dump} dump
 * @returns {string} the text of the file; it must be written as UTF-8
 */
function htmlPage (dump) {
  return Array.from(htmlParts(dump)).join('')
}

/**
 * The text of the file in pieces, because the text of a big dump exceeds V8's string length. Everything that can fail
 * on a damaged dump is done before the first piece.
 * @param {Dump} dump
 * @param {{ common?: string[], runs?: import('../usual/other-dumps').OtherRuns }} [options] common: what the crashes of
 *   its group have in common; runs: dumps in which functions of the crash ran as well
 * @returns {Iterable<string>}
 * @throws {CrashCollectorError} DUMP_DAMAGED, PAGE_NOT_BUILT
 */
function htmlParts (dump, { common = [], runs } = {}) {
  const data = { ...pageData(dump, runs), common }
  const summary = summaryOf(dump, data)
  const json = JSON.stringify({ ...data, markdown: markdownOf(summary) })
  return parts(dump, { summary: staticPage(summary), data: dataText(json), objects: packObjects(dump) })
}

/**
 * @param {Dump} dump
 * @param {{ summary: string, data: string, objects: Iterable<string> }} contents
 * @returns {Generator<string, void, void>}
 */
function * parts (dump, { summary, data, objects }) {
  const { exception, file } = dump
  const { script, style } = pageCode()
  const title =
    exception === null
      ? (eventTitle(dump) ?? path.basename(file))
      : (exception.message ?? exception.description).split('\n', 1)[0].slice(0, 100)
  yield pageHead({ title, style, script })
  yield `<div id="page">\n${summary}\n</div>\n<noscript><footer>This is the summary of the dump. ` +
    'With scripts allowed for this file, the page shows all of it and has a search.</footer></noscript>\n'
  yield `<script type="application/json" id="dump">${data}</script>\n`
  yield '<script type="text/plain" id="objects">'
  for (const line of objects) yield dataText(line)
  yield `</script>\n<script>${script}</script>\n</body>\n</html>\n`
}

/**
 * @param {{ title: string, style: string, script?: string }} page
 * @returns {string} what stands before the contents, with a policy that allows nothing but this style and this script
 */
function pageHead ({ title, style, script }) {
  const scripts = script === undefined ? '' : `script-src '${hash(script)}'; `
  return '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${scripts}` +
    `style-src '${hash(style)}'; base-uri 'none'; form-action 'none'">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n' +
    `<title>${escapeHtml(plain(title))}</title>\n<style>${style}</style>\n</head>\n<body>\n`
}

/**
 * @returns {{ script: string, style: string }} the code, which is the same in every page
 * @throws {CrashCollectorError} PAGE_NOT_BUILT
 */
function pageCode () {
  if (!fs.existsSync(PAGE_SCRIPT)) {
    throw new CrashCollectorError('PAGE_NOT_BUILT', `the script of the page is missing: ${PAGE_SCRIPT}`, {
      hint: 'it comes with the package; in a checkout `npm run build` makes it'
    })
  }
  return { script: fs.readFileSync(PAGE_SCRIPT, 'utf8'), style: pageStyle() }
}

function pageStyle () {
  return fs.readFileSync(path.join(__dirname, 'browser', 'style.css'), 'utf8')
}

/**
 * Escapes characters with which an HTML parser could end the script element, and invisible and direction-changing
 * characters, which would mislead readers of the file itself. In JSON these characters occur only inside strings.
 * @param {string} json
 */
function dataText (json) {
  return plainJson(json).replace(/[<>&]/g, jsonEscape)
}

/** @param {string} text */
function hash (text) {
  return `sha256-${crypto.createHash('sha256').update(text).digest('base64')}`
}

module.exports = { PAGE_SCRIPT, htmlPage, htmlParts, pageCode, pageHead, pageStyle }
