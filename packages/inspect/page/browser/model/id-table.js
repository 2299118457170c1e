'use strict'
// Finds an object's number by its id without a string for each object. A Map of such strings would take longer to build
// than the rest of opening a big page.

const NEWLINE = 10
const FNV_PRIME = 16777619
const FNV_START = 2166136261

/**
 * @param {string} id
 * @returns {string} a text without line ends that is different for each id
 */
function idText (id) {
  return JSON.stringify(id).slice(1, -1)
}

class IdTable {
  /** @type {Uint8Array} */ #bytes
  /** @type {Uint32Array} the end of each id */ #ends
  /** @type {Uint32Array} numbers from 1 on, in the slot of their hash or a later one */ #slots
  /** @type {number} */ #mask

  /**
   * @param {Uint8Array} bytes idText() of each id, one a line
   * @param {number} count
   */
  constructor (bytes, count) {
    let slots = 4
    while (slots < count * 2) slots *= 2
    this.#bytes = bytes
    this.#ends = new Uint32Array(count)
    this.#slots = new Uint32Array(slots)
    this.#mask = slots - 1
    for (let number = 0, at = 0; number < count; number++, at++) {
      let hash = FNV_START
      for (; bytes[at] !== NEWLINE && at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at], FNV_PRIME)
      this.#ends[number] = at
      let slot = hash & this.#mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = number + 1
    }
  }

  /** @returns {number} */
  get size () {
    return this.#ends.length
  }

  /**
   * @param {string} id
   * @returns {number} -1 if there is no such object
   */
  numberOf (id) {
    const wanted = new TextEncoder().encode(idText(id))
    let hash = FNV_START
    for (const byte of wanted) hash = Math.imul(hash ^ byte, FNV_PRIME)
    for (let slot = hash & this.#mask; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const number = this.#slots[slot] - 1
      if (this.#isAt(number, wanted)) return number
    }
    return -1
  }

  /**
   * @param {number} number
   * @param {Uint8Array} wanted
   */
  #isAt (number, wanted) {
    const start = number === 0 ? 0 : this.#ends[number - 1] + 1
    if (this.#ends[number] - start !== wanted.length) return false
    for (let i = 0; i < wanted.length; i++) if (this.#bytes[start + i] !== wanted[i]) return false
    return true
  }
}

module.exports = { IdTable, idText }
