'use strict'
// Writes the page of a dump to a file or to stdout.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { openOwnerOnly } = require('../dumps/owner-only')
const { jsonText } = require('../text/terminal-text')
const { htmlParts } = require('./page')

/** How many characters are written at a time. */
const CHUNK = 1 << 20
const STDOUT = 1

/**
 * Writes the page of a dump and prints the name of the file.
 * @param {import('../reader').Dump} dump
 * @param {string} file
 * @param {{ output: { write: (text: string) => void }, json: boolean,
 *   runs?: import('../usual/other-dumps').OtherRuns }} options runs: other runs of the same code
 * @throws {CrashCollectorError} PAGE_UNWRITABLE, DUMP_DAMAGED
 */
function writePage (dump, file, { output, json, runs }) {
  const parts = htmlParts(dump, { runs })
  if (isStdout(file)) {
    // The name of the file is not printed, because the output must be the page and nothing else.
    for (const part of parts) output.write(part)
    return
  }
  writeHtml(file, parts)
  const absolute = path.resolve(file)
  output.write(json ? jsonText({ html: absolute, bytes: fs.statSync(file).size }) : `${file}\n`)
}

/**
 * @param {string} file
 * @param {Iterable<string>} parts of its text
 * @throws {CrashCollectorError} PAGE_UNWRITABLE, and what the parts throw
 */
function writeHtml (file, parts) {
  try {
    writeParts(file, parts)
  } catch (cause) {
    throw new CrashCollectorError(
      'PAGE_UNWRITABLE',
      `${file} could not be written: ${cause instanceof Error ? cause.message : cause}`,
      {
        hint: 'name a file in a directory that exists and that you may write to',
        cause
      }
    )
  }
}

/**
 * @param {string} file
 * @param {Iterable<string>} parts
 */
function writeParts (file, parts) {
  const descriptor = openOwnerOnly(file)
  let isWhole = false
  try {
    let text = ''
    for (const part of parts) {
      text += part
      if (text.length < CHUNK) continue
      fs.writeFileSync(descriptor, text)
      text = ''
    }
    fs.writeFileSync(descriptor, text)
    isWhole = true
  } finally {
    const isFile = fs.fstatSync(descriptor).isFile()
    fs.closeSync(descriptor)
    if (isFile && !isWhole) fs.rmSync(file, { force: true })
  }
}

/**
 * True if a file is stdout, such as `/dev/stdout`. If stdout is a file and this one were opened again, both would write
 * from its beginning.
 * @param {string} file
 */
function isStdout (file) {
  try {
    const [named, stdout] = [fs.statSync(file), fs.fstatSync(STDOUT)]
    return named.dev === stdout.dev && named.ino === stdout.ino
  } catch {
    return false // the file does not exist, or there is no stdout
  }
}

module.exports = { writeHtml, writePage }
