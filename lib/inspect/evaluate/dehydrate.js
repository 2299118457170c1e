'use strict'
// Converts live values of the evaluation's context to values as in a dump. It reads only descriptors and internal
// slots, by functions of the outer context. No getter, trap or method of the evaluated code runs, because any argument
// of such a call (a callback, an array) would give that code access to the outer context.

const { Buffer } = require('node:buffer') // required because lockProcess() deletes the global
const { types } = require('node:util')
const { isIndex } = require('../values/member-text')
const { numberValue } = require('../values/typed-array-bytes')
const {
  TYPED_ARRAY,
  classNameOf,
  cutOf,
  errorLine,
  holeOf,
  idOf,
  regexpOf,
  subtypeOf,
  unbox
} = require('./live-object')

/** @typedef {import('../../dump/format').Value} Value */
/** @typedef {import('../../dump/format').Property} Property */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./live-object').Traces} Traces */

const MAX_OBJECTS = 2000
const MAX_DEPTH = 6
const MAX_ITEMS = 1000
const MAX_STRING = 1_000_000
const MAX_SOURCE = 10_000
const MAX_BYTES = 8192

/**
 * @param {unknown} value
 * @param {Traces} traces
 * @param {import('./realm/types').Plan} plan the copy of the plan in this context
 * @returns {{ value: Value, error?: string, objects: ObjectRecord[], isComplete: boolean }}
 */
function dehydrate (value, traces, plan) {
  const walk = new Dehydration(traces, plan)
  const root = walk.value(value, 0)
  walk.drain()
  const error = errorLine(value)
  return { value: root, ...(error !== undefined && { error }), objects: walk.objects, isComplete: walk.isComplete }
}

class Dehydration {
  #traces
  #plan
  /** @type {Map<string, ObjectRecord>} */ #known
  /** @type {ObjectRecord[]} */ objects = []
  /** False if some objects that the dump may have are represented by their identities only. */
  isComplete = true
  /** @type {Map<object, string>} */ #ids = new Map()
  /** @type {Map<symbol, string>} */ #symbols = new Map()
  /** @type {{ object: object, objectId: string, depth: number }[]} */ #queue = []

  /**
   * @param {Traces} traces
   * @param {import('./realm/types').Plan} plan
   */
  constructor (traces, plan) {
    this.#traces = traces
    this.#plan = plan
    this.#known = new Map(plan.objects.map(record => [record.objectId, record]))
  }

  /** Walks breadth first over the objects that the values led to. */
  drain () {
    for (let i = 0; i < this.#queue.length; i++) {
      const { object, objectId, depth } = this.#queue[i]
      this.objects.push(this.#record(object, objectId, depth))
    }
  }

  /**
   * @param {unknown} value
   * @param {number} depth
   * @returns {Value}
   */
  value (value, depth) {
    switch (typeof value) {
      case 'undefined':
        return { type: 'undefined' }
      case 'boolean':
        return { type: 'boolean', value }
      case 'number':
        return numberValue(value)
      case 'bigint':
        return { type: 'bigint', unserializableValue: `${value}n` }
      case 'string':
        return value.length <= MAX_STRING
          ? { type: 'string', value }
          : {
              type: 'string',
              value: value.slice(0, MAX_STRING),
              length: value.length,
              notCapturedReason: 'stringLength'
            }
      case 'symbol':
        return this.#symbol(value)
    }
    if (value === null) return { type: 'object', subtype: 'null', value: null }
    return this.#reference(/** @type {object} */ (value), depth)
  }

  /**
   * @param {symbol} symbol
   * @returns {Value}
   */
  #symbol (symbol) {
    let objectId = this.#symbols.get(symbol)
    if (objectId === undefined) this.#symbols.set(symbol, (objectId = `y${this.#symbols.size + 1}`))
    const registryKey = Symbol.keyFor(symbol)
    return { type: 'symbol', description: String(symbol), objectId, ...(registryKey !== undefined && { registryKey }) }
  }

  /** @param {string} reason */
  #isElsewhere (reason) {
    return (this.#plan.isPartial && reason === this.#plan.missingReason) || this.#plan.limits.includes(reason)
  }

  /**
   * @param {object} object
   * @param {number} depth
   * @returns {Value}
   */
  #reference (object, depth) {
    const cut = cutOf(object, this.#traces)
    if (cut !== undefined && cut.target === null && cut.value !== null) {
      this.isComplete &&= !this.#isElsewhere(cut.reason)
      return {
        ...cut.value,
        notCapturedReason: cut.value.notCapturedReason ?? /** @type {Value['notCapturedReason']} */ (cut.reason)
      }
    }
    const type = typeof object === 'function' ? 'function' : 'object'
    const className = this.#classNameOf(cut?.target ?? object)
    const subtype = subtypeOf(cut?.target ?? object)
    /** @type {Value} */
    const rest = { type, ...(subtype && { subtype }), className }
    let objectId = this.#ids.get(object)
    if (objectId === undefined) {
      if (this.#ids.size >= MAX_OBJECTS) return { ...rest, notCapturedReason: 'objectCount' }
      if (depth > MAX_DEPTH) return { ...rest, notCapturedReason: 'depth' }
      objectId = idOf(object, this.#traces) ?? `e${this.#ids.size + 1}`
      this.#ids.set(object, objectId)
      this.#queue.push({ object: cut?.target ?? object, objectId, depth })
    }
    return { ...rest, objectId }
  }

  /**
   * The class name from the dump comes first: a class of Node.js has no constructor here that could be asked.
   * @param {object} object
   */
  #classNameOf (object) {
    const known = this.#known.get(idOf(object, this.#traces) ?? '')
    return known?.className ?? classNameOf(object)
  }

  /**
   * @param {object} object
   * @param {string} objectId
   * @param {number} depth
   * @returns {ObjectRecord}
   */
  #record (object, objectId, depth) {
    const subtype = subtypeOf(object)
    /** @type {ObjectRecord} */
    const record = {
      kind: 'object',
      objectId,
      type: typeof object === 'function' ? 'function' : 'object',
      ...(subtype && { subtype }),
      className: this.#classNameOf(object),
      depth,
      properties: []
    }
    // Every question to a Proxy would run its traps, which belong to the evaluated code.
    if (types.isProxy(object)) return record
    const known = this.#known.get(objectId)
    if (known?.notCaptured !== undefined) record.notCaptured = [...known.notCaptured]
    if (subtype === 'error' && known?.description !== undefined) record.description = known.description
    else if (subtype === 'error') record.description = errorLine(object) ?? classNameOf(object)
    this.#ownProperties(object, record)
    this.#contents(object, record, known)
    if (Object.getPrototypeOf(object) === null) {
      record.internalProperties = [
        ...record.internalProperties ?? [],
        { name: '[[Prototype]]', value: { type: 'object', subtype: 'null', value: null } }
      ]
    }
    return record
  }

  /**
   * @param {object} object
   * @param {ObjectRecord} record
   */
  #ownProperties (object, record) {
    // The elements of a typed array are its bytes.
    const keys = ArrayBuffer.isView(object)
      ? Reflect.ownKeys(object).filter(key => !isIndex(String(key)))
      : Reflect.ownKeys(object)
    for (const [i, key] of keys.entries()) {
      const descriptor = /** @type {PropertyDescriptor} */ (Reflect.getOwnPropertyDescriptor(object, key))
      const privateName = typeof key === 'symbol' ? this.#traces.privates.get(key) : undefined
      const guarded = (record.subtype === 'map' || record.subtype === 'set') && descriptor.enumerable === false
      if (guarded && privateName === undefined) continue // the replaced methods of a Map or Set that was cut
      const property = this.#property(
        privateName ?? String(typeof key === 'symbol' ? (key.description ?? '') : key),
        descriptor,
        record.depth
      )
      if (privateName !== undefined) record.privateProperties = [...record.privateProperties ?? [], property]
      else record.properties.push(typeof key === 'symbol' ? { ...property, symbol: this.#symbol(key) } : property)
      // The `length` of an array is not an element, so it is not counted as left out.
      const left =
        record.properties.length < MAX_ITEMS
          ? 0
          : keys.length - (i + 1) - (record.subtype === 'array' && keys.indexOf('length', i + 1) !== -1 ? 1 : 0)
      if (left > 0) {
        leaveOut(record, record.subtype === 'array' ? 'collectionSize' : 'fieldCount', left)
        break
      }
    }
  }

  /**
   * @param {string} name
   * @param {PropertyDescriptor} descriptor
   * @param {number} depth
   * @returns {Property}
   */
  #property (name, { value, get, set, enumerable }, depth) {
    const hidden = enumerable === false && { enumerable: false }
    const hole = get && holeOf(get, this.#traces)
    if (hole !== undefined) {
      return hole.value === undefined
        ? { name, notCapturedReason: /** @type {Property['notCapturedReason']} */ (hole.reason), ...hidden }
        : { name, value: hole.value, ...hidden }
    }
    if (get === undefined && set === undefined) return { name, value: this.value(value, depth + 1), ...hidden }
    return {
      name,
      ...(get && { get: this.value(get, depth + 1) }),
      ...(set && { set: this.value(set, depth + 1) }),
      ...hidden
    }
  }

  /**
   * @param {object} object
   * @param {ObjectRecord} record
   * @param {ObjectRecord|undefined} known
   */
  #contents (object, record, known) {
    const { depth } = record
    if (typeof object === 'function') record.source = Function.prototype.toString.call(object).slice(0, MAX_SOURCE)
    if (Array.isArray(object)) record.length = object.length
    if (types.isMap(object)) {
      const entries = [...Map.prototype.entries.call(object)]
      record.size = known?.size ?? entries.length
      record.entries = entries
        .slice(0, MAX_ITEMS)
        .map(([key, value]) => ({ key: this.value(key, depth + 1), value: this.value(value, depth + 1) }))
      leaveOut(record, 'collectionSize', entries.length - record.entries.length)
    } else if (types.isSet(object)) {
      const entries = [...Set.prototype.values.call(object)]
      record.size = known?.size ?? entries.length
      record.entries = entries.slice(0, MAX_ITEMS).map(value => ({ value: this.value(value, depth + 1) }))
      leaveOut(record, 'collectionSize', entries.length - record.entries.length)
    } else if (types.isDate(object)) {
      record.internalProperties = [{ name: '[[DateValue]]', value: numberValue(Date.prototype.getTime.call(object)) }]
    } else if (types.isRegExp(object)) {
      record.regexp = regexpOf(object)
    } else if (ArrayBuffer.isView(object)) {
      const view = types.isDataView(object) ? DataView.prototype : TYPED_ARRAY
      const byteLength = Number(Reflect.get(view, 'byteLength', object))
      record.bytes = {
        base64: base64(
          Reflect.get(view, 'buffer', object),
          Reflect.get(view, 'byteOffset', object),
          Math.min(byteLength, MAX_BYTES)
        ),
        byteLength: known?.bytes?.byteLength ?? byteLength
      }
      record.length =
        known?.length ?? (types.isDataView(object) ? byteLength : Number(Reflect.get(view, 'length', object)))
      const tag = Reflect.get(TYPED_ARRAY, Symbol.toStringTag, object)
      // A class that extends a typed array has the elements of that array's class.
      if (tag !== undefined && tag !== record.className && record.className !== 'Buffer') {
        record.internalProperties = [
          { name: '[[Prototype]]', value: { type: 'object', intrinsic: `${tag}.prototype` } }
        ]
      }
    } else if (types.isArrayBuffer(object)) {
      const byteLength = Number(Reflect.get(ArrayBuffer.prototype, 'byteLength', object))
      record.bytes = {
        base64: base64(object, 0, Math.min(byteLength, MAX_BYTES)),
        byteLength: known?.bytes?.byteLength ?? byteLength
      }
      record.length = record.bytes.byteLength
    } else if (types.isBoxedPrimitive(object)) {
      record.internalProperties = [{ name: '[[PrimitiveValue]]', value: this.value(unbox(object), depth) }]
    } else if (types.isPromise(object) && known !== undefined) {
      const result = known.internalProperties?.find(({ name }) => name === '[[PromiseResult]]')?.value
      const live =
        result?.objectId === undefined ? undefined : Map.prototype.get.call(this.#traces.live, result.objectId)
      record.internalProperties = known.internalProperties?.filter(({ name }) => name === '[[PromiseState]]')
      if (result !== undefined) {
        record.internalProperties?.push({
          name: '[[PromiseResult]]',
          value: live === undefined ? result : this.value(live, depth + 1)
        })
      }
    }
  }
}

/**
 * @param {ObjectRecord} record
 * @param {'collectionSize'|'fieldCount'} reason
 * @param {number} count may be 0
 */
function leaveOut (record, reason, count) {
  if (count > 0) record.notCaptured = [...record.notCaptured ?? [], { reason, count }]
}

/**
 * Buffer.from() would read the foreign buffer's `byteLength`, which may be a getter.
 * @param {ArrayBuffer} buffer
 * @param {number} byteOffset
 * @param {number} length
 */
function base64 (buffer, byteOffset, length) {
  return Buffer.from(new Uint8Array(buffer, byteOffset, length)).toString('base64')
}

module.exports = { dehydrate }
