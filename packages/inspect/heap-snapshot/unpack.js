'use strict'
// Unpacks a heap snapshot that src/heap/heap_packer.h has packed. The result is the JSON that V8 wrote, byte for byte.
// It comes in pieces, so that a big snapshot is never in memory as a whole. The file may be hostile, so every length is
// checked.

const fs = require('node:fs')
const zlib = require('node:zlib')
const { CrashCollectorError } = require('crash-collector-shared/errors')

const MAGIC = Buffer.from('CCHEAP1\n')
/** Kinds of chunks. */
const TEXT = 0
const NODES = 1
const EDGES = 2
const ROWS = 3
const SETTINGS = 4
const OBJECTS = 5

const MAX_COLUMNS = 16
const EDGE_COLUMNS = 3
const MAX_ROWS = 1 << 16
const MAX_CHUNK_BYTES = 32 * 1024 * 1024
const MAX_DIGITS = 16
const TYPES = 64
const TARGETS = 1 << 16
/** V8's type for edges that have an index instead of a name. */
const ELEMENT = 1
const CHUNK_BYTES = 256 * 1024
const MAX_BYTES_AT_ONCE = 1024 ** 3
/** A hostile file can unpack to many thousand times its size, a heap to a tenth of this. */
const MAX_RATIO = 200
/** The text may have so many bytes in any case. */
const ALLOWED_BYTES = 1024 ** 3

const COMMA = 44
const NEWLINE = 10
const ZERO = 48

/**
 * Receives rows as numbers instead of their text. A sink may omit a method; then those rows stay text.
 * @typedef {object} RowSink
 * @property {(row: number[]) => void} [node]
 * @property {(type: number, name: number, target: number) => void} [edge] target: the position of the node in the list
 *   of nodes
 * @property {(json: string) => void} settings
 * @property {(idPrefix: string, died: number, known: Map<number, number>) => void} objects known: number of the object
 *   -> id of its node; died: how many objects had been collected
 */

/**
 * @param {string} file
 * @param {RowSink | null} [sink]
 * @param {number} [allowedBytes] for tests
 * @returns {AsyncGenerator<Buffer, void, void>} pieces of JSON without the rows that a sink takes; if the file is only
 *   compressed and not packed, its contents
 * @throws {CrashCollectorError} HEAP_SNAPSHOT_DAMAGED
 */
async function * heapSnapshotText (file, sink = null, allowedBytes = ALLOWED_BYTES) {
  const input = fs.createReadStream(file)
  const gunzip = zlib.createGunzip({ chunkSize: CHUNK_BYTES })
  input.on('error', error => gunzip.destroy(error))
  const unpacker = new Unpacker(sink)
  try {
    let left = Math.max(allowedBytes, fs.statSync(file).size * MAX_RATIO)
    for await (const part of input.pipe(gunzip)) {
      for (const text of unpacker.add(part)) {
        left -= text.length
        if (left < 0) throw damaged('it unpacks to far more than a heap')
        yield text
      }
    }
    unpacker.end()
  } catch (error) {
    if (error instanceof CrashCollectorError) throw error
    throw damaged(error instanceof Error ? error.message : String(error), error)
  } finally {
    input.destroy()
    gunzip.destroy()
  }
}

/**
 * Does the same synchronously. The unpacked file is in memory meanwhile, which is a fraction of the JSON.
 * @param {string} file
 * @param {RowSink} sink
 * @returns {Generator<Buffer, void, void>}
 * @throws {CrashCollectorError} HEAP_SNAPSHOT_DAMAGED
 */
function * heapSnapshotTextNow (file, sink) {
  const unpacker = new Unpacker(sink)
  try {
    const packed = zlib.gunzipSync(fs.readFileSync(file), {
      chunkSize: CHUNK_BYTES,
      maxOutputLength: MAX_BYTES_AT_ONCE
    })
    for (let at = 0; at < packed.length; at += CHUNK_BYTES) yield * unpacker.add(packed.subarray(at, at + CHUNK_BYTES))
    unpacker.end()
  } catch (error) {
    if (error instanceof CrashCollectorError) throw error
    throw damaged(error instanceof Error ? error.message : String(error), error)
  }
}

/**
 * @param {string} why
 * @param {unknown} [cause]
 */
function damaged (why, cause) {
  return new CrashCollectorError('HEAP_SNAPSHOT_DAMAGED', `the heap snapshot can't be read: ${why}`, {
    hint: 'the process may have been killed while it was written',
    cause
  })
}

/** Thrown and caught in this file when a chunk is not complete yet. */
const MORE = Symbol('more')

class Unpacker {
  #sink
  /** @type {Buffer} */
  #pending = Buffer.alloc(0)
  #at = 0
  /** @type {boolean | null} null until the first bytes are read */
  #packed = null
  #nodes = false
  #columns = 0
  #nodeColumns = 0
  #first = true
  #newlines = false
  #lastId = 0
  #lastName = new Float64Array(TYPES)
  #lastTarget = new Float64Array(TARGETS)

  /** @param {RowSink | null} sink */
  constructor (sink) {
    this.#sink = sink
  }

  end () {
    if (this.#pending.length > 0) throw damaged('it was cut short')
  }

  /**
   * @param {Buffer} part
   * @returns {Generator<Buffer, void, void>}
   */
  * add (part) {
    this.#pending = this.#pending.length === 0 ? part : Buffer.concat([this.#pending, part])
    if (this.#packed === null) {
      if (this.#pending.length < MAGIC.length) return
      this.#packed = this.#pending.subarray(0, MAGIC.length).equals(MAGIC)
      if (this.#packed) this.#pending = this.#pending.subarray(MAGIC.length)
    }
    if (!this.#packed) {
      yield this.#pending
      this.#pending = Buffer.alloc(0)
      return
    }
    for (let from = 0; ;) {
      this.#at = from
      try {
        const text = this.#chunk()
        from = this.#at
        if (text !== null) yield text
      } catch (error) {
        if (error !== MORE) throw error
        this.#pending = this.#pending.subarray(from)
        if (this.#pending.length > MAX_CHUNK_BYTES) throw damaged('a piece of it is too long')
        return
      }
    }
  }

  /** @returns {Buffer | null} */
  #chunk () {
    const kind = this.#byte()
    switch (kind) {
      case TEXT:
        return this.#take(this.#number())
      case NODES:
      case EDGES: {
        const columns = this.#number()
        if (
          kind === NODES ? columns < 3 || columns > MAX_COLUMNS : columns !== EDGE_COLUMNS || this.#nodeColumns === 0
        ) {
          throw damaged(`${columns} columns`)
        }
        const newlines = this.#number()
        if (newlines > 1) throw damaged(`rows that end with ${newlines}`)
        this.#newlines = newlines === 1
        this.#nodes = kind === NODES
        this.#columns = columns
        if (this.#nodes) this.#nodeColumns = columns
        this.#first = true
        this.#lastId = 0
        this.#lastName.fill(0)
        return null
      }
      case ROWS:
        return this.#rows()
      case SETTINGS: {
        const json = this.#take(this.#number())
        this.#sink?.settings(json.toString('utf8'))
        return null
      }
      case OBJECTS:
        return this.#objects()
      default:
        throw damaged(`a piece of the unknown kind ${kind}`)
    }
  }

  /** @returns {null} */
  #objects () {
    const prefix = this.#take(this.#number()).toString('latin1')
    const died = this.#number()
    const count = this.#number()
    const column = new Column(this.#take(this.#number()))
    if (this.#sink === null) return null
    const known = new Map()
    let number = 0
    let node = 0
    for (let i = 0; i < count; i++) {
      number += column.number()
      node += column.difference()
      known.set(number, node)
    }
    this.#sink.objects(prefix, died, known)
    return null
  }

  /** @param {number} count @param {Column[]} columns */
  #sinkRows (count, columns) {
    const { node, edge } = /** @type {Required<RowSink>} */ (this.#sink)
    const row = new Array(columns.length).fill(0)
    for (let i = 0; i < count; i++) {
      const type = (row[0] = columns[0].number())
      if (type >= TYPES) throw damaged(`the type ${type}`)
      const name = (row[1] = this.#lastName[type] += columns[1].difference())
      if (!this.#nodes) {
        edge(type, name, this.#target(type, name, columns[2].difference()))
        continue
      }
      row[2] = this.#lastId += columns[2].difference()
      for (let n = 3; n < columns.length; n++) row[n] = columns[n].number()
      node(row)
    }
  }

  /** @returns {Buffer | null} */
  #rows () {
    const count = this.#number()
    if (count > MAX_ROWS || this.#columns === 0) throw damaged(`${count} rows`)
    const columns = []
    for (let i = 0; i < this.#columns; i++) columns[i] = new Column(this.#take(this.#number()))
    if (this.#sink?.node !== undefined) {
      this.#sinkRows(count, columns)
      return null
    }
    const text = Buffer.allocUnsafe(count * this.#columns * (MAX_DIGITS + 1) + count)
    let at = 0
    for (let row = 0; row < count; row++) {
      if (!this.#first) text[at++] = COMMA
      this.#first = false
      const type = columns[0].number()
      if (type >= TYPES) throw damaged(`the type ${type}`)
      at = writeNumber(text, at, type)
      text[at++] = COMMA
      const name = (this.#lastName[type] += columns[1].difference())
      at = writeNumber(text, at, name)
      text[at++] = COMMA
      at = writeNumber(
        text,
        at,
        this.#nodes ? (this.#lastId += columns[2].difference()) : this.#target(type, name, columns[2].difference())
      )
      for (let i = 3; i < this.#columns; i++) {
        text[at++] = COMMA
        at = writeNumber(text, at, columns[i].number())
      }
      if (this.#newlines) text[at++] = NEWLINE
    }
    return text.subarray(0, at)
  }

  /**
   * @param {number} type
   * @param {number} name
   * @param {number} difference
   */
  #target (type, name, difference) {
    const hash = Math.imul(type === ELEMENT ? 0 : name | 0, 0x9e3779b1) >>> 16
    const slot = (hash ^ (type << 12)) & (TARGETS - 1)
    this.#lastTarget[slot] += difference
    return this.#lastTarget[slot] * this.#nodeColumns
  }

  #byte () {
    if (this.#at >= this.#pending.length) throw MORE
    return this.#pending[this.#at++]
  }

  #number () {
    let number = 0
    for (let scale = 1; scale <= 2 ** 42; scale *= 128) {
      const byte = this.#byte()
      number += (byte & 127) * scale
      if (byte < 128) return number
    }
    throw damaged('a number is too long')
  }

  /** @param {number} length */
  #take (length) {
    if (length > MAX_CHUNK_BYTES) throw damaged('a piece of it is too long')
    if (this.#at + length > this.#pending.length) throw MORE
    this.#at += length
    return this.#pending.subarray(this.#at - length, this.#at)
  }
}

class Column {
  #bytes
  #at = 0

  /** @param {Buffer} bytes */
  constructor (bytes) {
    this.#bytes = bytes
  }

  number () {
    let number = 0
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      if (this.#at >= this.#bytes.length) break
      const byte = this.#bytes[this.#at++]
      number += (byte & 127) * scale
      if (byte < 128) return number
    }
    throw damaged('a number is cut short')
  }

  difference () {
    const number = this.number()
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2
  }
}

/**
 * @param {Buffer} text
 * @param {number} at
 * @param {number} number
 * @returns {number} the position after the number
 */
function writeNumber (text, at, number) {
  if (!(number >= 0 && number < 1e16)) throw damaged(`the number ${number}`)
  let digits = 1
  for (let power = 10; power <= number; power *= 10) digits++
  let rest = number
  for (let i = at + digits - 1; i >= at; i--) {
    const next = Math.floor(rest / 10)
    text[i] = ZERO + (rest - next * 10)
    rest = next
  }
  return at + digits
}

module.exports = { damaged, heapSnapshotText, heapSnapshotTextNow }
