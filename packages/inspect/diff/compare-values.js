'use strict'
// Compares two values of two dumps and tells where below them they differ.

const { describeValue } = require('../values/describe-value')
const { LIMITS } = require('../values/limit-reasons')
const { membersOf } = require('../values/walk')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * @typedef {object} Difference
 * @property {string} path
 * @property {string|null} a a short description, null if there is no value
 * @property {string|null} b
 */

const MAX_DEPTH = 5
const MAX_DIFFERENCES = 50

/** These differ between any two processes and mean nothing. */
const IGNORED = new Set(['[[Prototype]]', '[[DateValue]]'])

/** @type {Map<string, Value|undefined>} */
const NO_PARTS = new Map()

class ValueComparison {
  /** @type {Difference[]} */ differences = []
  /** Pairs that were compared, or are being compared, so that cycles end. @type {Set<string>} */ #pairs = new Set()
  #a
  #b

  /**
   * @param {Dump} a
   * @param {Dump} b
   */
  constructor (a, b) {
    this.#a = a
    this.#b = b
  }

  /**
   * @param {Value|undefined} a
   * @param {Value|undefined} b
   * @param {string} path
   * @param {number} [depth]
   */
  compare (a, b, path, depth = 0) {
    if (this.differences.length >= MAX_DIFFERENCES) return
    const left = this.#record(this.#a, a)
    const right = this.#record(this.#b, b)
    if (a !== undefined && b !== undefined && (isLeftOut(a, left) || isLeftOut(b, right)) && mayBeAlike(a, b)) return
    if (a === undefined || b === undefined || left === undefined || right === undefined || !isSameKind(left, right)) {
      return this.#compareText(a, b, path)
    }
    const pair = `${left.objectId} ${right.objectId}`
    if (this.#pairs.has(pair)) return
    this.#pairs.add(pair)
    // Functions belong to the code, not to the state.
    if (left.type === 'function') return
    if (left.subtype === 'date' || left.subtype === 'regexp' || left.bytes !== undefined) {
      return this.#compareText(a, b, path)
    }
    if (left.length !== right.length) {
      this.#push(`${path}.length`, String(left.length ?? '?'), String(right.length ?? '?'))
    }
    if (left.size !== right.size) this.#push(`${path}.size`, String(left.size ?? '?'), String(right.size ?? '?'))
    if (depth < MAX_DEPTH) this.compareParts(a, b, path, depth)
  }

  /**
   * Compares the members of two objects; one of them may be missing.
   * @param {Value|undefined} a
   * @param {Value|undefined} b
   * @param {string} path
   * @param {number} [depth]
   */
  compareParts (a, b, path, depth = 0) {
    const left = this.#parts(this.#a, a)
    const right = this.#parts(this.#b, b)
    // A member that a limit left out of the other object is not a difference.
    for (const [key, value] of left.parts) {
      if (right.parts.has(key) || !right.isCut) this.compare(value, right.parts.get(key), path + key, depth + 1)
    }
    for (const [key, value] of right.parts) {
      if (!left.parts.has(key) && !left.isCut) this.compare(undefined, value, path + key, depth + 1)
    }
  }

  /**
   * @param {Dump} dump
   * @param {Value|undefined} value
   */
  #parts (dump, value) {
    const record = this.#record(dump, value)
    if (record === undefined) return { parts: NO_PARTS, isCut: value !== undefined }
    return { parts: partsOf(record, dump), isCut: (record.notCaptured ?? []).length > 0 }
  }

  /**
   * @param {Dump} dump
   * @param {Value|undefined} value
   */
  #record (dump, value) {
    return value?.objectId === undefined || value.type === 'symbol' ? undefined : dump.object(value.objectId)
  }

  /**
   * @param {Value|undefined} a
   * @param {Value|undefined} b
   * @param {string} path
   */
  #compareText (a, b, path) {
    const left = a === undefined ? null : describeValue(a, this.#a)
    const right = b === undefined ? null : describeValue(b, this.#b)
    if (left !== right) this.#push(path, left, right)
  }

  /**
   * @param {string} path
   * @param {string|null} a
   * @param {string|null} b
   */
  #push (path, a, b) {
    if (this.differences.length < MAX_DIFFERENCES) this.differences.push({ path, a, b })
  }
}

/**
 * @param {Value} value
 * @param {ObjectRecord|undefined} record
 * @returns {boolean} true if a limit left out the object that the value refers to
 */
function isLeftOut ({ type, objectId, intrinsic, notCapturedReason }, record) {
  return (
    (type === 'object' || type === 'function') &&
    record === undefined &&
    intrinsic === undefined &&
    (objectId !== undefined || (notCapturedReason !== undefined && LIMITS.includes(notCapturedReason)))
  )
}

/**
 * @param {Value} a
 * @param {Value} b
 */
function mayBeAlike (a, b) {
  return (
    a.subtype !== 'null' &&
    b.subtype !== 'null' &&
    a.type === b.type &&
    (a.subtype ?? b.subtype) === (b.subtype ?? a.subtype) &&
    (a.className ?? b.className) === (b.className ?? a.className)
  )
}

/**
 * @param {ObjectRecord} a
 * @param {ObjectRecord} b
 */
function isSameKind (a, b) {
  return a.type === b.type && a.subtype === b.subtype && a.className === b.className
}

/**
 * @param {ObjectRecord} record
 * @param {Dump} dump
 * @returns {Map<string, Value|undefined>}
 */
function partsOf (record, dump) {
  /** @type {Map<string, Value|undefined>} */
  const parts = new Map()
  for (const { kind, name, text, value } of membersOf(record, '.', dump)) {
    const isHidden =
      kind === 'symbol' ||
      kind === 'key' ||
      (kind === 'internal' && IGNORED.has(name)) ||
      (record.subtype === 'array' && name === 'length') ||
      (record.subtype === 'error' && name === 'stack')
    if (!isHidden) parts.set(text, value)
  }
  return parts
}

module.exports = { ValueComparison, MAX_DIFFERENCES }
