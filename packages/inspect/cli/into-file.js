'use strict'
// Writes what a command prints to the file that `--out` names.

const fs = require('node:fs')
const { notWritten, openOwnerOnly } = require('../dumps/owner-only')

/** @typedef {import('./types').Output} Output */

/**
 * @param {string} file
 * @param {Output} output
 * @param {(output: Output) => Promise<number>} run
 * @returns {Promise<number>} the exit code
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} OUTPUT_NOT_WRITTEN
 */
async function intoFile (file, output, run) {
  /** @type {string[]} */
  const texts = []
  const exitCode = await run({ ...output, isTerminal: false, write: text => texts.push(text) })
  // An error leaves the file as it was.
  if (texts.length > 0) writeAll(file, texts)
  return exitCode
}

/** @param {string} file @param {string[]} texts */
function writeAll (file, texts) {
  let descriptor
  try {
    descriptor = openOwnerOnly(file)
    for (const text of texts) fs.writeFileSync(descriptor, text)
  } catch (cause) {
    throw notWritten(file, cause)
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

module.exports = { intoFile }
