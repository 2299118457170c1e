'use strict'
// Writes a dump in the dying process: synchronously, under a temporary name, and under its own name when it is
// complete. Each section is a gzip member, so the sections that were written can be read whatever happens next, and
// `zcat` reads them all.

const { closeSync, existsSync, fchmodSync, fstatSync, fsyncSync, linkSync } = require('node:fs')
const { openSync, renameSync, unlinkSync, writeSync } = require('node:fs')

const { PARTIAL_SUFFIX } = require('./terms')

const bufferFrom = Buffer.from
const ErrorConstructor = Error
const { get: typedArrayLength } = /** @type {Required<PropertyDescriptor>} */ (
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')
)
/** The built-in length, even if the application has replaced the getter. @type {(bytes: Uint8Array) => number} */
const lengthOf = Function.prototype.call.bind(typedArrayLength)

/** Level 1 is the fastest: the process is waiting to die. */
const COMPRESSION_LEVEL = 1

const OWNER_ONLY = 0o600

/** Number of names that are tried. Containers that share a directory may have the same pids, and die in one second. */
const MAX_NAMES = 100

/** @typedef {(plain: Buffer) => Buffer | undefined} Gzip returns one gzip member; undefined when that fails */

/**
 * Loads a built-in module past the hooks that the application may have put into `require` (from Node.js 20.16 and 22.3
 * on; before, by `require`).
 * @type {(name: 'node:zlib') => typeof import('node:zlib')}
 */
const builtinModule = process.getBuiltinModule ?? require

/** @type {typeof import('node:zlib').gzipSync | undefined} */
let gzipSync

/**
 * Loads zlib. This takes half a millisecond, which a process that does not crash need not pay. Call this at the
 * start if there is no addon to compress.
 */
function loadGzip () {
  gzipSync ??= builtinModule('node:zlib').gzipSync
  return gzipSync
}

/** @type {(plain: Buffer) => Buffer} */
const gzipWithNode = plain => loadGzip()(plain, { level: COMPRESSION_LEVEL })

/**
 * @param {Buffer} plain
 * @param {Gzip} [gzip] by default zlib's
 * @returns {Buffer} a gzip member
 */
function pack (plain, gzip = gzipWithNode) {
  return gzip(plain) ?? gzipWithNode(plain)
}

/** @param {string | Buffer} records */
function toBytes (records) {
  return typeof records === 'string' ? bufferFrom(records) : records
}

class DumpWriter {
  #nextPath
  #path
  #partial
  #descriptor
  #gzip
  #bytes = 0

  /**
   * Opens the file, with mode 0600 less what the umask takes away, under the final name and `.partial`.
   * @param {() => string} nextPath returns a final path, another one at each call
   * @param {Gzip} [gzip] by default zlib's
   * @throws {NodeJS.ErrnoException} of open(2); then no file is left behind
   */
  constructor (nextPath, gzip = gzipWithNode) {
    this.#nextPath = nextPath
    this.#gzip = gzip
    for (let names = 1; ; names++) {
      this.#path = nextPath()
      this.#partial = this.#path + PARTIAL_SUFFIX
      try {
        // wx: does not follow a link and does not overwrite a file.
        this.#descriptor = openSync(this.#partial, 'wx', OWNER_ONLY)
        break
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST' || names === MAX_NAMES) throw error
      }
    }
    // Nothing is called from here on: if V8 terminated that call, nobody would know of the file and remove it.
  }

  /** Gives the owner of the file what the umask has taken away. Never throws. */
  makeReadable () {
    try {
      // Node.js's permission model allows no call of fchmod(2), so none is made without need.
      const isReadable = (fstatSync(this.#descriptor).mode & OWNER_ONLY) === OWNER_ONLY
      if (!isReadable) fchmodSync(this.#descriptor, OWNER_ONLY)
    } catch {} // a file that only root can read is better than none
  }

  /** Bytes written so far, before compression. */
  get bytes () {
    return this.#bytes
  }

  /**
   * Writes one section.
   * @param {string | Buffer} records whole lines, each with its newline
   * @throws {NodeJS.ErrnoException} of write(2), such as ENOSPC; without a code when write(2) writes nothing
   */
  section (records) {
    const plain = toBytes(records)
    const bytes = lengthOf(plain)
    if (bytes === 0) return
    this.#bytes += bytes
    this.write(pack(plain, this.#gzip))
  }

  /**
   * Writes bytes that are packed already.
   * @param {Buffer} packed whole gzip members
   * @throws {NodeJS.ErrnoException} as section()
   */
  write (packed) {
    const size = lengthOf(packed)
    for (let written = 0; written < size;) {
      const more = writeSync(this.#descriptor, packed, written, size - written)
      if (more === 0) throw new ErrorConstructor('the file system takes no more bytes, and says no reason')
      written += more
    }
  }

  /**
   * Replaces bytes that were written.
   * @param {string} text ASCII
   * @param {number} position in the file
   * @throws {NodeJS.ErrnoException} of pwrite(2)
   */
  replace (text, position) {
    writeSync(this.#descriptor, text, position)
  }

  /**
   * Syncs the file to the disk and gives it its name.
   * @returns {string} the path
   * @throws {NodeJS.ErrnoException} of fsync(2), close(2) or rename(2), or of link(2) if all names are taken
   */
  finish () {
    try {
      fsyncSync(this.#descriptor)
    } catch (error) {
      // Node.js refuses fsync under --permission (test/workarounds/fsync-permission.js, Node.js 20 to 26).
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_ACCESS_DENIED') throw error
    }
    return this.#name()
  }

  /**
   * Closes a file to which no more can be written and gives it its name: a reader shows what was written.
   * @returns {string} the path
   * @throws {NodeJS.ErrnoException} of rename(2), or of link(2) if all names are taken
   */
  keep () {
    try {
      this.#close()
    } catch {} // close(2) reports an earlier write error, which is known
    return this.#name()
  }

  /**
   * @returns {string} the path
   * @throws {NodeJS.ErrnoException} of close(2), rename(2) or link(2)
   */
  #name () {
    this.#close()
    for (let names = 1; ; names++) {
      try {
        // rename() would replace a file with the same name.
        linkSync(this.#partial, this.#path)
        break
      } catch (error) {
        if (!existsSync(this.#path)) {
          renameSync(this.#partial, this.#path) // this file system has no links
          return this.#path
        }
        if (names === MAX_NAMES) throw error
      }
      this.#path = this.#nextPath()
    }
    try {
      unlinkSync(this.#partial)
    } catch {} // the dump has its name, and the other one will be pruned
    return this.#path
  }

  /** Closes and removes the file. Never throws. */
  abandon () {
    try {
      this.#close()
    } catch {} // close(2) reports an earlier write error, which is known
    try {
      unlinkSync(this.#partial)
    } catch {} // the dump has its name already, or the directory is gone
  }

  /** Closes the file once: if the process lives on, another file may get the same descriptor. */
  #close () {
    const descriptor = this.#descriptor
    this.#descriptor = -1
    if (descriptor !== -1) closeSync(descriptor)
  }
}

module.exports = { DumpWriter, loadGzip, pack, toBytes }
