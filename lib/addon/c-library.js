'use strict'
// Tells for which C library an executable of Linux was made. It is asked only where musl's dynamic linker is installed,
// because a machine with glibc may have both.

const fs = require('node:fs')

const PROGRAM_HEADERS_END = 4096
const INTERPRETER = 3 // PT_INTERP of elf(5)
const MOST_NAME_BYTES = 256

/**
 * Reads the path of the dynamic linker that the executable names. To ask process.report or to run ldd takes
 * milliseconds.
 *
 * @param {string} file a 64-bit little-endian executable
 * @returns {boolean} false as well if that cannot be read
 */
function isForMusl (file) {
  let descriptor
  try {
    descriptor = fs.openSync(file, 'r')
    const head = Buffer.alloc(PROGRAM_HEADERS_END)
    const size = fs.readSync(descriptor, head, 0, head.length, 0)
    if (head.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return false
    const bytes = head.readUInt16LE(0x36)
    const first = Number(head.readBigUInt64LE(0x20))
    for (let left = head.readUInt16LE(0x38), at = first; left > 0 && at + 0x38 <= size; left--, at += bytes) {
      if (head.readUInt32LE(at) !== INTERPRETER) continue
      const name = Buffer.alloc(Math.min(MOST_NAME_BYTES, Number(head.readBigUInt64LE(at + 0x20))))
      fs.readSync(descriptor, name, 0, name.length, Number(head.readBigUInt64LE(at + 8)))
      return name.includes('/ld-musl-')
    }
    return false
  } catch {
    return false
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

module.exports = { isForMusl }
