'use strict'
// Writes a dump to the first directory that takes it. If a directory takes no more, because its disk is full, all that
// was written moves to the next one. If no directory is left, what was written so far stays where it is.

const { FINISHED, STATE_AT } = require('../../../packages/shared/dump/crash-mark')
const { DumpWriter, pack, toBytes } = require('../../../packages/shared/dump/writer')
const { dataProperty } = require('../../safe/data-property')
const { sep } = require('../../safe/node-builtins')
const { Error, StringIndexOf, StringSlice } = require('../../safe/primordials')
const { TypedArrayLength, bytesOf, TypedArrayBuffer, TypedArrayByteOffset } = require('../../safe/reflection')
const { errorLine } = require('../values/read-error')
const { prepareDirectory } = require('./dump-directory')
const { makeUserDirectory, ownPlaces } = require('./user-directories')

/** The beginning of a dump is kept in memory, for the line on stderr that takes its place if no file can be written. */
const BEGINNING_BYTES = 192 * 1024

/** A file with less is not kept: the mark, the header, the error, and a section that failed. */
const LEAST_SECTIONS = 4

/** @typedef {Error & { errno: number }} FileError by its `errno` record-writer.js knows that no section can follow */

class DumpFile {
  #config
  #nextName
  #gzip
  /** @type {DumpWriter | null} */
  #writer = null
  /** Number of places that were tried. */
  #tried = 0
  /** Sections, to be written again in the next place. @type {Buffer[]} */
  #packed = []
  /** @type {Uint8Array[]} */
  #beginning = []
  #beginningBytes = 0
  #bytes = 0
  /** Why nothing more can be written; null if more can be. @type {string | null} */
  #stopped = null

  /** False as long as the dump lacks its end. */
  isWhole = false

  /** Why the dump is not in the configured directory; null if it is. @type {string | null} */
  problem = null

  /** The directory of the file; null if there is none. @type {string | null} */
  directory = null

  /**
   * @param {Pick<import('../../../packages/shared/config').Config, 'dir' | 'isProjectDir'>} config
   * @param {() => string} nextName returns another name at each call
   * @param {import('../../../packages/shared/dump/writer').Gzip} [gzip]
   */
  constructor (config, nextName, gzip) {
    this.#config = config
    this.#nextName = nextName
    this.#gzip = gzip
  }

  /** Number of bytes written so far, before compression. */
  get bytes () {
    return this.#bytes
  }

  /** @returns {boolean} false: no directory takes a file, and the dump is only the beginning that stays in memory */
  open () {
    this.#openNext()
    if (this.#writer === null) this.#stopped = this.problem ?? 'no directory takes the dump'
    return this.#writer !== null
  }

  /**
   * Writes what comes before the first section.
   * @param {Buffer} mark (packages/shared/dump/crash-mark.js)
   */
  begin (mark) {
    this.#write(mark)
  }

  /**
   * Writes one section. If no place takes it, sections are taken until there are enough for a line on stderr.
   * @param {string | Buffer} records whole lines
   * @throws {FileError} if neither is possible
   */
  section (records) {
    const plain = toBytes(records)
    const bytes = TypedArrayLength(plain)
    if (bytes === 0) return
    this.#bytes += bytes
    this.#keepBeginning(plain, bytes)
    if (this.#stopped === null) this.#write(pack(plain, this.#gzip))
    if (this.#stopped !== null && this.#beginningBytes >= BEGINNING_BYTES) throw fileError(this.#stopped)
  }

  /**
   * @returns {string} the path
   * @throws {FileError} if no place takes the file
   */
  finish () {
    while (this.#writer !== null && this.#stopped === null) {
      try {
        this.#writer.replace(FINISHED, STATE_AT)
        const path = this.#writer.finish()
        this.isWhole = true
        return path
      } catch (error) {
        this.#move(error)
      }
    }
    throw fileError(this.#stopped ?? 'the dump has no file')
  }

  /**
   * Gives a file that can't be completed its name.
   * @returns {string | null} the path; null if there is no file, or nothing in it
   */
  keep () {
    if (this.#writer === null) return null
    try {
      if (this.#packed.length >= LEAST_SECTIONS) return this.#writer.keep()
    } catch {} // the directory is gone
    this.abandon()
    return null
  }

  /** Removes the file. Never throws. */
  abandon () {
    this.#writer?.abandon()
    this.#writer = null
  }

  /** Why nothing more can be written; null if more can be. */
  get stopped () {
    return this.#stopped
  }

  /** @returns {number} size of the sections that the file should have */
  get packedBytes () {
    let bytes = 0
    for (let i = 0; i < this.#packed.length; i++) bytes += TypedArrayLength(this.#packed[i])
    return bytes
  }

  /** @returns {Uint8Array[]} the first records of the dump, not compressed */
  get beginning () {
    return this.#beginning
  }

  /** @param {Buffer} packed */
  #write (packed) {
    this.#packed[this.#packed.length] = packed
    try {
      this.#writer?.write(packed)
    } catch (error) {
      this.#move(error)
    }
  }

  /**
   * Moves all sections to another place. If no other place takes them, the present place stays.
   * @param {unknown} error of the present place
   */
  #move (error) {
    const reason = reasonOf(error)
    this.problem ??= reason
    const full = this.#writer
    const { directory } = this
    this.#openNext()
    if (this.#writer !== null) {
      full?.abandon()
      return
    }
    this.#writer = full
    this.directory = directory
    this.#stopped = reason
  }

  /** Opens a file in the next place that takes all sections. */
  #openNext () {
    this.#writer = null
    this.directory = null
    for (;;) {
      const directory = this.#prepareNext()
      if (directory === null) return
      if (directory === undefined) continue
      /** @type {DumpWriter | undefined} */
      let writer
      try {
        writer = new DumpWriter(() => directory + sep + this.#nextName())
        for (let i = 0; i < this.#packed.length; i++) writer.write(this.#packed[i])
        this.#writer = writer
        this.directory = directory
        writer.makeReadable()
        return
      } catch (error) {
        writer?.abandon()
        this.problem ??= reasonOf(error)
      }
    }
  }

  /** @returns {string | null | undefined} a directory; undefined if it can't be used; null if there are no more */
  #prepareNext () {
    const index = this.#tried++
    try {
      if (index === 0) {
        prepareDirectory(this.#config)
        return this.#config.dir
      }
      const places = ownPlaces()
      if (index > places.length) return null
      makeUserDirectory(places[index - 1])
      return places[index - 1].directory
    } catch (error) {
      this.problem ??= reasonOf(error)
      return undefined
    }
  }

  /**
   * @param {Buffer} plain
   * @param {number} bytes
   */
  #keepBeginning (plain, bytes) {
    const left = BEGINNING_BYTES - this.#beginningBytes
    if (left <= 0) return
    const kept = bytes <= left ? plain : bytesOf(TypedArrayBuffer(plain), TypedArrayByteOffset(plain), left)
    this.#beginning[this.#beginning.length] = kept
    this.#beginningBytes += bytes <= left ? bytes : left
  }
}

/**
 * @param {unknown} error of a file operation
 * @returns {string} such as `EACCES: permission denied`, without the path, which is that of a file with another name
 */
function reasonOf (error) {
  const cause = dataProperty(error, 'cause') ?? error
  const message = dataProperty(cause, 'message')
  if (typeof message !== 'string') return errorLine(error)
  if (typeof dataProperty(cause, 'code') !== 'string') return message
  const end = StringIndexOf(message, ', ')
  return end === -1 ? message : StringSlice(message, 0, end)
}

/**
 * @param {string} message
 * @returns {FileError}
 */
function fileError (message) {
  const error = /** @type {FileError} */ (new Error(message))
  error.errno = 0
  return error
}

module.exports = { DumpFile }
