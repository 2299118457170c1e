'use strict'
// Unpacks raw DEFLATE (RFC 1951). The browser's own DecompressionStream answers later, and values are wanted while a line is being drawn.

const END_OF_BLOCK = 256
const MAX_BITS = 15
/** Extra bits and first value of the length codes from 257 on, and of the distance codes. */
const LENGTHS = baseValues([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0], 3)
LENGTHS.base[28] = 258
const DISTANCES = baseValues([0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13], 1)
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const FIXED = [
  decodingTable(Uint8Array.from({ length: 288 }, (_, symbol) => symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
  decodingTable(new Uint8Array(30).fill(5))
]

/** @param {number[]} extra @param {number} first */
function baseValues (extra, first) {
  /** @type {number[]} */
  const base = []
  for (const bits of extra) {
    base.push(first)
    first += 1 << bits
  }
  return { extra, base }
}

/**
 * @typedef {{ table: Uint16Array, bits: number }} Codes table: what the next `bits` bits mean, as symbol << 4 | length of its code
 * @param {Uint8Array} lengths of the codes of each symbol
 * @returns {Codes}
 */
function decodingTable (lengths) {
  const bits = Math.max(1, ...lengths)
  const counts = new Uint16Array(MAX_BITS + 1)
  for (const length of lengths) if (length > 0) counts[length]++
  const next = new Uint32Array(MAX_BITS + 1)
  for (let length = 1, code = 0; length <= MAX_BITS; length++) {
    next[length] = code
    code = (code + counts[length]) << 1
  }
  const table = new Uint16Array(1 << bits)
  lengths.forEach((length, symbol) => {
    if (length === 0) return
    let reversed = 0
    for (let i = 0, value = next[length]++; i < length; i++, value >>= 1) reversed = reversed << 1 | (value & 1)
    for (let at = reversed; at < table.length; at += 1 << length) table[at] = symbol << 4 | length
  })
  return { table, bits }
}

/**
 * @param {Uint8Array} packed
 * @param {number} length of what comes out
 * @returns {Uint8Array}
 * @throws {RangeError} for bytes that are not DEFLATE, or end early
 */
function inflate (packed, length) {
  const out = new Uint8Array(length)
  let at = 0
  let from = 0
  let held = 0
  let heldBits = 0
  /** @param {number} count */
  const need = (count) => {
    while (heldBits < count) {
      held |= packed[from++] << heldBits
      heldBits += 8
    }
  }
  /** @param {number} count up to 16 */
  const take = (count) => {
    need(count)
    const value = held & ((1 << count) - 1)
    held >>>= count
    heldBits -= count
    return value
  }
  /** @param {Codes} codes */
  const symbol = ({ table, bits }) => {
    need(bits)
    const entry = table[held & ((1 << bits) - 1)]
    const used = entry & 15
    if (used === 0 || from > packed.length + 4) throw new RangeError('not packed by DEFLATE')
    held >>>= used
    heldBits -= used
    return entry >> 4
  }
  const stored = () => {
    from -= heldBits >> 3
    held = heldBits = 0
    const count = packed[from] | packed[from + 1] << 8
    from += 4
    if (from + count > packed.length) throw new RangeError('not packed by DEFLATE')
    out.set(packed.subarray(from, from + count).subarray(0, length - at), at)
    from += count
    at += count
  }
  const dynamic = () => {
    const literals = take(5) + 257
    const distances = take(5) + 1
    const orders = take(4) + 4
    const orderLengths = new Uint8Array(19)
    for (let i = 0; i < orders; i++) orderLengths[CODE_LENGTH_ORDER[i]] = take(3)
    const codes = decodingTable(orderLengths)
    const lengths = new Uint8Array(literals + distances)
    for (let i = 0; i < lengths.length;) {
      const code = symbol(codes)
      if (code < 16) {
        lengths[i++] = code
        continue
      }
      const times = code === 16 ? take(2) + 3 : code === 17 ? take(3) + 3 : take(7) + 11
      lengths.fill(code === 16 ? lengths[i - 1] : 0, i, i + times)
      i += times
    }
    return [decodingTable(lengths.subarray(0, literals)), decodingTable(lengths.subarray(literals))]
  }
  for (let isLast = false; !isLast && at < length;) {
    isLast = take(1) === 1
    const type = take(2)
    if (type === 0) {
      stored()
      continue
    }
    if (type === 3) throw new RangeError('not packed by DEFLATE')
    const [literals, distances] = type === 1 ? FIXED : dynamic()
    for (let code = symbol(literals); code !== END_OF_BLOCK && at < length; code = symbol(literals)) {
      if (code < END_OF_BLOCK) {
        out[at++] = code
        continue
      }
      const count = LENGTHS.base[code - 257] + take(LENGTHS.extra[code - 257])
      const distanceCode = symbol(distances)
      const back = DISTANCES.base[distanceCode] + take(DISTANCES.extra[distanceCode])
      if (back > at) throw new RangeError('not packed by DEFLATE')
      // Byte by byte: the copy may run into what it writes.
      for (const end = at + count; at < end; at++) out[at] = out[at - back]
    }
  }
  if (at < length || from - (heldBits >> 3) > packed.length) throw new RangeError('not packed by DEFLATE')
  return out
}

module.exports = { inflate }
