'use strict'
// Makes the smallest ELF file for Linux on x64 that has a build id and a symbol table.

const HEAD = 64
const SEGMENT = 56
const NOTE = 36
const SECTION = 64
const SYMBOL = 24

/**
 * @param {string} buildId 40 hex digits
 * @param {[name: string, address: number][]} symbols
 * @returns {Buffer}
 */
function makeElf (buildId, symbols) {
  const names = Buffer.from(['', ...symbols.map(([name]) => name)].map(name => `${name}\0`).join(''), 'latin1')
  const tableAt = HEAD + SEGMENT + NOTE
  const namesAt = tableAt + SYMBOL * symbols.length
  const sectionsAt = namesAt + names.length
  const file = Buffer.alloc(sectionsAt + 3 * SECTION)

  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  file.writeUInt16LE(2, 16) // an executable
  file.writeUInt16LE(62, 18) // for x64
  file.writeBigUInt64LE(BigInt(HEAD), 32)
  file.writeBigUInt64LE(BigInt(sectionsAt), 40)
  file.writeUInt16LE(HEAD, 52)
  file.writeUInt16LE(SEGMENT, 54)
  file.writeUInt16LE(1, 56)
  file.writeUInt16LE(SECTION, 58)
  file.writeUInt16LE(3, 60)

  file.writeUInt32LE(4, HEAD) // a segment of notes
  file.writeBigUInt64LE(BigInt(HEAD + SEGMENT), HEAD + 8)
  file.writeBigUInt64LE(BigInt(NOTE), HEAD + 32)
  file.writeUInt32LE(4, HEAD + SEGMENT)
  file.writeUInt32LE(20, HEAD + SEGMENT + 4)
  file.writeUInt32LE(3, HEAD + SEGMENT + 8)
  file.write('GNU\0', HEAD + SEGMENT + 12, 'latin1')
  file.write(buildId, HEAD + SEGMENT + 16, 'hex')

  let nameAt = 1
  for (const [index, [name, address]] of symbols.entries()) {
    const at = tableAt + index * SYMBOL
    file.writeUInt32LE(nameAt, at)
    file[at + 4] = 2 // a function
    file.writeUInt16LE(1, at + 6)
    file.writeBigUInt64LE(BigInt(address), at + 8)
    nameAt += name.length + 1
  }
  names.copy(file, namesAt)
  writeSection(file, sectionsAt + SECTION, {
    type: 2,
    offset: tableAt,
    bytes: SYMBOL * symbols.length,
    link: 2,
    entryBytes: SYMBOL
  })
  writeSection(file, sectionsAt + 2 * SECTION, {
    type: 3,
    offset: namesAt,
    bytes: names.length,
    link: 0,
    entryBytes: 0
  })
  return file
}

/**
 * @param {Buffer} file
 * @param {number} at
 * @param {{ type: number, offset: number, bytes: number, link: number, entryBytes: number }} section
 */
function writeSection (file, at, { type, offset, bytes, link, entryBytes }) {
  file.writeUInt32LE(type, at + 4)
  file.writeBigUInt64LE(BigInt(offset), at + 24)
  file.writeBigUInt64LE(BigInt(bytes), at + 32)
  file.writeUInt32LE(link, at + 40)
  file.writeBigUInt64LE(BigInt(entryBytes), at + 56)
}

module.exports = { makeElf }
