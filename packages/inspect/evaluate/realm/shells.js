'use strict'

/**
 * Makes empty objects of the right kind, so that references among them can be set in any order.
 *
 * The function runs in the evaluation's context, as text: see missing.js.
 * @param {import('./types').Realm} realm
 */
function installShells (realm) {
  /** @type {Record<string, new (buffer: ArrayBuffer) => object>} */
  const VIEWS = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView
  }
  // Node.js 24 and later have Float16Array.
  const HalfArray = Reflect.get(globalThis, 'Float16Array')
  if (HalfArray !== undefined) VIEWS.Float16Array = HalfArray
  /** @type {Record<string, ErrorConstructor>} */
  const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }

  const internal = (/** @type {import('./types').ObjectRecord} */ record, /** @type {string} */ name) =>
    record.internalProperties?.find(property => property.name === name)?.value

  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const decode = (/** @type {string} */ base64) => {
    const bytes = []
    let bits = 0
    let count = 0
    for (const digit of base64) {
      if (digit === '=') break
      bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffffff
      count += 6
      if (count >= 8) bytes.push((bits >> (count -= 8)) & 0xff)
    }
    return new Uint8Array(bytes)
  }

  // Node.js's Buffer does not exist here. This replacement has only its most used method.
  class Buffer extends Uint8Array {
    toString (encoding = 'utf8') {
      if (encoding === 'hex') return Array.from(this, byte => byte.toString(16).padStart(2, '0')).join('')
      if (/^(?:latin1|binary|ascii)$/.test(encoding)) {
        return Array.from(this, byte => String.fromCharCode(encoding === 'ascii' ? byte & 0x7f : byte)).join('')
      }
      if (!/^utf-?8$/i.test(encoding)) {
        return realm.fail(`toString(${JSON.stringify(encoding)}) of a Buffer`, 'internal')
      }
      const escaped = Array.from(this, byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
      try {
        return decodeURIComponent(escaped)
      } catch {
        return realm.fail('toString() of a Buffer that is not UTF-8', 'internal')
      }
    }
  }
  VIEWS.Buffer = Buffer

  /**
   * @param {import('./types').ObjectRecord} record
   * @returns {object|null}
   * @throws if this Node.js has no such array, or its elements are not known
   */
  const bytesShell = record => {
    if (record.bytes === undefined) return null
    const bytes = decode(record.bytes.base64)
    const name = record.subtype === 'typedarray' ? record.elementClass : record.className
    const View = name !== undefined && Object.hasOwn(VIEWS, name) ? VIEWS[name] : null
    if (View === null && record.subtype === 'typedarray') throw new TypeError(name)
    const size = View === null || !('BYTES_PER_ELEMENT' in View) ? 1 : Number(View.BYTES_PER_ELEMENT)
    const captured = Math.floor(bytes.length / size)
    const whole = bytes.length === record.bytes.byteLength
    const target = View === null ? bytes.buffer : new View(bytes.buffer.slice(0, captured * size))
    if (!whole) realm.live.set(record.objectId, realm.partialBytes(target, record, captured))
    return target
  }

  /**
   * Completes a Map or Set with missing entries: existing entries are found, and looking up any other key throws, since
   * the entry might be missing.
   * @param {Map<unknown, unknown>|Set<unknown>} collection
   * @param {import('./types').ObjectRecord} record
   */
  const guardCollection = (collection, record) => {
    const proto = /** @type {Map<unknown, unknown>} */ (Object.getPrototypeOf(collection))
    const kept = record.entries?.length ?? 0
    const all = record.size ?? 'an unknown number of'
    const what = (/** @type {string} */ which) =>
      `${which} of the ${record.className ?? 'collection'}, with ${kept} of ${all} entries captured,`
    const reason = record.notCaptured?.[0]?.reason ?? 'collectionSize'
    const own = (/** @type {PropertyKey} */ key, /** @type {PropertyDescriptor} */ descriptor) => {
      Object.defineProperty(collection, key, { configurable: true, enumerable: false, ...descriptor })
    }
    const lookUp = (/** @type {'has'|'get'} */ method) => (/** @type {unknown} */ key) =>
      proto.has.call(collection, key)
        ? Reflect.apply(proto[method], collection, [key])
        : realm.fail(what(`the entry ${typeof key === 'string' ? JSON.stringify(key) : String(typeof key)}`), reason)
    own('size', { get: () => record.size ?? realm.fail(`the size of the ${record.className ?? 'collection'}`, reason) })
    own('has', { value: lookUp('has'), writable: true })
    if (collection instanceof Map) own('get', { value: lookUp('get'), writable: true })
    for (const key of /** @type {const} */ (['keys', 'values', 'entries', Symbol.iterator])) {
      const original = Reflect.get(proto, key)
      own(key, {
        value: function * () {
          yield * Reflect.apply(original, collection, [])
          realm.fail(what('the rest'), reason)
        },
        writable: true
      })
    }
    own('forEach', {
      value: (/** @type {(value: unknown, key: unknown, all: object) => void} */ callback) => {
        proto.forEach.call(collection, callback)
        realm.fail(what('the rest'), reason)
      },
      writable: true
    })
  }

  /**
   * @param {import('./types').ObjectRecord} record
   * @returns {object}
   */
  const functionShell = record => {
    const made = realm.functions[record.objectId]
    if (made !== undefined) return made
    const literal = realm.literals[record.objectId]
    const method = literal && Object.getOwnPropertyDescriptor(literal, 'm')
    if (method) return /** @type {object} */ (method.get ?? method.set ?? method.value)
    const target = internal(record, '[[TargetFunction]]')
    if (target !== undefined) return boundShell(record, target)
    const name = record.properties.find(property => property.name === 'name')?.value?.value
    const what = `a call of ${typeof name === 'string' && name !== '' ? name : 'this function'}`
    const reason = realm.plan.stubs[record.objectId] ?? 'internal'
    const fail = (/** @type {string} */ what) => {
      if (reason === realm.plan.notCalled) realm.wantedFunction = record.objectId
      return realm.fail(what, reason)
    }
    const shell = function () {
      fail(what)
    }
    const text = () => record.source ?? fail(what.replace('a call', 'the source'))
    sourceTexts.set(shell, reason === 'internal' ? () => `function ${name ?? ''}() { [native code] }` : text)
    return shell
  }

  // A function that can't be called still has its text, and not that of the function in its place.
  /** @type {WeakMap<object, () => string>} */
  const sourceTexts = realm.guarded(new WeakMap())
  const nativeText = Function.prototype.toString
  const own = {
    /** @this {Function} */
    toString () {
      const text = typeof this === 'function' ? sourceTexts.get(this) : undefined
      return text === undefined ? Reflect.apply(nativeText, this, []) : text()
    }
  }
  sourceTexts.set(own.toString, () => Reflect.apply(nativeText, nativeText, []))
  Reflect.set(Function.prototype, 'toString', own.toString)

  /**
   * @param {import('./types').ObjectRecord} record
   * @param {import('./types').Value} target
   */
  const boundShell = (record, target) => {
    return function (/** @type {unknown[]} */ ...args) {
      const boundArgs = internal(record, '[[BoundArgs]]')
      const self = internal(record, '[[BoundThis]]')
      const bound = boundArgs === undefined ? [] : /** @type {unknown[]} */ (realm.revive(boundArgs, 'bound arguments'))
      return Reflect.apply(
        /** @type {Function} */ (realm.revive(target, 'the bound function')),
        self && realm.revive(self, 'bound this'),
        [...bound, ...args]
      )
    }
  }

  /**
   * A WeakRef gets its target when it is made, so WeakRefs are made last.
   * @param {import('./types').ObjectRecord} record
   */
  const weakRefShell = record => {
    const target = internal(record, '[[WeakRefTarget]]')
    const object = target?.objectId === undefined ? undefined : realm.live.get(target.objectId)
    return object === undefined
      ? {
          deref: () =>
            target?.objectId === undefined ? undefined : realm.fail('the target of a WeakRef', realm.plan.missingReason)
        }
      : new WeakRef(object)
  }

  /** @param {import('./types').ObjectRecord} record */
  const arrayShell = record => {
    /** @type {unknown[]} */
    const made = []
    made.length = record.length ?? 0
    return made
  }

  /**
   * @param {import('./types').ObjectRecord} record
   * @returns {object}
   * @throws if this version of Node.js can't make such an object: an array that is too long, a regular expression of a
   *   later version
   */
  const shellOf = record => {
    if (record.type === 'function') return functionShell(record)
    const primitive = internal(record, '[[PrimitiveValue]]')
    if (primitive !== undefined) return Object(realm.revive(primitive, 'the boxed value'))
    const kind = record.className ?? 'Object'
    switch (record.subtype) {
      case 'array':
        return arrayShell(record)
      case 'map':
        return new Map()
      case 'set':
        return new Set()
      case 'weakmap':
        return new WeakMap()
      case 'weakset':
        return new WeakSet()
      case 'date':
        return new Date(/** @type {number} */ (internal(record, '[[DateValue]]')?.value ?? NaN))
      case 'regexp':
        return record.regexp === undefined ? {} : new RegExp(record.regexp.source, record.regexp.flags)
      case 'error':
        return kind === 'AggregateError'
          ? new AggregateError([])
          : new (Object.hasOwn(ERRORS, kind) ? ERRORS[kind] : Error)()
      case 'promise':
        return new Promise(() => {})
      case 'typedarray':
      case 'arraybuffer':
      case 'dataview':
        return bytesShell(record) ?? {}
      case 'iterator':
        return []
      case 'weakref':
        return weakRefShell(record)
    }
    return realm.temporalOf(record) ?? {}
  }

  /**
   * @param {string} objectId
   * @param {import('./types').Value} value
   * @param {string} name
   * @param {string} reason
   */
  const standIn = (objectId, value, name, reason) => {
    const cut = realm.cut(value, name, reason)
    realm.raw.set(objectId, cut)
    realm.live.set(objectId, cut)
    realm.ids.set(cut, objectId)
  }

  realm.createShell = record => {
    const { objectId, subtype } = record
    // CDP gives every Proxy the type `object`, but a Proxy of a function can be called.
    if (subtype === 'proxy') {
      return standIn(
        objectId,
        { ...record, type: internal(record, '[[Target]]')?.type ?? record.type },
        'a Proxy',
        'its traps are not run'
      )
    }
    if (subtype === 'generator') return standIn(objectId, record, 'a generator', 'it cannot be resumed')
    let shell
    try {
      shell = shellOf(record)
    } catch {
      const isUnknown = subtype === 'typedarray' && record.elementClass === undefined
      return standIn(
        objectId,
        record,
        '',
        isUnknown ? 'the dump does not say of what kind its elements are' : 'this version of Node.js cannot make it'
      )
    }
    realm.raw.set(objectId, shell)
    const bytesMissing = realm.live.has(objectId)
    const isCollection = subtype === 'map' || subtype === 'set'
    const isCut =
      record.notCaptured !== undefined && record.notCaptured.length > 0 && !isCollection && record.bytes === undefined
    if (isCut) realm.live.set(objectId, realm.partial(shell, record))
    else if (!bytesMissing) realm.live.set(objectId, shell)
    if (isCollection && (record.size ?? 0) > (record.entries?.length ?? 0)) {
      guardCollection(/** @type {Map<unknown, unknown>} */ (shell), record)
    }
    realm.ids.set(shell, objectId)
    realm.ids.set(/** @type {object} */ (realm.live.get(objectId)), objectId)
  }
}

module.exports = { installShells }
