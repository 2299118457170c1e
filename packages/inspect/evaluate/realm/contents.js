'use strict'

/**
 * Fills the empty objects of shells.js: properties, prototypes, entries, private fields.
 *
 * The function runs in the evaluation's context, as text: see missing.js.
 * @param {import('./types').Realm} realm
 */
function installContents (realm) {
  /** Built-in objects that can't be reached by a path from a global. @type {Record<string, object>} */
  const HIDDEN_INTRINSICS = Object.assign(Object.create(null), {
    '%AsyncFunction.prototype%': Object.getPrototypeOf(async function () {}),
    '%GeneratorFunction.prototype%': Object.getPrototypeOf(function * () {}),
    '%AsyncGeneratorFunction.prototype%': Object.getPrototypeOf(async function * () {}),
    '%TypedArray%': Object.getPrototypeOf(Uint8Array),
    '%TypedArray.prototype%': Object.getPrototypeOf(Uint8Array.prototype),
    '%IteratorPrototype%': Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
    '%ArrayIteratorPrototype%': Object.getPrototypeOf([][Symbol.iterator]()),
    '%MapIteratorPrototype%': Object.getPrototypeOf(new Map().entries()),
    '%SetIteratorPrototype%': Object.getPrototypeOf(new Set().entries())
  })

  realm.intrinsic = path => {
    if (path in HIDDEN_INTRINSICS) return HIDDEN_INTRINSICS[path]
    /** @type {unknown} */
    let object = globalThis
    if (path === 'globalThis' || path === 'global') return object
    for (const name of path.split('.')) {
      const descriptor =
        object === undefined || object === null ? undefined : Object.getOwnPropertyDescriptor(Object(object), name)
      if (descriptor === undefined || !('value' in descriptor)) return undefined
      object = descriptor.value
    }
    return object
  }

  /** @param {import('./types').Value} value */
  const reviveSymbol = value => {
    const description = String(value.description ?? '')
    const text = /^Symbol\(([\s\S]*)\)$/.exec(description)?.[1] ?? description
    if (value.registryKey !== undefined) return Symbol.for(value.registryKey)
    const wellKnown = /^Symbol\.(\w+)$/.exec(text)?.[1]
    const symbol = wellKnown === undefined ? undefined : Reflect.get(Symbol, wellKnown)
    if (typeof symbol === 'symbol') return symbol
    const key = value.objectId ?? `description ${description}`
    let made = realm.symbols.get(key)
    if (made === undefined) realm.symbols.set(key, (made = Symbol(text)))
    return made
  }

  /**
   * @param {import('./types').Value} value
   * @param {string} name
   */
  const reviveBigInt = (value, name) => {
    try {
      return BigInt(String(value.unserializableValue).slice(0, -1))
    } catch {
      return realm.cut(value, name, 'the dump has no number there')
    }
  }

  /** @type {Map<string, object>} id of an object that is not in the dump -> its replacement, one for all references */
  const absent = realm.guarded(new Map())

  realm.revive = (value, name) => {
    if (realm.isMissing(value)) {
      return realm.cut(value, realm.whatOf(name, value), value.notCapturedReason ?? 'unavailable')
    }
    switch (value.type) {
      case 'undefined':
        return undefined
      case 'string':
      case 'boolean':
        return value.value
      case 'number':
        return value.unserializableValue === undefined ? value.value : Number(value.unserializableValue)
      case 'bigint':
        return reviveBigInt(value, name)
      case 'symbol':
        return reviveSymbol(value)
    }
    if (value.subtype === 'null') return null
    if (value.intrinsic !== undefined) {
      return realm.intrinsic(value.intrinsic) ?? realm.cut(value, value.intrinsic, 'internal')
    }
    const objectId = value.objectId ?? ''
    const known = realm.live.get(objectId) ?? absent.get(objectId)
    if (known !== undefined) return known
    const stand = realm.cut(value, name, value.notCapturedReason ?? realm.plan.missingReason)
    absent.set(objectId, stand)
    realm.ids.set(stand, objectId)
    return stand
  }

  /** Own properties of sloppy functions that can't be set. */
  const POISONED = new Set(['arguments', 'caller'])

  /**
   * @param {object} target
   * @param {PropertyKey} key
   * @param {PropertyDescriptor} descriptor
   */
  const define = (target, key, descriptor) => {
    if (Reflect.defineProperty(target, key, { configurable: true, ...descriptor })) return
    // `prototype` of a function and `lastIndex` of a regular expression exist already; only their values can change.
    if ('value' in descriptor) Reflect.set(target, key, descriptor.value)
  }

  /**
   * @param {object} target
   * @param {import('./types').ObjectRecord} record
   * @param {import('crash-collector-shared/dump/format').Property} property
   */
  const fillProperty = (target, record, property) => {
    const { name, symbol, value, get, set } = property
    const enumerable = property.enumerable !== false
    const key = symbol === undefined ? name : reviveSymbol(symbol)
    if (record.type === 'function' && POISONED.has(name)) return
    if (record.subtype === 'typedarray' && /^(?:0|[1-9]\d*)$/.test(name)) return
    if (value === undefined && get === undefined && set === undefined) {
      realm.hole(target, key, name, property.notCapturedReason ?? 'unavailable')
    } else if (value !== undefined && realm.isMissing(value)) {
      realm.hole(target, key, name, value.notCapturedReason ?? 'unavailable', value)
    } else if (value !== undefined) {
      define(target, key, { value: realm.revive(value, name), writable: true, enumerable })
    } else {
      define(target, key, {
        get: get && /** @type {() => unknown} */ (accessor(get, `get ${name}`)),
        set: set && /** @type {(value: unknown) => void} */ (accessor(set, `set ${name}`)),
        enumerable
      })
    }
  }

  /**
   * @param {import('./types').Value} value
   * @param {string} name
   */
  const accessor = (value, name) => {
    const made = realm.revive(value, name)
    return typeof made === 'function' ? made : undefined
  }

  /**
   * True if a prototype of which the dump says only that it is built-in is the one that the shell already has.
   * @param {object} target
   * @param {import('./types').ObjectRecord} record
   * @param {import('./types').Value} prototype
   */
  const hasOwnKind = (target, record, prototype) => {
    if (record.type === 'function') return true
    const born = Reflect.getPrototypeOf(target)?.constructor?.name
    if (born === record.className && (born !== 'Object' || prototype.className === 'Object')) return true
    // The target is the prototype object of a class that extends a built-in class.
    const base = realm.intrinsic(String(prototype.className))
    if (typeof base !== 'function' || base === Object || !(base.prototype instanceof Object)) return false
    return Reflect.setPrototypeOf(target, base.prototype)
  }

  /**
   * @param {object} target
   * @param {import('./types').ObjectRecord} record
   */
  const fillPrototype = (target, record) => {
    const prototype = record.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value
    if (prototype === undefined) return
    if (prototype.subtype === 'null') {
      Reflect.setPrototypeOf(target, null)
      return
    }
    const known =
      prototype.intrinsic === undefined
        ? realm.live.get(prototype.objectId ?? '')
        : realm.intrinsic(prototype.intrinsic)
    if (known === undefined && prototype.notCapturedReason === 'internal' && hasOwnKind(target, record, prototype)) {
      return
    }
    // Node.js's Buffer does not exist here; the shell has a replacement of its prototype already.
    if (known === undefined && record.className === 'Buffer' && record.subtype === 'typedarray') return
    const name = prototype.intrinsic ?? `the prototype of ${record.className ?? 'an object'}`
    const reason =
      prototype.intrinsic === undefined ? (prototype.notCapturedReason ?? realm.plan.missingReason) : 'internal'
    Reflect.setPrototypeOf(
      target,
      typeof known === 'object' || typeof known === 'function'
        ? known
        : realm.unknownPrototype(
          name,
          reason,
          realm.slotAnswersOf(prototype.className ?? '') ??
            realm.answersOf(prototype.className ?? '', record.className ?? '')
        )
    )
  }

  /**
   * @param {object} target
   * @param {import('./types').ObjectRecord} record
   */
  const fillEntries = (target, record) => {
    for (const { key, value } of record.entries ?? []) {
      if (key !== undefined && realm.isMissing(key)) continue
      const element = realm.revive(value, 'an entry')
      if (target instanceof Map) Map.prototype.set.call(target, key && realm.revive(key, 'a key'), element)
      else if (target instanceof Set) Set.prototype.add.call(target, element)
      else if (target instanceof WeakMap && key) {
        target.set(/** @type {WeakKey} */ (realm.revive(key, 'a key')), element)
      } else if (target instanceof WeakSet) target.add(/** @type {WeakKey} */ (element))
      else if (Array.isArray(target)) target.push(key === undefined ? element : [realm.revive(key, 'a key'), element])
    }
  }

  /**
   * Skips an entry that no program can make, such as a WeakMap's with a string as key; a damaged dump may have one.
   * @param {() => void} action
   */
  const ifPossible = action => {
    try {
      action()
    } catch {}
  }

  /**
   * Defines the private fields under the symbols that stand for their names, and under those for their names in the
   * original source.
   * @param {object} target
   * @param {import('./types').ObjectRecord} record
   */
  const fillPrivates = (target, record) => {
    const fields = record.privateProperties ?? []
    for (const { name, originalName = name, ...held } of fields) {
      for (const each of [name, originalName]) realm.privates[each] ??= Symbol(each)
      // The field is defined under its name first, so that fillProperty() covers all cases, and then moved to a symbol.
      const own = Object.getOwnPropertyDescriptor(target, name)
      fillProperty(target, { ...record, subtype: undefined }, { name, ...held, enumerable: false })
      const descriptor = Object.getOwnPropertyDescriptor(target, name)
      Reflect.deleteProperty(target, name)
      if (own !== undefined) Reflect.defineProperty(target, name, own)
      if (descriptor === undefined) continue
      const symbol = realm.privates[originalName]
      Reflect.defineProperty(target, symbol, { ...descriptor, enumerable: false })
      if (name !== originalName) alias(target, realm.privates[name], symbol)
    }
    // Methods of both classes read such a name, and it is not known which of them means which field.
    for (const { name } of fields.filter((each, i) => fields.findIndex(({ name }) => name === each.name) !== i)) {
      const symbol = realm.privates[name]
      const before = Object.getOwnPropertyDescriptor(target, symbol)?.get
      realm.hole(target, symbol, name, 'several classes have a private member of that name')
      const hole = Object.getOwnPropertyDescriptor(target, symbol)?.get
      if (before !== undefined && hole !== undefined && realm.aliases.has(before)) realm.aliases.set(hole, true)
    }
  }

  /**
   * @param {object} target
   * @param {symbol} symbol
   * @param {symbol} of
   */
  const alias = (target, symbol, of) => {
    const get = function () {
      return Reflect.get(target, of)
    }
    realm.aliases.set(get, true)
    Reflect.defineProperty(target, symbol, {
      get,
      set (value) {
        Reflect.set(target, of, value)
      },
      configurable: true
    })
  }

  realm.fill = record => {
    const target = realm.raw.get(record.objectId)
    if (target === undefined || realm.cuts.has(target)) return
    ifPossible(() => fillEntries(target, record))
    for (const { name, originalName } of record.properties) {
      if (originalName === undefined) continue
      realm.renamed[record.objectId] ??= Object.create(null)
      realm.renamed[record.objectId][originalName] = name
    }
    for (const property of record.properties) {
      if (record.subtype === 'array' && property.name === 'length') continue
      ifPossible(() => fillProperty(target, record, property))
    }
    fillPrivates(target, record)
    fillPrototype(target, record)
    const literal = realm.literals[record.objectId]
    const home = realm.raw.get(realm.plan.homes[record.objectId] ?? '')
    // `super` in a method starts at the prototype of the object in which the method was written.
    if (literal !== undefined && home !== undefined && !realm.cuts.has(home)) {
      Reflect.setPrototypeOf(literal, Reflect.getPrototypeOf(home))
    }
  }
}

module.exports = { installContents }
