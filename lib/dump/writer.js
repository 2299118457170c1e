'use strict'
// Writes a dump in the dying process: synchronously, to a temporary name, renamed when complete. Each section is a gzip
// member of its own, so what has been written is readable whatever happens next, and `zcat` reads the whole.

const { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } = require('node:fs')

const { PARTIAL_SUFFIX } = require('./format')

const bufferFrom = Buffer.from

/** Fast rather than small: the process is waiting to die. */
const COMPRESSION_LEVEL = 1

/** @typedef {(plain: Buffer) => Buffer | undefined} Gzip makes one gzip member; undefined when it can't */

/** @type {(plain: Buffer) => Buffer} loads zlib late: it takes half a millisecond, which is wasted on a process that does not crash */
const gzipWithNode = plain => (process.getBuiltinModule?.('node:zlib') ?? require('node:zlib')).gzipSync(plain, { level: COMPRESSION_LEVEL })

class DumpWriter {
  #path
  #descriptor
  #gzip
  #bytes = 0

  /**
   * @param {string} path final name; the file is written beside it with `.partial` after its name, mode 0600
   * @param {Gzip} [gzip]
   * @throws {NodeJS.ErrnoException} of open(2); nothing is left behind
   */
  constructor (path, gzip = gzipWithNode) {
    this.#path = path
    this.#gzip = gzip
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
    const plain = typeof records === 'string' ? bufferFrom(records) : records
    this.#bytes += plain.length
    const packed = this.#gzip(plain) ?? gzipWithNode(plain)
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
