'use strict'
// Keeps the last lines that the application wrote to stdout and stderr, if the setting `record` asks for `output`.
// `write` of the streams is wrapped; the output stays the same. The lines are kept in a buffer of fixed size, which
// cannot keep strings of the application alive.

const {
  DataViewBuffer,
  DataViewByteLength,
  DataViewByteOffset,
  TypedArrayBuffer,
  TypedArrayByteLength,
  TypedArrayByteOffset,
  TypedArrayLength,
  bytesOf,
  types
} = require('../../safe/reflection')
const { BufferUtf8Slice, apply, process } = require('../../safe/primordials')
const { END_BYTES, lastLines } = require('./text-files')

const STREAMS = /** @type {const} */ (['stdout', 'stderr'])
const bufferFrom = Buffer.from
const Uint8ArrayConstructor = Uint8Array
const { defineProperty, getOwnPropertyDescriptor } = Object
const { copyWithin, set } = Uint8Array.prototype

/** @typedef {import('./text-files').Written} Written */

/**
 * Begins to keep the output.
 * @returns {(redact: (text: string) => string) => Record<string, Written>} reads the kept output, by the stream's name
 */
function keepOutput () {
  /** @type {Record<string, ReturnType<typeof createByteTail>>} */
  const tails = { __proto__: /** @type {any} */ (null) }
  for (const name of STREAMS) {
    const tail = (tails[name] = createByteTail(END_BYTES))
    whenFirstUsed(name, stream => wrapWrite(stream, tail))
  }
  return redact => {
    /** @type {Record<string, Written>} */
    const written = { __proto__: /** @type {any} */ (null) }
    for (const name in tails) {
      const { totalBytes, ...end } = tails[name].take()
      if (totalBytes > 0) written[name] = { lines: lastLines(end, redact), totalBytes }
    }
    return written
  }
}

/**
 * Calls `use` when the application reads the stream first. Node.js makes a standard stream only then
 * (test/workarounds/lazy-stdout.js, Node.js 20 to 26), and an application may never do it.
 * @param {'stdout' | 'stderr'} name
 * @param {(stream: NodeJS.WriteStream) => void} use
 */
function whenFirstUsed (name, use) {
  const descriptor = getOwnPropertyDescriptor(process, name)
  const get = descriptor?.get
  if (get === undefined || !descriptor?.configurable) return
  let isUsed = false
  defineProperty(process, name, {
    ...descriptor,
    get () {
      const stream = apply(get, process, [])
      // Only once, also if the application has kept this accessor and puts it back.
      if (isUsed) return stream
      isUsed = true
      try {
        defineProperty(process, name, descriptor)
        use(stream)
      } catch {} // nothing is kept, but the application gets its stream in any case
      return stream
    }
  })
}

/**
 * @param {NodeJS.WriteStream} stream
 * @param {ReturnType<typeof createByteTail>} tail
 */
function wrapWrite (stream, tail) {
  const { write } = stream
  const wrapped = /** @this {unknown} */ function (/** @type {unknown} */ chunk, /** @type {unknown} */ encoding) {
    const answer = apply(/** @type {Function} */ (write), this, arguments)
    try {
      tail.add(chunk, encoding)
    } catch {} // the chunk is not kept, but it was written
    return answer
  }
  for (const key of /** @type {const} */ (['name', 'length'])) {
    defineProperty(wrapped, key, { value: write[key], configurable: true })
  }
  defineProperty(stream, 'write', { value: wrapped, writable: true, configurable: true, enumerable: false })
}

/**
 * Keeps the last bytes that were added.
 * @param {number} size number of bytes to keep
 */
function createByteTail (size) {
  // The buffer has twice the size, so that bytes are moved only when both halves are full.
  const bytes = new Uint8ArrayConstructor(2 * size)
  let used = 0
  let totalBytes = 0
  return {
    /**
     * @param {unknown} chunk that a stream has accepted
     * @param {unknown} encoding
     */
    add (chunk, encoding) {
      const whole = writtenBytes(chunk, encoding)
      const length = TypedArrayLength(whole)
      const rest = length > size ? size : length
      if (used + rest > 2 * size) {
        const kept = used < size ? used : size
        apply(copyWithin, bytes, [0, used - kept, used])
        used = kept
      }
      apply(set, bytes, [
        rest === length ? whole : bytesOf(TypedArrayBuffer(whole), TypedArrayByteOffset(whole) + length - rest, rest),
        used
      ])
      used += rest
      totalBytes += length
    },
    take () {
      let start = used > size ? used - size : 0
      // The text must not begin in the middle of a UTF-8 character.
      while (start < used && (bytes[start] & 0xc0) === 0x80) start++
      return { text: BufferUtf8Slice(bytes, start, used), isCut: used - start < totalBytes, totalBytes }
    }
  }
}

/**
 * @param {unknown} chunk
 * @param {unknown} encoding
 * @returns {Uint8Array}
 */
function writtenBytes (chunk, encoding) {
  if (typeof chunk === 'string') {
    return bufferFrom(chunk, typeof encoding === 'string' ? /** @type {BufferEncoding} */ (encoding) : 'utf8')
  }
  return types.isDataView(chunk)
    ? bytesOf(DataViewBuffer(chunk), DataViewByteOffset(chunk), DataViewByteLength(chunk))
    : bytesOf(TypedArrayBuffer(chunk), TypedArrayByteOffset(chunk), TypedArrayByteLength(chunk))
}

module.exports = { keepOutput }
