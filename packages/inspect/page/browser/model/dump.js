'use strict'
// Gives access to the dump inside the page. Objects stand in packed pieces. A piece is unpacked when the first of its
// objects is shown, so a big dump opens as fast as a small one.

const { inflateSync } = require('fflate')
const { problemOfRecord } = require('crash-collector-shared/dump/record-shape')
const { ScopeIndex, isReference } = require('../../../reader/scope-index')
const { IdTable } = require('./id-table')

/** @typedef {import('../../page-data').PageData} PageData */
/** @typedef {import('../../pack-objects').ObjectPieces} ObjectPieces */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */

class PageDump {
  /** @type {string[]} packed */ #pieces
  /** @type {ObjectPieces} */ #about
  /** @type {IdTable} */ #ids
  /** @type {Uint32Array} number of the first object of each piece */ #firsts
  /** @type {Map<number, string[]>} JSON of the objects of unpacked pieces */ #lines = new Map()
  /** @type {Map<string, ObjectRecord|undefined>} */ #records = new Map()
  /** @type {ScopeIndex|null} */ #scopes = null

  /**
   * @param {PageData} data
   * @param {string} packed made by packages/inspect/page/pack-objects.js
   */
  constructor (data, packed) {
    this.data = data
    this.missingReason = data.missingReason
    this.#pieces = packed.split('\n')
    this.#about = JSON.parse(this.#pieces.pop() ?? '')
    const { counts, idsSize } = this.#about
    this.#firsts = new Uint32Array(counts.length)
    let count = 0
    counts.forEach((each, piece) => {
      this.#firsts[piece] = count
      count += each
    })
    this.#ids = new IdTable(unpack(this.#pieces.pop() ?? '', idsSize), count)
  }

  /** @returns {number} */
  get objectCount () {
    return this.#ids.size
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined} undefined if a limit left out the object, or its record is damaged
   */
  object (objectId) {
    if (this.#records.has(objectId)) return this.#records.get(objectId)
    const number = this.#ids.numberOf(objectId)
    const record = number === -1 ? undefined : recordOf(this.#line(number))
    this.#records.set(objectId, record)
    return record
  }

  /** @param {number} number of an object */
  #line (number) {
    let piece = 0
    for (let after = this.#firsts.length; after - piece > 1;) {
      const middle = (piece + after) >> 1
      if (this.#firsts[middle] <= number) piece = middle
      else after = middle
    }
    let lines = this.#lines.get(piece)
    if (lines === undefined) {
      lines = new TextDecoder().decode(unpack(this.#pieces[piece], this.#about.sizes[piece])).split('\n')
      this.#lines.set(piece, lines)
      this.#pieces[piece] = ''
    }
    return lines[number - this.#firsts[piece]]
  }

  /**
   * The scope with its variables, which the dump has only at the scope's first occurrence.
   * @param {Scope} scope
   * @returns {Scope}
   */
  scope (scope) {
    if (!isReference(scope)) return scope
    this.#scopes ??= this.#indexScopes()
    return this.#scopes.whole(scope)
  }

  #indexScopes () {
    const scopes = new ScopeIndex()
    for (const { scopeChain } of [...this.data.frames, ...this.data.tasks]) scopes.add(scopeChain)
    for (const [scopeId, objectId] of this.#about.scopes) {
      if (!scopes.has(scopeId)) scopes.add(this.object(objectId)?.scopes ?? [])
    }
    return scopes
  }
}

/**
 * @param {string} base64
 * @param {number} size of the unpacked bytes
 */
function unpack (base64, size) {
  const text = atob(base64)
  const packed = new Uint8Array(text.length)
  for (let i = 0; i < packed.length; i++) packed[i] = text.charCodeAt(i)
  // The browser's own DecompressionStream is asynchronous, but a line needs its values while it is drawn.
  return inflateSync(packed, { out: new Uint8Array(size) })
}

/**
 * @param {string} text
 * @returns {ObjectRecord|undefined}
 */
function recordOf (text) {
  try {
    const record = JSON.parse(text)
    return problemOfRecord('object', record) === '' ? record : undefined
  } catch {
    return undefined
  }
}

module.exports = { PageDump }
