'use strict'
// Keeps the positions of a dump's objects in its bytes. Nearly all records of a big dump are objects, of which people
// look at few, so a record is parsed when it is asked for. Three numbers for each record take less time and memory than
// a Buffer.

const { AT_OTHER_TIME } = require('crash-collector-shared/dump/terms')
const { mergeDetails } = require('./merge-details')

/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').ObjectDetailsRecord} ObjectDetailsRecord */

/**
 * Changes a record that was read. `read` gives other records as they are in the dump.
 * @typedef {(record: ObjectRecord, read: (objectId: string) => ObjectRecord|undefined) => void} CorrectObject
 */

/** How many states of one object the record of the first leads to. */
const MAX_STATES = 20

class ObjectIndex {
  /** @type {Map<string, number>} */ #numbers = new Map()
  /** @type {Map<string, number[]>} */ #details = new Map()
  /** @type {Map<number, ObjectRecord>} */ #records = new Map()
  /** @type {Buffer[]} */ #blocks = []
  /** @type {number[]} */ #blockOf = []
  /** @type {number[]} */ #starts = []
  /** @type {number[]} */ #ends = []
  /** Id of a record -> id of the first one of the same object. @type {Map<string, string>} */ #sameAs = new Map()
  /** Id of the first record of an object -> ids of the others. @type {Map<string, string[]>} */ #states = new Map()
  /** @type {CorrectObject|null} */ #correct = null
  #parse
  #parseDetails

  /**
   * @param {(line: Buffer) => ObjectRecord} parse
   * @param {(line: Buffer) => ObjectDetailsRecord} parseDetails
   */
  constructor (parse, parseDetails) {
    this.#parse = parse
    this.#parseDetails = parseDetails
  }

  /**
   * @param {string} objectId
   * @param {Buffer} block whose bytes stay as they are
   * @param {number} start of the record in the block
   * @param {number} end
   * @param {string|null} sameAs
   * @returns {boolean} false when there is an object with this id already
   */
  add (objectId, block, start, end, sameAs) {
    const count = this.#numbers.size
    if (this.#numbers.set(objectId, this.#starts.length).size === count) return false
    this.#addLine(block, start, end)
    if (sameAs !== null && sameAs !== objectId) this.#addState(objectId, sameAs)
    return true
  }

  /**
   * @param {string} objectId
   * @param {string} sameAs
   */
  #addState (objectId, sameAs) {
    this.#sameAs.set(objectId, sameAs)
    const states = this.#states.get(sameAs)
    if (states === undefined) this.#states.set(sameAs, [objectId])
    else if (states.length < MAX_STATES) states.push(objectId)
  }

  /** @param {string} objectId */
  identityOf (objectId) {
    return this.#sameAs.get(objectId) ?? objectId
  }

  /**
   * Adds details of an object. They may come before or after the object's own record; without that they are ignored.
   * @param {string} objectId
   * @param {Buffer} block whose bytes stay as they are
   * @param {number} start of the record in the block
   * @param {number} end
   */
  addDetails (objectId, block, start, end) {
    const numbers = this.#details.get(objectId)
    if (numbers === undefined) this.#details.set(objectId, [this.#starts.length])
    else numbers.push(this.#starts.length)
    this.#addLine(block, start, end)
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined} the same one each time
   */
  get (objectId) {
    const number = this.#numbers.get(objectId)
    if (number === undefined) return undefined
    let record = this.#records.get(number)
    if (record === undefined) this.#records.set(number, (record = this.#read(objectId, number)))
    return record
  }

  /** @param {string} objectId */
  has (objectId) {
    return this.#numbers.has(objectId)
  }

  /** @param {CorrectObject} correct is called once for each record, after those before; all are read anew */
  correctWith (correct) {
    const before = this.#correct
    this.#correct = (record, read) => {
      before?.(record, read)
      correct(record, read)
    }
    this.#records.clear()
  }

  /** @returns {IterableIterator<string>} in the dump's order */
  ids () {
    return this.#numbers.keys()
  }

  /**
   * @returns {Generator<Buffer, void, void>} JSON of the records, in the dump's order; that of an object without
   *   details and corrections has not been checked
   */
  * lines () {
    for (const [objectId, number] of this.#numbers) {
      yield this.#details.has(objectId) || this.#isState(objectId) || this.#correct !== null
        ? Buffer.from(JSON.stringify(this.#read(objectId, number)))
        : this.#line(number)
    }
  }

  /**
   * @param {string} [text] ASCII; only records whose JSON contains it are returned
   * @returns {Generator<ObjectRecord, void, void>} in the dump's order; they are not kept
   */
  * records (text = '') {
    let hit = -1
    let searched = -1
    for (const [objectId, number] of this.#numbers) {
      const start = this.#starts[number]
      if (text !== '') {
        const index = this.#blockOf[number]
        if (searched !== index || (hit !== -1 && hit < start)) hit = this.#blocks[index].indexOf(text, start, 'latin1')
        searched = index
        const isThere = hit !== -1 && hit + text.length <= this.#ends[number]
        if (!isThere && !this.#details.get(objectId)?.some(each => this.#line(each).includes(text, 0, 'latin1'))) {
          continue
        }
      }
      yield this.#records.get(number) ?? this.#read(objectId, number)
    }
  }

  /**
   * @param {string} objectId
   * @param {number} number of its line
   * @returns {ObjectRecord} with its details
   */
  #read (objectId, number) {
    const record = this.#parsed(objectId, number)
    this.#correct?.(record, id => {
      const other = this.#numbers.get(id)
      return other === undefined ? undefined : this.#parsed(id, other)
    })
    return record
  }

  /**
   * @param {string} objectId
   * @param {number} number of its line
   * @returns {ObjectRecord} with its details
   */
  #parsed (objectId, number) {
    const record = this.#parse(this.#line(number))
    for (const each of this.#details.get(objectId) ?? []) mergeDetails(record, this.#parseDetails(this.#line(each)))
    if (this.#isState(objectId)) this.#addOtherTimes(record)
    return record
  }

  /** @param {string} objectId */
  #isState (objectId) {
    return this.#sameAs.has(objectId) || this.#states.has(objectId)
  }

  /** @param {ObjectRecord} record gets the other states of its object as inner properties */
  #addOtherTimes (record) {
    const { objectId, type, subtype, className } = record
    const sameAs = this.#sameAs.get(objectId)
    for (const other of sameAs === undefined ? (this.#states.get(objectId) ?? []) : [sameAs]) {
      if (!this.#numbers.has(other)) continue
      const value = { type, ...(subtype && { subtype }), ...(className && { className }), objectId: other }
      record.internalProperties = [...record.internalProperties ?? [], { name: AT_OTHER_TIME, value }]
    }
  }

  /**
   * @param {Buffer} block
   * @param {number} start
   * @param {number} end
   */
  #addLine (block, start, end) {
    if (this.#blocks.at(-1) !== block) this.#blocks.push(block)
    this.#blockOf.push(this.#blocks.length - 1)
    this.#starts.push(start)
    this.#ends.push(end)
  }

  /** @param {number} number */
  #line (number) {
    return this.#blocks[this.#blockOf[number]].subarray(this.#starts[number], this.#ends[number])
  }
}

module.exports = { ObjectIndex }
