'use strict'
// Compares the records of a walk with the live objects, slowly and by other means than the walk: reflection, and for
// what JavaScript can't see (the state of a promise, a Proxy's target) what the maker of the graph noted down.

const { types } = require('node:util')
const vm = require('node:vm')

const { internalOf } = require('./walk-graph')

/** @typedef {import('../../packages/shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../../packages/shared/dump/format').Property} Property */
/** @typedef {import('../../packages/shared/dump/format').Value} Value */

/**
 * What the maker of an object knows of it.
 * @typedef {object} Facts
 * @property {'pending' | 'fulfilled' | 'rejected'} [promiseState]
 * @property {unknown} [promiseResult]
 * @property {{ target: unknown, handler: unknown, revoked: boolean }} [proxy]
 * @property {unknown[]} [weakEntries] the only key of a WeakSet, or the only key of a WeakMap and its value
 * @property {{ key?: unknown, value: unknown }[]} [iteratorEntries]
 * @property {string} [className]
 * @property {boolean} [stackIsData] `stack` is a plain property
 * @property {boolean} [unread] native code answers for its properties
 * @property {unknown} [boundTarget]
 */

/** @typedef {Map<object, Facts>} FactsByObject */
/**
 * @typedef
 *   {{ maxObjects: number, maxDepth: number, maxProperties: number, maxEntries: number, maxStringLength: number,
 *     maxBufferBytes: number }}
 *   Limits
 */

const INDEX = /^(?:0|[1-9]\d{0,9})$/
const SUBTYPES = new Set([
  'array', 'error', 'date', 'regexp', 'map', 'set', 'weakmap', 'weakset', 'iterator',
  'generator', 'promise', 'proxy', 'typedarray', 'arraybuffer', 'dataview', 'weakref'
])

/** @param {object} object */
function kindOf (object) {
  if (types.isProxy(object)) return 'proxy'
  if (Array.isArray(object)) return 'array'
  if (typeof object === 'function') return 'function'
  if (types.isMap(object)) return 'map'
  if (types.isSet(object)) return 'set'
  if (types.isDate(object)) return 'date'
  if (types.isNativeError(object)) return 'error'
  if (types.isRegExp(object)) return 'regexp'
  if (types.isPromise(object)) return 'promise'
  if (types.isTypedArray(object)) return 'typedarray'
  if (types.isDataView(object)) return 'dataview'
  if (types.isAnyArrayBuffer(object)) return 'arraybuffer'
  if (types.isWeakMap(object)) return 'weakmap'
  if (types.isWeakSet(object)) return 'weakset'
  if (types.isMapIterator(object) || types.isSetIterator(object)) return 'iterator'
  if (types.isGeneratorObject(object)) return 'generator'
  if (types.isArgumentsObject(object)) return 'arguments'
  if (types.isBoxedPrimitive(object)) return 'boxed'
  try {
    WeakRef.prototype.deref.call(object)
    return 'weakref'
  } catch {
    return 'object'
  }
}

class GraphOracle {
  /**
   * @param {import('./walk-graph').Walked} walked
   * @param {Limits} limits
   * @param {FactsByObject} facts
   * @param {Set<Function>} [ownCode] classes of the graph
   */
  constructor (walked, limits, facts, ownCode = new Set()) {
    this.ownCode = ownCode
    this.walked = walked
    this.limits = limits
    this.facts = facts
    /** @type {string[]} */
    this.problems = []
    /** @type {Map<string, object | symbol>} */
    this.objectOfId = new Map()
    /** @type {Map<object | symbol, string>} */
    this.idOfObject = new Map()
    /** @type {{ id: string, object: object, depth: number }[]} in order of discovery by the oracle */
    this.queue = []
    this.depth = 0
    /** @type {Set<string>} */
    this.kinds = new Set()
  }

  /** @param {unknown} root @returns {string[]} problems */
  check (root) {
    this.compare(this.walked.value, root, 'root')
    for (let next = 0; next < this.queue.length && this.problems.length < 20; next++) {
      const { id, object, depth } = this.queue[next]
      const record = this.walked.records.get(id)
      const mayBeMissing = depth > this.limits.maxDepth || this.walked.records.size >= this.limits.maxObjects
      if (record === undefined && !mayBeMissing) this.say(`object ${id} of depth ${depth} has no record`)
      if (record === undefined) continue
      if (record.depth !== depth) this.say(`object ${id} is ${depth} steps away, the record says ${record.depth}`)
      this.depth = depth + 1
      this.checkRecord(record, object, `#${id}`)
    }
    for (const id of this.walked.records.keys()) {
      if (!this.objectOfId.has(id) && this.problems.length === 0) this.say(`nothing leads to record ${id}`)
    }
    return this.problems
  }

  /**
   * Of V8 or Node.js: not in a file of the tests.
   * @param {Function} code
   */
  isBuiltin (code) {
    const source = Function.prototype.toString.call(code)
    return source.includes('[native code]') || !this.ownCode.has(code)
  }

  /** @param {string} problem */
  say (problem) {
    this.problems.push(problem)
  }

  /**
   * @param {Value | undefined} actual
   * @param {unknown} expected
   * @param {string} where
   */
  compare (actual, expected, where) {
    if (actual === undefined) return this.say(`${where}: nothing, expected ${typeof expected}`)
    if ((typeof expected === 'object' && expected !== null) || typeof expected === 'function') {
      return this.compareObject(actual, expected, where)
    }
    if (typeof expected === 'symbol') return this.compareSymbol(actual, expected, where)
    if (typeof expected === 'string') return this.compareString(actual, expected, where)
    const wanted = JSON.stringify(this.primitive(expected))
    if (JSON.stringify(actual) !== wanted) this.say(`${where}: ${JSON.stringify(actual)}, expected ${wanted}`)
  }

  /** @param {unknown} value */
  primitive (value) {
    switch (typeof value) {
      case 'number':
        if (Object.is(value, -0)) return { type: 'number', unserializableValue: '-0' }
        return Number.isFinite(value)
          ? { type: 'number', value }
          : { type: 'number', unserializableValue: String(value) }
      case 'bigint': {
        const words = Math.ceil((value < 0n ? -value : value).toString(16).length / 16)
        const tooLong = value !== 0n && words * 20 > Math.max(this.limits.maxStringLength, 64)
        return tooLong
          ? { type: 'bigint', notCapturedReason: 'stringLength' }
          : { type: 'bigint', unserializableValue: `${value}n` }
      }
      case 'boolean':
        return { type: 'boolean', value }
      case 'undefined':
        return { type: 'undefined' }
    }
    return { type: 'object', subtype: 'null', value: null }
  }

  /** @param {Value} actual @param {string} expected @param {string} where */
  compareString (actual, expected, where) {
    const { maxStringLength } = this.limits
    const isCut = expected.length > maxStringLength
    const wholeIsHuge = actual.value === '' && expected.length > 1 << 16 // not even begun with
    if (actual.type !== 'string') return this.say(`${where}: ${actual.type}, expected a string`)
    if (!wholeIsHuge && actual.value !== expected.slice(0, maxStringLength)) this.say(`${where}: another string`)
    if (actual.length !== (isCut ? expected.length : undefined)) {
      this.say(`${where}: length ${actual.length} of ${expected.length}`)
    }
    if (actual.notCapturedReason !== (isCut ? 'stringLength' : undefined)) {
      this.say(`${where}: ${actual.notCapturedReason}`)
    }
  }

  /** @param {Value} actual @param {symbol} expected @param {string} where */
  compareSymbol (actual, expected, where) {
    if (actual.type !== 'symbol' || actual.description !== expected.toString()) {
      this.say(`${where}: ${JSON.stringify(actual)}, expected ${String(expected)}`)
    }
    if (actual.registryKey !== Symbol.keyFor(expected)) this.say(`${where}: registry key ${actual.registryKey}`)
    this.identify(actual, expected, where)
  }

  /** @param {Value} actual @param {object} expected @param {string} where */
  compareObject (actual, expected, where) {
    if (actual.intrinsic !== undefined) {
      if (vm.runInThisContext(`'use strict'; (require) => (${actual.intrinsic})`)(require) !== expected) {
        this.say(`${where}: is not ${actual.intrinsic}`)
      }
      return
    }
    const kind = kindOf(expected)
    this.kinds.add(kind)
    const type = kind === 'function' ? 'function' : 'object'
    const subtype = kind === 'arguments' ? 'array' : SUBTYPES.has(kind) ? kind : undefined
    if (actual.type !== type || actual.subtype !== subtype) {
      this.say(`${where}: ${actual.type} ${actual.subtype}, expected ${type} ${subtype}`)
    }
    const className = kind === 'proxy' ? 'Proxy' : this.facts.get(expected)?.className
    if (className !== undefined && actual.className !== className) {
      this.say(`${where}: class ${actual.className}, expected ${className}`)
    }
    if (actual.objectId !== undefined) return this.identify(actual, expected, where)
    if (actual.notCapturedReason === 'internal') {
      const constructor = types.isProxy(expected)
        ? undefined
        : Object.getOwnPropertyDescriptor(expected, 'constructor')?.value
      if (typeof constructor !== 'function' || !this.isBuiltin(constructor)) this.say(`${where}: left out as internal`)
    } else if (actual.notCapturedReason !== 'objectCount') this.say(`${where}: neither id nor reason`)
  }

  /** @param {Value} actual @param {object | symbol} expected @param {string} where */
  identify (actual, expected, where) {
    const id = /** @type {string} */ (actual.objectId)
    if (id === undefined) return this.say(`${where}: no id`)
    const known = this.objectOfId.get(id)
    const knownId = this.idOfObject.get(expected)
    if (known !== undefined && known !== expected) this.say(`${where}: id ${id} is another object`)
    if (knownId !== undefined && knownId !== id) this.say(`${where}: id ${id}, before ${knownId}`)
    if (known === undefined && typeof expected !== 'symbol') {
      this.queue.push({ id, object: expected, depth: this.depth })
    }
    this.objectOfId.set(id, expected)
    this.idOfObject.set(expected, id)
  }

  /** @param {ObjectRecord} record @param {object} object @param {string} where */
  checkRecord (record, object, where) {
    const kind = kindOf(object)
    const facts = this.facts.get(object) ?? {}
    if (kind === 'proxy') return this.checkProxy(record, facts, where)
    if (facts.unread) {
      if (record.notCaptured?.[0]?.reason !== 'notRead' || record.properties.length > 0) {
        this.say(`${where}: properties of native code`)
      }
      return
    }
    if (!record.functionLocation?.url?.startsWith('node:')) this.checkProperties(record, object, kind, where)
    require('./graph-oracle-contents').checkContents(this, record, object, kind, where)
    this.checkPrototype(record, object, kind, where)
  }

  /** @param {ObjectRecord} record @param {Facts} facts @param {string} where */
  checkProxy (record, { proxy }, where) {
    if (record.properties.length > 0) this.say(`${where}: properties of a Proxy`)
    if (proxy === undefined) return
    this.compare(internalOf(record, '[[Target]]'), proxy.revoked ? null : proxy.target, `${where}.[[Target]]`)
    this.compare(internalOf(record, '[[Handler]]'), proxy.revoked ? null : proxy.handler, `${where}.[[Handler]]`)
    this.compare(internalOf(record, '[[IsRevoked]]'), proxy.revoked, `${where}.[[IsRevoked]]`)
  }

  /** @param {ObjectRecord} record @param {object} object @param {string} kind @param {string} where */
  checkPrototype (record, object, kind, where) {
    const shown = internalOf(record, '[[Prototype]]')
    const prototype = Object.getPrototypeOf(object)
    if (shown !== undefined) return this.compare(shown, prototype, `${where}.[[Prototype]]`)
    if (kind === 'object' && prototype !== Object.prototype) this.say(`${where}: prototype left out`)
    if (prototype === null) return this.say(`${where}: null prototype left out`)
    if (types.isProxy(prototype)) return this.say(`${where}: a Proxy as prototype left out`)
    const constructor = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
    if (/^class/.test(typeof constructor === 'function' ? Function.prototype.toString.call(constructor) : '')) {
      if (prototype !== Buffer.prototype) this.say(`${where}: prototype of a class left out`)
    }
  }

  /** @param {ObjectRecord} record @param {object} object @param {string} kind @param {string} where */
  checkProperties (record, object, kind, where) {
    const { maxEntries, maxProperties } = this.limits
    const { elements, names } = this.keysOf(object, kind, record)
    const actual = record.properties
    const isList = kind === 'array' || kind === 'arguments'
    const shownElements = isList
      ? actual.filter(({ name, symbol }) => symbol === undefined && INDEX.test(name) && Number(name) < 2 ** 32 - 1)
      : []
    if (shownElements.length !== Math.min(elements.length, maxEntries)) {
      this.say(`${where}: ${shownElements.length} elements of ${elements.length}`)
    }
    const wanted = [...elements.slice(0, maxEntries), ...names.slice(0, maxProperties)]
    const shown = actual.length - shownElements.length
    if (names.length <= maxProperties && actual.length !== wanted.length) {
      return this.say(`${where}: properties ${actual.map(({ name }) => name)}, expected ${wanted.map(String)}`)
    }
    for (let i = 0; i < Math.min(wanted.length, shownElements.length + shown); i++) {
      this.checkProperty(actual[i], object, wanted[i], where)
    }
    const { count = 0 } = record.notCaptured?.find(({ reason }) => reason === 'fieldCount') ?? {}
    // Names that are never shown may be among those that are left out.
    const missing = Math.max(0, names.length - maxProperties)
    if (count < missing || count > missing + 3) this.say(`${where}: fieldCount ${count}, ${missing} are missing`)
  }

  /**
   * Own keys that a record shows.
   * @param {object} object
   * @param {string} kind
   * @param {ObjectRecord} record
   * @returns {{ elements: (string | symbol)[], names: (string | symbol)[] }}
   */
  keysOf (object, kind, record) {
    const shows = (/** @type {string} */ name) =>
      record.properties.some(property => property.name === name && property.symbol === undefined)
    const keys = Reflect.ownKeys(object)
    const isIndex = (/** @type {string | symbol} */ key) =>
      typeof key === 'string' && INDEX.test(key) && Number(key) < 2 ** 32 - 1
    const isText = types.isStringObject(object)
    const elements = kind === 'arguments' ? argumentKeys(object) : kind === 'array' ? keys.filter(isIndex) : []
    const names = keys.filter(key => {
      if (isIndex(key) && (kind === 'array' || kind === 'arguments' || kind === 'typedarray' || isText)) return false
      if (key === 'length' && (kind === 'array' || isText)) return false
      // V8 11 doesn't let one see that a stack was replaced.
      if (key === 'stack') return this.facts.get(object)?.stackIsData && shows('stack')
      if (kind === 'function' && (key === 'arguments' || key === 'caller')) {
        return !isNativeFunctionProperty(object, key)
      }
      // Left out when it is as it was made, but not when it was met before.
      if (kind === 'function' && key === 'prototype') {
        return shows('prototype') || !isPlainPrototype(/** @type {Function} */ (object))
      }
      return true
    })
    return { elements, names }
  }

  /** @param {Property} actual @param {object} object @param {string | symbol} key @param {string} where */
  checkProperty (actual, object, key, where) {
    const at = `${where}.${String(key)}`
    const descriptor = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(object, key))
    if (actual.name !== (typeof key === 'symbol' ? key.toString() : key.slice(0, 4096))) {
      return this.say(`${at}: is ${actual.name}`)
    }
    if (typeof key === 'symbol') this.compare(actual.symbol, key, `${at} key`)
    // Not looked at
    const isElement =
      (Array.isArray(object) || types.isArgumentsObject(object)) && typeof key === 'string' && INDEX.test(key)
    if (!isElement && actual.enumerable !== (descriptor.enumerable ? undefined : false)) {
      this.say(`${at}: enumerable ${actual.enumerable}`)
    }
    if ('value' in descriptor) return this.compare(actual.value, descriptor.value, at)
    if (actual.value !== undefined) return this.say(`${at}: value of an accessor`)
    if (descriptor.get !== undefined) this.compare(actual.get, descriptor.get, `${at} get`)
    if (descriptor.set !== undefined) this.compare(actual.set, descriptor.set, `${at} set`)
  }
}

/**
 * Of an arguments object, where Reflect.ownKeys forgets indices once one was redefined.
 * @param {object} object
 */
function argumentKeys (object) {
  return Array.from({ length: 1000 }, (_, i) => String(i)).filter(
    key => Object.getOwnPropertyDescriptor(object, key) !== undefined
  )
}

/** @param {object} object @param {'arguments' | 'caller'} key */
function isNativeFunctionProperty (object, key) {
  const { value, writable, enumerable } = /** @type {PropertyDescriptor} */ (
    Object.getOwnPropertyDescriptor(object, key)
  )
  return value === null && writable === false && enumerable === false
}

/** @param {Function} object */
function isPlainPrototype (object) {
  const { value: prototype } = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(object, 'prototype'))
  if (typeof prototype !== 'object' || prototype === null || types.isProxy(prototype)) return false
  const keys = Reflect.ownKeys(prototype)
  const parent = Object.getPrototypeOf(prototype)
  const parents = [
    Object.prototype,
    Object.getPrototypeOf(function * () {}).prototype,
    Object.getPrototypeOf(async function * () {}).prototype
  ]
  if (!parents.includes(parent)) return false
  return (
    keys.length === 0 ||
    (keys.length === 1 && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value === object)
  )
}

module.exports = { GraphOracle }
