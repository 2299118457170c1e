'use strict'
// Creates files with contents of a dump. Like the dump, only their owner may read them.

const fs = require('node:fs')
const { CrashCollectorError } = require('crash-collector-shared/errors')

const OWNER_ONLY = 0o600

/**
 * Opens a file for writing and empties it.
 * @param {string} file
 * @returns {number} its descriptor
 */
function openOwnerOnly (file) {
  const descriptor = fs.openSync(file, 'w', OWNER_ONLY)
  try {
    // openSync() sets the mode of a new file only. A device or a pipe keeps its own mode.
    if (fs.fstatSync(descriptor).isFile()) fs.fchmodSync(descriptor, OWNER_ONLY)
  } catch {} // another user's file, or a file system without modes: the mode can't be changed
  return descriptor
}

/**
 * @param {string} file
 * @param {unknown} cause
 * @returns {CrashCollectorError} OUTPUT_NOT_WRITTEN
 */
function notWritten (file, cause) {
  const hint = 'check that its directory exists and has room'
  return new CrashCollectorError('OUTPUT_NOT_WRITTEN', `${file} can't be written: ${String(cause)}`, { hint, cause })
}

module.exports = { notWritten, openOwnerOnly }
