'use strict'

/**
 * Makes replacements for values that a dump does not have. Code that touches one gets NotCaptured thrown instead of
 * undefined.
 *
 * The function is not called in this process. Its text runs inside the evaluation's own context, where nothing of
 * Node.js exists (see child.js), so it uses nothing from outside itself.
 * @param {import('./types').Realm} realm
 */
function installMissing (realm) {
  // Stacks are switched off for good, because Node.js formats them by a function of the outer context. With little
  // stack left that function throws an error of the outer context, and through prepareStackTrace it hands out call
  // sites of that context (test/workarounds/vm-call-sites.js, Node.js 20 to 26).
  const lock = { value: undefined, writable: false, configurable: false, enumerable: false }
  Object.defineProperty(Error, 'stackTraceLimit', lock)
  Object.defineProperty(Error, 'prepareStackTrace', lock)
  Object.defineProperty(globalThis, 'Error', { value: Error, writable: false, configurable: false, enumerable: false })
  Reflect.deleteProperty(globalThis, 'WebAssembly')

  class NotCaptured extends Error {}
  Object.defineProperty(NotCaptured.prototype, 'name', { value: 'NotCaptured', writable: true, configurable: true })

  class NotAllowed extends Error {}
  Object.defineProperty(NotAllowed.prototype, 'name', { value: 'NotAllowed', writable: true, configurable: true })

  realm.fail = (what, reason) => {
    if ((realm.plan.isPartial && reason === realm.plan.missingReason) || realm.limits[reason] === true) {
      realm.wantsMore = true
    }
    throw new (reason === 'notAllowed' ? NotAllowed : NotCaptured)(`${what} (${realm.reasons[reason] ?? reason})`)
  }

  realm.isMissing = value => value.notCapturedReason !== undefined && value.objectId === undefined

  realm.whatOf = (name, value) => {
    if (value?.type === 'string' && typeof value.value === 'string') {
      const begin = JSON.stringify(value.value.slice(0, 60))
      return `the rest of ${name}, a string of ${value.length ?? 'many'} characters that begins with ${begin}`
    }
    return name
  }

  /** @type {(() => never)|undefined} */
  let lastHole

  // A missing value is a getter, so that reading throws. The getter is registered, so that printing shows the reason.
  realm.hole = (target, key, name, reason, value) => {
    const what = realm.whatOf(name, value)
    const get = () => {
      lastHole = get
      return realm.fail(what, reason)
    }
    const set = (/** @type {unknown} */ replacement) => {
      Reflect.defineProperty(
        target,
        key,
        /** @type {PropertyDescriptor} */ ({
          __proto__: null,
          value: replacement,
          writable: true,
          enumerable: true,
          configurable: true
        })
      )
    }
    realm.holes.set(get, /** @type {import('./types').Hole} */ ({ __proto__: null, reason, value }))
    if (
      Reflect.defineProperty(
        target,
        key,
        /** @type {PropertyDescriptor} */ ({ __proto__: null, get, set, enumerable: true, configurable: true })
      )
    ) {
      return
    }
    // `prototype` of a function can't become an accessor, so it gets a throwing Proxy as value.
    Reflect.set(target, key, realm.cut(value ?? { type: 'object' }, name, reason))
  }

  /** @param {PropertyDescriptor|undefined} descriptor */
  const lengthOfHole = descriptor => {
    const value = descriptor?.get === undefined ? undefined : realm.holes.get(descriptor.get)?.value
    return value?.type === 'string' && typeof value.length === 'number' ? value.length : undefined
  }

  // A string that was cut has a known length. lengthOf() answers only if the error comes from reading that very string,
  // which the getter that ran last tells.
  realm.lengthOf = read => {
    lastHole = undefined
    try {
      return /** @type {{ length: unknown }} */ (read()).length
    } catch (error) {
      const length = error instanceof NotCaptured ? lengthOfHole({ get: lastHole }) : undefined
      if (length === undefined) throw error
      return length
    }
  }

  realm.lengthOfMember = (holder, key) => {
    if (typeof holder === 'object' && holder !== null) {
      const length = lengthOfHole(Reflect.getOwnPropertyDescriptor(holder, key))
      if (length !== undefined) return length
    }
    return /** @type {any} */ (holder)[key].length
  }

  realm.noArguments = () => realm.fail('arguments', 'the function does not use them, so V8 made none')

  realm.newTarget = place => {
    const found = place === null ? null : realm.plan.places[place].newTarget
    const name = 'new.target'
    if (found?.value !== undefined && !realm.isMissing(found.value)) return realm.revive(found.value, name)
    const reason = found?.value?.notCapturedReason ?? found?.notCapturedReason
    return realm.fail(name, reason ?? 'it was not kept; this.constructor is usually the same')
  }

  const ALL_TRAPS = /** @type {const} */ ([
    'get',
    'set',
    'has',
    'deleteProperty',
    'ownKeys',
    'getOwnPropertyDescriptor',
    'defineProperty',
    'getPrototypeOf',
    'setPrototypeOf',
    'isExtensible',
    'preventExtensions',
    'apply',
    'construct'
  ])

  // Makes the replacement of an object of which only the identity is known.
  realm.cut = (value, name, reason) => {
    /** @type {ProxyHandler<object>} */
    const handler = Object.create(null)
    const what =
      value.className === undefined || value.className === 'Object' || name === ''
        ? name || 'an object'
        : `${name}, a ${value.className}`
    // Lists are walked by index, because the evaluated code may have changed the iterator of arrays.
    for (let i = 0; i < ALL_TRAPS.length; i++) handler[ALL_TRAPS[i]] = () => realm.fail(what, reason)
    const target = value.type === 'function' ? function () {} : value.subtype === 'array' ? [] : {}
    const proxy = new Proxy(target, handler)
    realm.cuts.set(proxy, /** @type {import('./types').Cut} */ ({ __proto__: null, value, reason, target: null, what }))
    return proxy
  }

  // Makes the replacement of an object that is known in part: the known part works, the rest throws.
  realm.partial = (target, record) => {
    const missing = record.notCaptured ?? []
    const elements = missing.find(({ reason }) => reason === 'collectionSize' || reason === 'bytes')
    const fields = missing.find(({ reason }) => reason !== 'collectionSize' && reason !== 'bytes')
    const known = target
    let end = 0
    for (const { name } of record.properties) if (/^(?:0|[1-9]\d*)$/.test(name)) end = Math.max(end, Number(name) + 1)
    const length = record.length ?? Infinity
    const reasonFor = (/** @type {PropertyKey} */ key) => {
      if (typeof key !== 'string') return undefined
      if (elements !== undefined && /^(?:0|[1-9]\d*)$/.test(key)) {
        return Number(key) >= end && Number(key) < length ? elements.reason : undefined
      }
      return fields?.reason
    }
    const name = record.className ?? 'Object'
    const hasLength = record.subtype !== 'array' || record.length !== undefined
    const check = (/** @type {PropertyKey} */ key) => {
      if (key === 'length' && !hasLength) realm.fail(`the length of the ${name}`, fields?.reason ?? 'unavailable')
      const reason = Reflect.has(known, key) ? undefined : reasonFor(key)
      if (reason !== undefined) {
        realm.fail(
          /^\d/.test(String(key))
            ? `element ${String(key)}${length === Infinity ? '' : ` of ${length}`} in the ${name}`
            : `property ${String(key)} of the ${name}`,
          reason
        )
      }
    }
    const proxy = new Proxy(
      known,
      /** @type {ProxyHandler<object>} */ ({
        __proto__: null,
        get (object, key, receiver) {
          check(key)
          return Reflect.get(object, key, receiver)
        },
        has (object, key) {
          check(key)
          return Reflect.has(object, key)
        },
        getOwnPropertyDescriptor (object, key) {
          if (!Object.hasOwn(object, key)) check(key)
          return Reflect.getOwnPropertyDescriptor(object, key)
        },
        ownKeys () {
          return realm.fail(`the complete list of keys of the ${name}`, (elements ?? fields)?.reason ?? 'unavailable')
        }
      })
    )
    realm.cuts.set(
      proxy,
      /** @type {import('./types').Cut} */ ({ __proto__: null, value: null, reason: '', target: known, what: '' })
    )
    return proxy
  }

  // Makes the replacement of an array of bytes that is known in part. Captured elements can be read by index; all that
  // needs the whole array throws.
  realm.partialBytes = (target, record, captured) => {
    const total = record.length ?? record.bytes?.byteLength ?? 0
    const name = record.className ?? 'ArrayBuffer'
    const proxy = new Proxy(
      target,
      /** @type {ProxyHandler<object>} */ ({
        __proto__: null,
        get (object, key) {
          if (typeof key === 'symbol') return undefined
          if (key === 'length') return total
          if (key === 'byteLength') return record.bytes?.byteLength
          if (key === 'constructor') return Reflect.get(object, key)
          if (/^\d+$/.test(key)) {
            return Number(key) < captured
              ? Reflect.get(object, key, object)
              : Number(key) < total
                ? realm.fail(`element ${key} of ${total} in the ${name}`, 'collectionSize')
                : undefined
          }
          return Reflect.has(object, key)
            ? realm.fail(
                `${key} of the ${name}, with ${captured} of ${total} elements captured,`,
                'collectionSize'
            )
            : undefined
        },
        has: () => realm.fail(`the ${name}`, 'collectionSize'),
        ownKeys: () => realm.fail(`the ${name}`, 'collectionSize')
      })
    )
    realm.cuts.set(
      proxy,
      /** @type {import('./types').Cut} */ ({ __proto__: null, value: null, reason: '', target, what: '' })
    )
    return proxy
  }

  /** Members of Object.prototype that most classes have as members of their own. */
  const USUALLY_OWN = ['constructor', 'toString', 'toLocaleString', 'valueOf']

  // Makes the replacement of a prototype that is not in the dump. The other members of Object.prototype are known;
  // reading any other name throws, because the missing prototype may have it, unless `answers` knows the result.
  realm.unknownPrototype = (name, reason, answers) =>
    new Proxy(
      Object.create(Object.prototype),
      /** @type {ProxyHandler<object>} */ ({
        __proto__: null,
        get (object, key, receiver) {
          if (answers !== null && Object.hasOwn(answers, key)) return answers[/** @type {string} */ (key)](receiver)
          if (typeof key === 'string' && (USUALLY_OWN.includes(key) || !(key in Object.prototype))) {
            realm.fail(`${key}, perhaps a member of ${name}`, reason)
          }
          return Reflect.get(object, key, receiver)
        },
        has (object, key) {
          if (answers !== null && Object.hasOwn(answers, key)) return true
          if (typeof key === 'string' && !(key in Object.prototype)) {
            realm.fail(`${key}, perhaps a member of ${name}`, reason)
          }
          return Reflect.has(object, key)
        },
        getPrototypeOf: () => realm.fail(`the prototype of ${name}`, reason)
      })
    )
}

module.exports = { installMissing }
