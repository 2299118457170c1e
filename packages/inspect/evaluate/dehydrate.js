'use strict'
// Converts live values of the evaluation's context to values as in a dump. It reads only descriptors and internal
// slots, by functions of the outer context. No getter, trap or method of the evaluated code runs, because any argument
// of such a call (a callback, an array) would give that code access to the outer context.

const { types } = require('node:util')
const { isIndex } = require('../values/member-text')
const { numberValue } = require('../values/typed-array-bytes')
const {
  classNameOf,
  cutOf,
  errorLine,
  holeOf,
  idOf,
  isAlias,
  isObject,
  ownData,
  setId,
  subtypeOf
} = require('./live-object')
const { addContents, leaveOut, MAX_ITEMS } = require('./record-contents')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./live-object').Traces} Traces */

const MAX_OBJECTS = 2000
const MAX_DEPTH = 6
const MAX_STRING = 1_000_000

class Dehydration {
  #traces
  #plan
  /** @type {Map<string, ObjectRecord>} */ #known
  #idPrefix
  #madeIds = 0
  /** @type {Map<symbol, string>} */ #symbols = new Map()
  /** objectId -> the object's record when it was last told, as JSON. @type {Map<string, string>} */ #told = new Map()
  /** @type {Map<string, string>} */ #toldVariables = new Map()

  // The state of one walk.
  /** False if some objects that the dump may have are represented by their identities only. */
  #isComplete = true
  /** True while only references to objects are wanted, and not the objects. */
  #isShallow = false
  /** @type {Set<string>} */ #queued = new Set()
  /** @type {{ object: object, objectId: string, depth: number }[]} */ #queue = []

  /**
   * @param {Traces} traces
   * @param {import('./realm/types').Plan} plan the copy of the plan in this context
   */
  constructor (traces, plan) {
    this.#traces = traces
    this.#plan = plan
    this.#idPrefix = plan.idPrefix
    this.#known = new Map(plan.objects.map(record => [record.objectId, record]))
  }

  /**
   * @param {unknown} value the result of an expression
   * @param {string} idPrefix of the ids of objects that have none yet
   * @returns {{ value: Value, error?: string, objects: ObjectRecord[], isComplete: boolean }} objects: those that the
   *   value leads to
   */
  of (value, idPrefix) {
    this.#idPrefix = idPrefix
    this.#madeIds = 0
    this.#isComplete = true
    const root = this.value(value, 0)
    const objects = this.#walk()
    const error = errorLine(value)
    return { value: root, ...(error !== undefined && { error }), objects, isComplete: this.#isComplete }
  }

  /**
   * Remembers the values of the dump, so that changes() can tell what becomes of them.
   * @param {object} variables scopes, as the realm reads them
   */
  watch (variables) {
    for (const objectId of this.#known.keys()) this.#told.set(objectId, this.#text(objectId))
    for (const { id, value } of variablesOf(variables)) this.#toldVariables.set(id, this.#variableText(value))
  }

  /**
   * @param {object} variables scopes, as the realm reads them
   * @param {ObjectRecord[]} results objects that are told already, because they belong to the result
   * @returns {{ objects: ObjectRecord[], variables: { key: string, name: string, value: Value }[] }} what differs from
   *   what was told before
   */
  changes (variables, results) {
    /** @type {Set<string>} */
    const changed = new Set()
    for (const objectId of [...this.#told.keys(), ...results.map(record => record.objectId)]) {
      const text = this.#text(objectId)
      if (this.#told.has(objectId) && this.#told.get(objectId) !== text) changed.add(objectId)
      this.#told.set(objectId, text)
    }
    const changedVariables = variablesOf(variables).flatMap(({ id, key, name, value }) => {
      const text = this.#variableText(value)
      if (this.#toldVariables.get(id) === text) return []
      this.#toldVariables.set(id, text)
      return [{ key, name, value: this.value(value, 0) }]
    })
    for (const objectId of changed) this.#enqueue(objectId, 0)
    const objects = this.#walk(objectId => changed.has(objectId) || !this.#told.has(objectId))
    for (const { objectId } of objects) this.#told.set(objectId, this.#text(objectId))
    return { objects, variables: changedVariables }
  }

  /**
   * Walks breadth first over the objects that the values led to.
   * @param {(objectId: string) => boolean} [isWanted]
   */
  #walk (isWanted = () => true) {
    /** @type {ObjectRecord[]} */
    const objects = []
    for (let i = 0; i < this.#queue.length; i++) {
      const { object, objectId, depth } = this.#queue[i]
      if (isWanted(objectId)) objects.push(this.#record(object, objectId, depth))
    }
    this.#queue = []
    this.#queued.clear()
    return objects
  }

  /**
   * @param {string} objectId
   * @param {number} depth
   */
  #enqueue (objectId, depth) {
    if (this.#queued.has(objectId)) return
    const object = this.#object(objectId)
    if (object === undefined) return
    this.#queued.add(objectId)
    this.#queue.push({ object, objectId, depth })
  }

  /**
   * @param {string} objectId
   * @returns {object|undefined} undefined for an object of which only the identity is known
   */
  #object (objectId) {
    const live = Map.prototype.get.call(this.#traces.live, objectId)
    if (!isObject(live)) return undefined
    const cut = cutOf(live, this.#traces)
    return cut === undefined ? live : (cut.target ?? undefined)
  }

  /** @param {string} objectId */
  #text (objectId) {
    const object = this.#object(objectId)
    if (object === undefined) return ''
    this.#isShallow = true
    const text = JSON.stringify(this.#record(object, objectId, 0))
    this.#isShallow = false
    return text
  }

  /** @param {unknown} value */
  #variableText (value) {
    this.#isShallow = true
    const text = JSON.stringify(this.value(value, 0))
    this.#isShallow = false
    return text
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
      this.#isComplete &&= !this.#isElsewhere(cut.reason)
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
    let objectId = idOf(object, this.#traces)
    if (objectId === undefined || !this.#queued.has(objectId)) {
      if (!this.#isShallow && this.#queued.size >= MAX_OBJECTS) return { ...rest, notCapturedReason: 'objectCount' }
      if (!this.#isShallow && depth > MAX_DEPTH) return { ...rest, notCapturedReason: 'depth' }
      if (objectId === undefined) {
        objectId = `${this.#idPrefix}${++this.#madeIds}`
        setId(object, objectId, this.#traces)
      }
      if (!this.#isShallow) {
        this.#queued.add(objectId)
        this.#queue.push({ object: cut?.target ?? object, objectId, depth })
      }
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
    addContents(object, record, known, (value, depth) => this.value(value, depth), this.#traces)
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
      if (privateName !== undefined && isAlias(descriptor.get, this.#traces)) continue
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
}

/**
 * @param {object} scopes as the realm reads them
 * @returns {{ id: string, key: string, name: string, value: unknown }[]}
 */
function variablesOf (scopes) {
  return Reflect.ownKeys(scopes).flatMap(key => {
    const scope = ownData(scopes, key)
    if (!isObject(scope) || types.isProxy(scope)) return []
    return Reflect.ownKeys(scope).map(name => ({
      id: `${String(key)} ${String(name)}`,
      key: String(key),
      name: String(name),
      value: ownData(scope, name)
    }))
  })
}

module.exports = { Dehydration }
