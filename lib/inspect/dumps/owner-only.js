'use strict'
// Files that hold contents of a dump: like the dump, they may be read by their owner only.

const fs = require('node:fs')

const OWNER_ONLY = 0o600

/**
 * Opens an empty file for writing.
 * @param {string} file
 * @returns {number} its descriptor
 */
function openOwnerOnly (file) {
  const descriptor = fs.openSync(file, 'w', OWNER_ONLY)
  try {
    // openSync() gives the mode only to a new file; a device or a pipe keeps its own mode.
    if (fs.fstatSync(descriptor).isFile()) fs.fchmodSync(descriptor, OWNER_ONLY)
  } catch {} // another user's file, or a file system without modes: nothing better can be done there
  return descriptor
}

module.exports = { openOwnerOnly }
