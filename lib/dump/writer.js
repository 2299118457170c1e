'use strict'
// Writes a dump in the dying process: synchronously, to a temporary name, renamed when complete. Each section is a gzip
// member of its own, so what has been written is readable whatever happens next, and `zcat` reads the whole.

const { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } = require('node:fs')

const { PARTIAL_SUFFIX } = require('./format')

/** @type {typeof import('node:zlib') | undefined} */
let zlib

/** Fast rather than small: the process is waiting to die. */
const COMPRESSION_LEVEL = 1

class DumpWriter {
  #path
  #descriptor
  #bytes = 0

  /**
   * @param {string} path final name; the file is written beside it with `.partial` after its name, mode 0600
   * @throws {NodeJS.ErrnoException} of open(2); nothing is left behind
   */
  constructor (path) {
    this.#path = path
    // wx: never through a link or over a file that is there.
    this.#descriptor = openSync(path + PARTIAL_SUFFIX, 'wx', 0o600)
  }

  /** Bytes written so far, before compression. */
  get bytes () {
    return this.#bytes
  }

  /**
   * @param {string | Buffer} records whole lines, each with its newline
   * @throws {NodeJS.ErrnoException} of write(2), such as ENOSPC
   */
  section (records) {
    if (records.length === 0) return
    zlib ??= process.getBuiltinModule?.('node:zlib') ?? require('node:zlib')
    const plain = typeof records === 'string' ? Buffer.from(records) : records
    this.#bytes += plain.length
    const packed = zlib.gzipSync(plain, { level: COMPRESSION_LEVEL })
    for (let written = 0; written < packed.length;) {
      written += writeSync(this.#descriptor, packed, written, packed.length - written)
    }
  }

  /**
   * Makes the dump last and gives it its name.
   * @returns {string} the path
   * @throws {NodeJS.ErrnoException}
   */
  finish () {
    fsyncSync(this.#descriptor)
    closeSync(this.#descriptor)
    renameSync(this.#path + PARTIAL_SUFFIX, this.#path)
    return this.#path
  }

  /** Leaves nothing behind: half a dump under no name helps nobody. */
  abandon () {
    try {
      closeSync(this.#descriptor)
    } catch {} // closed already
    try {
      unlinkSync(this.#path + PARTIAL_SUFFIX)
    } catch {} // renamed already, or the directory is gone
  }
}

module.exports = { DumpWriter }
