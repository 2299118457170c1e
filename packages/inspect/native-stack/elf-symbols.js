'use strict'
// Finds the names of functions in an executable or shared object of Linux (elf(5), 64 bits, little-endian). The path
// comes from a dump, which may be hostile, and the file may be any: only a regular file with the wanted build id is
// read, and all sizes are limited.

const fs = require('node:fs')

const HEADER_BYTES = 64
const SEGMENT_BYTES = 56
const SECTION_BYTES = 64
const SYMBOL_BYTES = 24
const PT_NOTE = 4
const SHT_SYMTAB = 2
const SHT_DYNSYM = 11
const STT_FUNC = 2
const NT_GNU_BUILD_ID = 3
const MAX_PARTS = 4096
const MAX_NOTE_BYTES = 65_536
const MAX_SYMBOL_BYTES = 256 * 1024 ** 2
const MAX_NAME_BYTES = 4096
/** A function whose size the file does not tell, as some written in assembly, is believed to have so many bytes. */
const USUAL_BYTES = 4096n

/** @typedef {{ value: bigint, end: bigint, nameAt: number }} Found */

/**
 * @param {string} file
 * @param {string} buildId hex; of the file as it was loaded
 * @param {bigint[]} addresses within the file
 * @returns {(string | undefined)[]} for each address the symbol that holds it; none if the file is another one, or
 *   cannot be read
 */
function symbolsAt (file, buildId, addresses) {
  const nothing = addresses.map(() => undefined)
  /** @type {number | undefined} */
  let descriptor
  try {
    // A path of another system would mean another file here, and one with a host's name would ask that host.
    if (process.platform !== 'linux' || !file.startsWith('/') || !fs.statSync(file).isFile()) return nothing
    descriptor = fs.openSync(file, 'r')
    const parts = readParts(descriptor)
    if (parts === undefined || !parts.notes.some(notes => buildIdOf(notes) === buildId)) return nothing
    return namesIn(descriptor, parts.tables, addresses)
  } catch {
    return nothing // it is gone, may not be read, or is damaged
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

/**
 * @param {number} descriptor
 * @param {number} position
 * @param {number} size
 * @returns {Buffer} shorter at the end of the file
 */
function readAt (descriptor, position, size) {
  const bytes = Buffer.alloc(size)
  const count = fs.readSync(descriptor, bytes, 0, size, position)
  return bytes.subarray(0, count)
}

/** @typedef {{ type: number, offset: number, size: number, link: number }} Section */

/** @param {number} descriptor */
function readParts (descriptor) {
  const header = readAt(descriptor, 0, HEADER_BYTES)
  const isElf = header.length === HEADER_BYTES && header.readUInt32BE(0) === 0x7f454c46
  if (!isElf || header[4] !== 2 || header[5] !== 1) return undefined
  const segmentCount = Math.min(header.readUInt16LE(56), MAX_PARTS)
  const sectionCount = Math.min(header.readUInt16LE(60), MAX_PARTS)
  const segments = readAt(descriptor, numberAt(header, 32), segmentCount * SEGMENT_BYTES)
  const sections = readAt(descriptor, numberAt(header, 40), sectionCount * SECTION_BYTES)
  const notes = []
  for (let at = 0; at + SEGMENT_BYTES <= segments.length; at += SEGMENT_BYTES) {
    const size = numberAt(segments, at + 32)
    if (segments.readUInt32LE(at) !== PT_NOTE || size > MAX_NOTE_BYTES) continue
    notes.push(readAt(descriptor, numberAt(segments, at + 8), size))
  }
  /** @type {Section[]} */
  const all = []
  for (let at = 0; at + SECTION_BYTES <= sections.length; at += SECTION_BYTES) {
    all.push({
      type: sections.readUInt32LE(at + 4),
      offset: numberAt(sections, at + 24),
      size: numberAt(sections, at + 32),
      link: sections.readUInt32LE(at + 40)
    })
  }
  // The whole table is preferred to that of the dynamic linker.
  const tables = [SHT_SYMTAB, SHT_DYNSYM].flatMap(wanted =>
    all.flatMap(({ type, offset, size, link }) =>
      type === wanted && size <= MAX_SYMBOL_BYTES && link < all.length
        ? [{ offset, size, names: all[link].offset }]
        : []
    )
  )
  return { notes, tables }
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 */
function numberAt (bytes, at) {
  return Number(bytes.readBigUInt64LE(at))
}

/** @param {Buffer} notes */
function buildIdOf (notes) {
  const padded = (/** @type {number} */ size) => Math.ceil(size / 4) * 4
  for (let at = 0; at + 12 <= notes.length;) {
    const content = at + 12 + padded(notes.readUInt32LE(at))
    const size = notes.readUInt32LE(at + 4)
    const isGnu = notes.toString('latin1', at + 12, at + 16) === 'GNU\0'
    if (isGnu && notes.readUInt32LE(at + 8) === NT_GNU_BUILD_ID) return notes.toString('hex', content, content + size)
    at = content + padded(size)
  }
  return undefined
}

/**
 * @param {number} descriptor
 * @param {{ offset: number, size: number, names: number }[]} tables
 * @param {bigint[]} addresses
 */
function namesIn (descriptor, tables, addresses) {
  /** @type {(string | undefined)[]} */
  const names = addresses.map(() => undefined)
  for (const table of tables) {
    const symbols = readAt(descriptor, table.offset, table.size)
    addresses.forEach((address, i) => {
      const found = names[i] === undefined ? nearest(symbols, address) : undefined
      if (found !== undefined) names[i] = nameAt(descriptor, table.names + found.nameAt)
    })
  }
  return names
}

/**
 * @param {Buffer} symbols
 * @param {bigint} address
 * @returns {Found | undefined} the function that holds the address
 */
function nearest (symbols, address) {
  const wanted = Number(address)
  /** @type {Found | undefined} */
  let best
  for (let at = 0; at + SYMBOL_BYTES <= symbols.length; at += SYMBOL_BYTES) {
    // Two numbers of 4 bytes are read faster than one of 8.
    const start = symbols.readUInt32LE(at + 8) + symbols.readUInt32LE(at + 12) * 2 ** 32
    if (start > wanted || start === 0 || (symbols[at + 4] & 15) > STT_FUNC) continue
    if (best !== undefined && BigInt(start) < best.value) continue
    const size = symbols.readBigUInt64LE(at + 16)
    const end = BigInt(start) + (size === 0n ? USUAL_BYTES : size)
    if (address < end) best = { value: BigInt(start), end, nameAt: symbols.readUInt32LE(at) }
  }
  return best
}

/**
 * @param {number} descriptor
 * @param {number} position
 */
function nameAt (descriptor, position) {
  const bytes = readAt(descriptor, position, MAX_NAME_BYTES)
  const end = bytes.indexOf(0)
  return end <= 0 ? undefined : bytes.toString('utf8', 0, end)
}

module.exports = { symbolsAt }
