'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('../../errors')
const { openOwnerOnly } = require('../owner-only')
const { jsonText } = require('../terminal-text')
const { htmlParts } = require('./page')

/** Characters that are written at a time. */
const CHUNK = 1 << 20

/**
 * Writes the page of a dump and says where it is.
 * @param {import('../../dump/reader').Dump} dump
 * @param {string} file
 * @param {{ output: import('../command-line').Output, json: boolean }} options
 * @throws {CrashCollectorError} PAGE_UNWRITABLE
 */
function writePage (dump, file, { output, json }) {
  try {
    writeParts(file, htmlParts(dump))
  } catch (cause) {
    if (cause instanceof CrashCollectorError) throw cause // the dump is damaged
    throw new CrashCollectorError('PAGE_UNWRITABLE', `${file} could not be written: ${cause instanceof Error ? cause.message : cause}`, {
      hint: 'name a file in a directory that exists and that you may write to', cause
    })
  }
  const absolute = path.resolve(file)
  output.write(json ? jsonText({ html: absolute, bytes: fs.statSync(file).size }) : `${file}\n`)
}

/**
 * @param {string} file
 * @param {Iterable<string>} parts
 */
function writeParts (file, parts) {
  const descriptor = openOwnerOnly(file)
  try {
    let text = ''
    for (const part of parts) {
      text += part
      if (text.length < CHUNK) continue
      fs.writeFileSync(descriptor, text)
      text = ''
    }
    fs.writeFileSync(descriptor, text)
  } finally {
    fs.closeSync(descriptor)
  }
}

module.exports = { writePage }
