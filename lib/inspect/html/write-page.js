'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('../../errors')
const { htmlPage } = require('./page')

/** As the dump itself: it holds the same values. */
const OWNER_ONLY = 0o600

/**
 * Writes the page of a dump and says where it is.
 * @param {import('../../dump/reader').Dump} dump
 * @param {string} file
 * @param {{ output: import('../command-line').Output, json: boolean }} options
 * @throws {CrashCollectorError} PAGE_UNWRITABLE
 */
function writePage (dump, file, { output, json }) {
  const text = htmlPage(dump)
  try {
    fs.writeFileSync(file, text, { mode: OWNER_ONLY })
  } catch (cause) {
    throw new CrashCollectorError('PAGE_UNWRITABLE', `${file} could not be written: ${cause instanceof Error ? cause.message : cause}`, {
      hint: 'name a file in a directory that exists and that you may write to', cause
    })
  }
  const absolute = path.resolve(file)
  output.write(json ? `${JSON.stringify({ html: absolute, bytes: fs.statSync(file).size }, null, 2)}\n` : `${file}\n`)
}

module.exports = { writePage }
