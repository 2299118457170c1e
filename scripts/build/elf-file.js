'use strict'
// Reads a Linux executable or shared object for x64: its build id, its symbols, and the words of its memory after
// loading. The files are from releases of Node.js and not hostile: if a file is incomplete, Buffer throws.

const fs = require('node:fs')

const X86_64 = 62
const PT_LOAD = 1
const PT_NOTE = 4
const SHT_SYMTAB = 2
const SHT_RELA = 4
const SHT_DYNSYM = 11
const NT_GNU_BUILD_ID = 3
const R_X86_64_64 = 1
const R_X86_64_RELATIVE = 8

/** @typedef {{ type: number, offset: number, address: number, fileBytes: number }} Segment */
/** @typedef {{ type: number, offset: number, bytes: number, link: number }} Section */

class ElfFile {
  #bytes
  /** @type {Segment[]} */
  #segments = []
  /** @type {Section[]} */
  #sections = []

  /**
   * @param {string} file
   * @throws {Error} if the file is not of this kind
   */
  constructor (file) {
    const bytes = (this.#bytes = fs.readFileSync(file))
    if (bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1 || bytes.readUInt16LE(18) !== X86_64) {
      throw new Error(`${file} is no ELF file for x64`)
    }
    this.#readSegments(this.#number(32), bytes.readUInt16LE(54), bytes.readUInt16LE(56))
    this.#readSections(this.#number(40), bytes.readUInt16LE(58), bytes.readUInt16LE(60))
  }

  /** @param {number} offset position of an unsigned number of 8 bytes */
  #number (offset) {
    return Number(this.#bytes.readBigUInt64LE(offset))
  }

  /**
   * @param {number} from
   * @param {number} size
   * @param {number} count
   */
  #readSegments (from, size, count) {
    for (let at = from; at < from + size * count; at += size) {
      this.#segments.push({
        type: this.#bytes.readUInt32LE(at),
        offset: this.#number(at + 8),
        address: this.#number(at + 16),
        fileBytes: this.#number(at + 32)
      })
    }
  }

  /**
   * @param {number} from
   * @param {number} size
   * @param {number} count
   */
  #readSections (from, size, count) {
    for (let at = from; at < from + size * count; at += size) {
      this.#sections.push({
        type: this.#bytes.readUInt32LE(at + 4),
        offset: this.#number(at + 24),
        bytes: this.#number(at + 32),
        link: this.#bytes.readUInt32LE(at + 40)
      })
    }
  }

  /** @returns {string} hex digits, empty if the file has no build id */
  buildId () {
    for (const { type, offset, fileBytes } of this.#segments) {
      if (type !== PT_NOTE) continue
      for (let at = offset; at + 12 <= offset + fileBytes;) {
        const nameBytes = this.#bytes.readUInt32LE(at)
        const idBytes = this.#bytes.readUInt32LE(at + 4)
        const id = at + 12 + padded(nameBytes)
        const isGnu = this.#bytes.toString('latin1', at + 12, at + 12 + nameBytes) === 'GNU\0'
        if (isGnu && this.#bytes.readUInt32LE(at + 8) === NT_GNU_BUILD_ID) {
          return this.#bytes.toString('hex', id, id + idBytes)
        }
        at = id + padded(idBytes)
      }
    }
    return ''
  }

  /**
   * @param {(name: string) => boolean} isWanted
   * @returns {Map<string, number>} address by name; of two symbols with one name, the dynamic linker's comes first
   */
  symbols (isWanted) {
    /** @type {Map<string, number>} */
    const found = new Map()
    for (const type of [SHT_DYNSYM, SHT_SYMTAB]) {
      for (const section of this.#sections.filter(each => each.type === type)) {
        const names = this.#sections[section.link].offset
        for (let at = section.offset; at + 24 <= section.offset + section.bytes; at += 24) {
          const address = this.#number(at + 8)
          if (address === 0) continue
          const nameAt = names + this.#bytes.readUInt32LE(at)
          const name = this.#bytes.toString('latin1', nameAt, this.#bytes.indexOf(0, nameAt))
          if (isWanted(name) && !found.has(name)) found.set(name, address)
        }
      }
    }
    return found
  }

  /**
   * @param {number} address
   * @param {number} count
   * @returns {number[]} words of 8 bytes after relocation, relative to the address at which the file is loaded
   */
  words (address, count) {
    const segment = this.#segments.find(
      ({ type, address: start, fileBytes }) =>
        type === PT_LOAD && address >= start && address + count * 8 <= start + fileBytes
    )
    if (segment === undefined) throw new Error(`nothing is loaded at 0x${address.toString(16)}`)
    const from = address - segment.address + segment.offset
    const words = Array.from({ length: count }, (_, index) => this.#number(from + index * 8))
    for (const { target, value } of this.#relocations()) {
      if (target >= address && target < address + count * 8) words[(target - address) / 8] = value
    }
    return words
  }

  /** @returns {Generator<{ target: number, value: number }>} the relocations that write an address of this file */
  * #relocations () {
    for (const section of this.#sections.filter(each => each.type === SHT_RELA)) {
      const symbols = this.#sections[section.link].offset
      for (let at = section.offset; at + 24 <= section.offset + section.bytes; at += 24) {
        const type = this.#bytes.readUInt32LE(at + 8)
        const addend = Number(this.#bytes.readBigInt64LE(at + 16))
        if (type === R_X86_64_RELATIVE) yield { target: this.#number(at), value: addend }
        if (type === R_X86_64_64) {
          const symbol = symbols + 24 * this.#bytes.readUInt32LE(at + 12)
          yield { target: this.#number(at), value: this.#number(symbol + 8) + addend }
        }
      }
    }
  }
}

/** @param {number} bytes length of a part of a note */
function padded (bytes) {
  return Math.ceil(bytes / 4) * 4
}

module.exports = { ElfFile }
