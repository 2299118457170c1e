'use strict'
// Writes a dump in the dying process: synchronously, to a temporary name, given its own when complete. Each section is
// a gzip member of its own, so what has been written is readable whatever happens next, and `zcat` reads the whole.

const { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync, writeSync } = require('node:fs')

const { PARTIAL_SUFFIX } = require('./format')

const bufferFrom = Buffer.from
const ErrorConstructor = Error
const { get: typedArrayLength } = /** @type {Required<PropertyDescriptor>} */ (
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')
)
/** Also where the application has replaced it. @type {(bytes: Uint8Array) => number} */
const lengthOf = Function.prototype.call.bind(typedArrayLength)

/** Fast rather than small: the process is waiting to die. */
const COMPRESSION_LEVEL = 1

/** Containers that share a directory share their pids, too, and may all die in one second. */
const MAX_NAMES = 100

/** @typedef {(plain: Buffer) => Buffer | undefined} Gzip makes one gzip member; undefined when it can't */

/**
 * Past whatever the application has hooked into `require`, on Node.js 20.16 and 22.3 on.
 * @type {(name: 'node:zlib') => typeof import('node:zlib')}
 */
const builtinModule = process.getBuiltinModule ?? require

/** @type {typeof import('node:zlib').gzipSync | undefined} */
let gzipSync

/**
 * Loads zlib late: it takes half a millisecond, which is wasted on a process that does not crash. To be called at the
 * start where it will be needed.
 */
function loadGzip () {
  gzipSync ??= builtinModule('node:zlib').gzipSync
  return gzipSync
}

/** @type {(plain: Buffer) => Buffer} */
const gzipWithNode = plain => loadGzip()(plain, { level: COMPRESSION_LEVEL })

class DumpWriter {
  #nextPath
  #path
  #partial
  #descriptor
  #gzip
  #bytes = 0

  /**
   * @param {() => string} nextPath final name, another one each time; the file is written beside it with `.partial`
   *   after its name, mode 0600
   * @param {Gzip} [gzip]
   * @throws {NodeJS.ErrnoException} of open(2); nothing is left behind
   */
  constructor (nextPath, gzip = gzipWithNode) {
    this.#nextPath = nextPath
    this.#gzip = gzip
    for (let names = 1; ; names++) {
      this.#path = nextPath()
      this.#partial = this.#path + PARTIAL_SUFFIX
      try {
        // wx: never through a link or over a file that is there.
        this.#descriptor = openSync(this.#partial, 'wx', 0o600)
        return
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST' || names === MAX_NAMES) throw error
      }
    }
  }

  /** Bytes written so far, before compression. */
  get bytes () {
    return this.#bytes
  }

  /**
   * @param {string | Buffer} records whole lines, each with its newline
   * @throws {NodeJS.ErrnoException} of write(2), such as ENOSPC; one without a code when it writes nothing
   */
  section (records) {
    const plain = typeof records === 'string' ? bufferFrom(records) : records
    const bytes = lengthOf(plain)
    if (bytes === 0) return
    this.#bytes += bytes
    const packed = this.#gzip(plain) ?? gzipWithNode(plain)
    const size = lengthOf(packed)
    for (let written = 0; written < size;) {
      const more = writeSync(this.#descriptor, packed, written, size - written)
      if (more === 0) throw new ErrorConstructor('the file system takes no more bytes, and says no reason')
      written += more
    }
  }

  /**
   * Makes the dump last and gives it its name.
   * @returns {string} the path
   * @throws {NodeJS.ErrnoException}
   */
  finish () {
    try {
      fsyncSync(this.#descriptor)
    } catch (error) {
      // Node.js refuses fsync under --permission (test/workarounds/fsync-permission.js, Node.js 20 to 26).
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_ACCESS_DENIED') throw error
    }
    this.#close()
    for (let names = 1; ; names++) {
      try {
        // A rename would replace what has the name.
        linkSync(this.#partial, this.#path)
        break
      } catch (error) {
        if (!existsSync(this.#path)) {
          renameSync(this.#partial, this.#path) // no links on this file system
          return this.#path
        }
        if (names === MAX_NAMES) throw error
      }
      this.#path = this.#nextPath()
    }
    try {
      unlinkSync(this.#partial)
    } catch {} // pruned one day; the dump has its name
    return this.#path
  }

  /** Leaves nothing behind: half a dump under no name helps nobody. */
  abandon () {
    try {
      this.#close()
    } catch {} // the system says that it could not write, which is known
    try {
      unlinkSync(this.#partial)
    } catch {} // it has its name already, or the directory is gone
  }

  /** Once: in a process that lives, the number is another file's as soon as it is free. */
  #close () {
    const descriptor = this.#descriptor
    this.#descriptor = -1
    if (descriptor !== -1) closeSync(descriptor)
  }
}

module.exports = { DumpWriter, loadGzip }
