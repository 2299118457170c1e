'use strict'
// Packs the objects of a dump for the page: their JSON stands in compressed pieces, of which the page unpacks only
// those that are shown. A browser reads every byte of a page before it shows anything, and the packed dump is a sixth
// of the unpacked one.

const zlib = require('node:zlib')
const { idText } = require('./browser/model/id-table')

/** @typedef {import('../reader').Dump} Dump */

/** How many bytes of JSON a piece has. Unpacking one takes a few milliseconds. */
const PIECE = 256 * 1024

/** The compression level. Higher levels take longer and save little. */
const COMPRESSION_LEVEL = 1

/**
 * @typedef {object} ObjectPieces
 * @property {number[]} counts number of objects in each piece
 * @property {number[]} sizes bytes of each unpacked piece
 * @property {number} idsSize
 * @property {[string, string][]} scopes id of each scope whose variables stand in an object, and the object's id
 */

/**
 * @param {Dump} dump
 * @returns {Iterable<string>} lines: the base64 of each piece, which holds records as lines of JSON; that of the ids of
 *   all objects, also as lines; and an ObjectPieces as JSON
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} DUMP_DAMAGED
 */
function packObjects (dump) {
  return lines(dump, { counts: [], sizes: [], idsSize: 0, scopes: scopesInObjects(dump) })
}

/**
 * @param {Dump} dump
 * @param {ObjectPieces} pieces
 * @returns {Generator<string, void, void>}
 */
function * lines (dump, pieces) {
  /** @type {Buffer[]} */
  let records = []
  let size = 0
  const piece = () => {
    const text = pack(records)
    pieces.counts.push(records.length / 2)
    pieces.sizes.push(size)
    records = []
    size = 0
    return text
  }
  for (const line of dump.objectLines()) {
    records.push(line, NEWLINE)
    size += line.length + NEWLINE.length
    if (size >= PIECE) yield piece()
  }
  if (size > 0) yield piece()
  const ids = Buffer.from(Array.from(dump.objectIds(), idText).join('\n'))
  pieces.idsSize = ids.length
  yield pack([ids])
  yield JSON.stringify(pieces)
}

/** @param {Dump} dump */
function scopesInObjects (dump) {
  /** @type {[string, string][]} */
  const found = []
  for (const { objectId, scopes = [] } of dump.objects('"scopeId"')) {
    for (const { scopeId, variables } of scopes) {
      if (scopeId !== undefined && variables.length > 0) found.push([scopeId, objectId])
    }
  }
  return found
}

const NEWLINE = Buffer.from('\n')

/** @param {Buffer[]} parts */
function pack (parts) {
  return `${zlib.deflateRawSync(Buffer.concat(parts), { level: COMPRESSION_LEVEL }).toString('base64')}\n`
}

module.exports = { packObjects }
