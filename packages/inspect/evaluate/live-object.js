'use strict'
// Inspects live objects of the evaluation's context by functions of the outer context, without running the objects' own
// code (dehydrate.js gives the reason).

const { types } = require('node:util')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./realm/types').Realm} Realm */

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype)

/** @param {object} object a boxed primitive */
function unbox (object) {
  for (const kind of [String, Number, Boolean, Symbol, BigInt]) {
    try {
      return Reflect.apply(kind.prototype.valueOf, object, [])
    } catch {} // boxed of another kind
  }
}

/**
 * The object's own `source` and `flags` can be replaced; the original getters that are called here can't.
 * @param {RegExp} object
 */
function regexpOf (object) {
  const FLAGS = /** @type {const} */ ({
    hasIndices: 'd',
    global: 'g',
    ignoreCase: 'i',
    multiline: 'm',
    dotAll: 's',
    unicode: 'u',
    unicodeSets: 'v',
    sticky: 'y'
  })
  /** @param {'source'|keyof typeof FLAGS} name */
  const get = name => Reflect.get(RegExp.prototype, name, object)
  return {
    source: String(get('source')),
    flags: Object.entries(FLAGS)
      .filter(([name]) => get(/** @type {keyof typeof FLAGS} */ (name)))
      .map(([, flag]) => flag)
      .join('')
  }
}

/**
 * The value of a data property of an object or of its prototypes. Getters and proxies are not called.
 * @param {object} object
 * @param {PropertyKey} key
 * @returns {unknown}
 */
function dataProperty (object, key) {
  /** @type {object|null} */
  let holder = object
  for (let i = 0; holder !== null && i < 100 && !types.isProxy(holder); i++) {
    const descriptor = Reflect.getOwnPropertyDescriptor(holder, key)
    if (descriptor !== undefined) return descriptor.value
    holder = Reflect.getPrototypeOf(holder)
  }
}

/**
 * The maps in which the realm records what its objects are. They are taken before any evaluated code runs. Evaluated
 * code may reach the maps all the same and put anything into them, so their contents are treated like a result: no
 * getter, trap or conversion runs, and only primitives of the right type count.
 * @typedef {Pick<Realm, 'aliases'|'cuts'|'holes'|'ids'|'live'> & { privates: Map<symbol, string>,
 *   readPrivates: () => void }} Traces
 */

/**
 * @param {Realm} realm
 * @returns {Traces}
 */
function tracesOf ({ aliases, cuts, holes, ids, live, privates }) {
  /** @type {Map<symbol, string>} */
  const names = new Map()
  const readPrivates = () => {
    for (const name of Reflect.ownKeys(privates)) {
      const symbol = ownData(privates, name)
      if (typeof name === 'string' && typeof symbol === 'symbol') names.set(symbol, name)
    }
  }
  readPrivates()
  return { aliases, cuts, holes, ids, live, privates: names, readPrivates }
}

/**
 * The record of an object that the dump has in part or not at all; undefined for any other value.
 * @param {unknown} value
 * @param {Traces} traces
 * @returns {import('./realm/types').Cut|undefined}
 */
function cutOf (value, { cuts }) {
  const cut = isObject(value) ? WeakMap.prototype.get.call(cuts, value) : undefined
  if (cut === undefined) return undefined
  const target = ownData(cut, 'target')
  const known = ownData(cut, 'value')
  return {
    target: isObject(target) ? target : null,
    value: isObject(known) ? copyValue(known) : null,
    reason: ownText(cut, 'reason'),
    what: ownText(cut, 'what')
  }
}

/**
 * The missing value that a getter of the realm stands for; undefined for any other getter.
 * @param {Function} getter
 * @param {Traces} traces
 * @returns {import('./realm/types').Hole|undefined}
 */
function holeOf (getter, { holes }) {
  const hole = WeakMap.prototype.get.call(holes, getter)
  if (hole === undefined) return undefined
  const known = ownData(hole, 'value')
  return { reason: ownText(hole, 'reason'), value: isObject(known) ? copyValue(known) : undefined }
}

/**
 * True if the getter stands for a private field that the object has under another name.
 * @param {Function|undefined} getter
 * @param {Traces} traces
 * @returns {boolean}
 */
function isAlias (getter, { aliases }) {
  return getter !== undefined && WeakMap.prototype.get.call(aliases, getter) === true
}

/**
 * @param {object} object
 * @param {Traces} traces
 * @returns {string|undefined}
 */
function idOf (object, { ids }) {
  const objectId = WeakMap.prototype.get.call(ids, object)
  return typeof objectId === 'string' ? objectId : undefined
}

/**
 * Gives an object of the context an id, by which later expressions find it.
 * @param {object} object
 * @param {string} objectId
 * @param {Traces} traces
 */
function setId (object, objectId, { ids, live }) {
  WeakMap.prototype.set.call(ids, object, objectId)
  Map.prototype.set.call(live, objectId, object)
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isObject (value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/**
 * @param {unknown} object
 * @param {PropertyKey} key
 * @returns {unknown}
 */
function ownData (object, key) {
  return isObject(object) && !types.isProxy(object) ? Reflect.getOwnPropertyDescriptor(object, key)?.value : undefined
}

/**
 * @param {unknown} object
 * @param {PropertyKey} key
 */
function ownText (object, key) {
  const text = ownData(object, key)
  return typeof text === 'string' ? text : ''
}

/**
 * Copies a Value of the evaluation's context into an object of this context. A function in the original would be called
 * when the answer is written.
 * @param {object} value
 * @returns {Value}
 */
function copyValue (value) {
  const copy = Object.create(null)
  for (const key of types.isProxy(value) ? [] : Reflect.ownKeys(value)) {
    const data = ownData(value, key)
    if (typeof key === 'string' && (data === null || /^(?:string|number|boolean|undefined)$/.test(typeof data))) {
      copy[key] = data
    }
  }
  return { ...copy }
}

/** @param {object} object */
function classNameOf (object) {
  if (types.isProxy(object)) return typeof object === 'function' ? 'Function' : 'Object'
  if (typeof object === 'function') return functionClassOf(object)
  const constructor = dataProperty(object, 'constructor')
  const name =
    typeof constructor === 'function' && !types.isProxy(constructor)
      ? Reflect.getOwnPropertyDescriptor(constructor, 'name')?.value
      : undefined
  return typeof name === 'string' && name !== '' ? name : 'Object'
}

/** @param {Function} object */
function functionClassOf (object) {
  const isGenerator = types.isGeneratorFunction(object)
  return `${types.isAsyncFunction(object) ? 'Async' : ''}${isGenerator ? 'Generator' : ''}Function`
}

/**
 * @param {object} object
 * @returns {Value['subtype']}
 */
function subtypeOf (object) {
  if (types.isProxy(object)) return 'proxy'
  if (Array.isArray(object)) return 'array'
  if (types.isMap(object)) return 'map'
  if (types.isSet(object)) return 'set'
  if (types.isDate(object)) return 'date'
  if (types.isRegExp(object)) return 'regexp'
  if (types.isNativeError(object)) return 'error'
  if (types.isPromise(object)) return 'promise'
  if (types.isDataView(object)) return 'dataview'
  if (ArrayBuffer.isView(object)) return 'typedarray'
  if (types.isArrayBuffer(object)) return 'arraybuffer'
  if (types.isWeakMap(object)) return 'weakmap'
  if (types.isWeakSet(object)) return 'weakset'
  if (types.isGeneratorObject(object)) return 'generator'
  if (types.isMapIterator(object) || types.isSetIterator(object)) return 'iterator'
}

/**
 * V8 names a function in a message by the text of the call, and typed text calls `(0, f)()` where the user typed `f()`.
 * @param {unknown} error
 */
function restoreFunctionName (error) {
  if (typeof error !== 'object' || error === null || !types.isNativeError(error)) return
  const message = Reflect.getOwnPropertyDescriptor(error, 'message')
  if (typeof message?.value !== 'string') return
  const value = message.value.replace(/\(0 , ([^\s()]+)\)/g, '$1')
  if (value !== message.value) Reflect.defineProperty(error, 'message', { ...message, value })
}

/**
 * The text with which Node.js would begin its report of an error: `TypeError: …`.
 * @param {unknown} value
 * @returns {string|undefined} undefined for a value that is not an error
 */
function errorLine (value) {
  if (typeof value !== 'object' || value === null || !types.isNativeError(value)) return undefined
  const name = dataProperty(value, 'name')
  const message = dataProperty(value, 'message')
  const text = typeof message === 'string' ? message : ''
  return `${typeof name === 'string' ? name : 'Error'}${text === '' ? '' : `: ${text}`}`
}

module.exports = {
  TYPED_ARRAY,
  classNameOf,
  cutOf,
  dataProperty,
  errorLine,
  holeOf,
  idOf,
  isAlias,
  isObject,
  ownData,
  regexpOf,
  restoreFunctionName,
  setId,
  subtypeOf,
  tracesOf,
  unbox
}
