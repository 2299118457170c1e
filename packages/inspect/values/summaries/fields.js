'use strict'

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../types').ObjectSource} ObjectSource */

/**
 * Reads fields of an object for a summary. A field that was not captured as a whole, or has another type, is undefined.
 */
class Fields {
  #source

  /**
   * @param {ObjectRecord} record
   * @param {ObjectSource} source
   */
  constructor (record, source) {
    this.record = record
    this.#source = source
  }

  /** The name of the class, without the underscore that a bundler puts before it. */
  get className () {
    return (this.record.className ?? '').replace(/^_+/, '')
  }

  /**
   * @param {string} name of a property, a `#private` one, or the description of a symbol
   * @returns {Value|undefined}
   */
  value (name) {
    const { properties, privateProperties = [] } = this.record
    const found = name.startsWith('#')
      ? privateProperties.find(each => each.name === name)
      : properties.find(each => (each.symbol === undefined ? each.name === name : each.symbol.description === name))
    return found?.value
  }

  /**
   * @param {...string} names the first name that exists counts
   * @returns {Fields|undefined}
   */
  object (...names) {
    for (const name of names) {
      const found = this.of(this.value(name))
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * @param {Value|undefined} value
   * @returns {Fields|undefined}
   */
  of (value) {
    if (value?.objectId === undefined || value.type !== 'object') return undefined
    const record = this.#source.object(value.objectId)
    return record && new Fields(record, this.#source)
  }

  /**
   * @param {string} name of internal state, such as `[[Target]]`
   * @returns {Fields|undefined}
   */
  internal (name) {
    return this.of(this.slot(name))
  }

  /**
   * @param {string} name of internal state
   * @returns {Value|undefined}
   */
  slot (name) {
    return this.record.internalProperties?.find(each => each.name === name)?.value
  }

  /** @param {string} name */
  string (name) {
    const value = this.value(name)
    if (value?.type !== 'string' || value.notCapturedReason !== undefined) return undefined
    return typeof value.value === 'string' ? value.value : undefined
  }

  /**
   * @param {string} name
   * @returns {number|undefined} may be NaN or infinite
   */
  number (name) {
    const value = this.value(name)
    if (value?.type !== 'number' || value.notCapturedReason !== undefined) return undefined
    return Number(value.unserializableValue ?? value.value)
  }

  /** @param {string} name */
  isTrue (name) {
    return this.value(name)?.value === true
  }

  /** @param {string} name */
  isNull (name) {
    return this.value(name)?.subtype === 'null'
  }

  /**
   * @param {string} name of an array
   * @param {number} most the greatest length
   * @returns {number[]|undefined} undefined if the array is cut, is longer, or holds other values than numbers
   */
  numbers (name, most) {
    const array = this.object(name)?.record
    if (array?.subtype !== 'array' || array.notCaptured !== undefined) return undefined
    if (array.length === undefined || array.length > most) return undefined
    const fields = new Fields(array, this.#source)
    const numbers = Array.from({ length: array.length }, (_, i) => fields.number(String(i)))
    return numbers.every(each => each !== undefined) ? /** @type {number[]} */ (numbers) : undefined
  }

  /**
   * @param {string} name of a Date
   * @returns {number|undefined}
   */
  time (name) {
    const date = this.object(name)?.record
    if (date?.subtype !== 'date') return undefined
    const value = date.internalProperties?.find(each => each.name === '[[DateValue]]')?.value
    return value?.type === 'number' ? Number(value.unserializableValue ?? value.value) : undefined
  }
}

module.exports = { Fields }
