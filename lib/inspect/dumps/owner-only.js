'use strict'
// Files that hold what a dump holds, and so are for their owner alone, as the dump is.

const fs = require('node:fs')

const OWNER_ONLY = 0o600

/**
 * Opens a file for writing, empty.
 * @param {string} file
 * @returns {number} its descriptor
 */
function openOwnerOnly (file) {
  const descriptor = fs.openSync(file, 'w', OWNER_ONLY)
  try {
    // A mode is only given to a new file; a device or a pipe keeps its own.
    if (fs.fstatSync(descriptor).isFile()) fs.fchmodSync(descriptor, OWNER_ONLY)
  } catch {} // another user's file, or a file system without modes: nothing better can be done there
  return descriptor
}

module.exports = { openOwnerOnly }
