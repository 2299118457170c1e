'use strict'
// A dump as one HTML file that needs nothing else: no network, no server. What the dead process held is data in it and
// never code: the content security policy allows the one script and the one style sheet of ours, by their hashes.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { ownFile } = require('../../addon/own-files')
const { CrashCollectorError } = require('../../errors')
const { jsonEscape, plain, plainJson } = require('../text/terminal-text')
const { packObjects } = require('./pack-objects')
const { pageData } = require('./page-data')

/** @typedef {import('../../dump/reader').Dump} Dump */

/** scripts/bundle-page.js makes it of page/browser. */
const PAGE_SCRIPT = ownFile('prebuilds', 'page.js')

/**
 * @param {Dump} dump
 * @returns {string} the file's text, UTF-8
 */
function htmlPage (dump) {
  return Array.from(htmlParts(dump)).join('')
}

/**
 * The text of the file piece by piece, because a big dump's text is longer than a string can be. All that can fail with
 * a damaged dump is done before the first piece.
 * @param {Dump} dump
 * @returns {Iterable<string>}
 * @throws {CrashCollectorError} DUMP_DAMAGED, PAGE_NOT_BUILT
 */
function htmlParts (dump) {
  return parts(dump, dataText(JSON.stringify(pageData(dump))), packObjects(dump))
}

/**
 * @param {Dump} dump
 * @param {string} data
 * @param {Iterable<string>} objects
 * @returns {Generator<string, void, void>}
 */
function * parts ({ exception, file }, data, objects) {
  const { script, style } = pageCode()
  const title =
    exception === null
      ? path.basename(file)
      : (exception.message ?? exception.description).split('\n', 1)[0].slice(0, 100)
  yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
  yield `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${hash(script)}'; ` +
    `style-src '${hash(style)}'; base-uri 'none'; form-action 'none'">\n`
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
  yield `<title>${escapeHtml(plain(title))}</title>\n<style>${style}</style>\n</head>\n<body>\n`
  yield '<div id="page"></div>\n<noscript>This page shows the dump by a script of its own: ' +
    'allow scripts for this file, or use crash-collector show.</noscript>\n'
  yield `<script type="application/json" id="dump">${data}</script>\n`
  yield '<script type="text/plain" id="objects">'
  for (const line of objects) yield dataText(line)
  yield `</script>\n<script>${script}</script>\n</body>\n</html>\n`
}

/**
 * @returns {{ script: string, style: string }} code that is the same in every page
 * @throws {CrashCollectorError} PAGE_NOT_BUILT
 */
function pageCode () {
  if (!fs.existsSync(PAGE_SCRIPT)) {
    throw new CrashCollectorError('PAGE_NOT_BUILT', `the script of the page is missing: ${PAGE_SCRIPT}`, {
      hint: 'it comes with the package; in a checkout `npm run build` makes it'
    })
  }
  return {
    script: fs.readFileSync(PAGE_SCRIPT, 'utf8'),
    style: fs.readFileSync(path.join(__dirname, 'browser', 'style.css'), 'utf8')
  }
}

/**
 * Escapes what an HTML parser could take for the end of the script element, and invisible and direction-changing
 * characters, which would deceive people who read the file itself. JSON has none of these characters outside of its
 * strings.
 * @param {string} json
 */
function dataText (json) {
  return plainJson(json).replace(/[<>&]/g, jsonEscape)
}

/** @param {string} text */
function escapeHtml (text) {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

/** @param {string} text */
function hash (text) {
  return `sha256-${crypto.createHash('sha256').update(text).digest('base64')}`
}

module.exports = { PAGE_SCRIPT, htmlPage, htmlParts, pageCode }
