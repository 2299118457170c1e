'use strict'
// Where the objects of a dump stand in its bytes. Nearly all records of a big dump are objects, few of which anybody looks at: they stay
// bytes until asked for, and three numbers for each take less time and memory than a Buffer of its own.

/** @typedef {import('./format').ObjectRecord} ObjectRecord */

class ObjectIndex {
  /** @type {Map<string, number>} */ #numbers = new Map()
  /** @type {Map<number, ObjectRecord>} */ #records = new Map()
  /** @type {Buffer[]} */ #blocks = []
  /** @type {number[]} */ #blockOf = []
  /** @type {number[]} */ #starts = []
  /** @type {number[]} */ #ends = []
  #parse

  /** @param {(line: Buffer) => ObjectRecord} parse */
  constructor (parse) {
    this.#parse = parse
  }

  /**
   * @param {string} objectId
   * @param {Buffer} block whose bytes stay as they are
   * @param {number} start of the record in it
   * @param {number} end
   * @returns {boolean} false when there is one with this id already
   */
  add (objectId, block, start, end) {
    const number = this.#starts.length
    if (this.#numbers.set(objectId, number).size === number) return false
    if (this.#blocks.at(-1) !== block) this.#blocks.push(block)
    this.#blockOf.push(this.#blocks.length - 1)
    this.#starts.push(start)
    this.#ends.push(end)
    return true
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined} the same one each time
   */
  get (objectId) {
    const number = this.#numbers.get(objectId)
    if (number === undefined) return undefined
    let record = this.#records.get(number)
    if (record === undefined) this.#records.set(number, record = this.#parse(this.#line(number)))
    return record
  }

  /** @param {string} objectId */
  has (objectId) { return this.#numbers.has(objectId) }

  /** @returns {IterableIterator<string>} in the dump's order */
  ids () { return this.#numbers.keys() }

  /** @returns {Generator<Buffer, void, void>} their JSON in the same order, not checked yet */
  * lines () {
    for (let number = 0; number < this.#starts.length; number++) yield this.#line(number)
  }

  /**
   * @param {string} [text] ASCII; only records that have it somewhere in their JSON
   * @returns {Generator<ObjectRecord, void, void>} in the dump's order, without keeping them
   */
  * records (text = '') {
    let hit = -1
    let searched = -1
    for (let number = 0; number < this.#starts.length; number++) {
      const start = this.#starts[number]
      if (text !== '') {
        const index = this.#blockOf[number]
        if (searched !== index || (hit !== -1 && hit < start)) hit = this.#blocks[index].indexOf(text, start, 'latin1')
        searched = index
        if (hit === -1 || hit + text.length > this.#ends[number]) continue
      }
      yield this.#records.get(number) ?? this.#parse(this.#line(number))
    }
  }

  /** @param {number} number */
  #line (number) {
    return this.#blocks[this.#blockOf[number]].subarray(this.#starts[number], this.#ends[number])
  }
}

module.exports = { ObjectIndex }
