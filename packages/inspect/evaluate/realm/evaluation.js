'use strict'

/**
 * Builds the dead process's values and runs expressions among them.
 *
 * The function runs in the evaluation's context, as text: see missing.js.
 * @param {import('./types').Realm} realm
 */
function installEvaluation (realm) {
  /** Globals of Node.js, up to version 26, that are of no use in a dead process. */
  const ABSENT = (
    'process require module exports __filename __dirname global Buffer setTimeout setInterval setImmediate ' +
    'clearTimeout clearInterval clearImmediate queueMicrotask structuredClone fetch URL URLSearchParams TextEncoder ' +
    'TextDecoder AbortController AbortSignal Event EventTarget performance crypto WebAssembly atob btoa Blob File ' +
    'FormData Headers Request Response WebSocket CloseEvent EventSource ErrorEvent CustomEvent MessageChannel ' +
    'MessageEvent MessagePort BroadcastChannel DOMException URLPattern navigator Navigator localStorage ' +
    'sessionStorage Storage Crypto CryptoKey SubtleCrypto Performance PerformanceEntry PerformanceMark ' +
    'PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming ReadableStream ' +
    'ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ' +
    'ReadableByteStreamController WritableStream WritableStreamDefaultController WritableStreamDefaultWriter ' +
    'TransformStream TransformStreamDefaultController ByteLengthQueuingStrategy CountQueuingStrategy ' +
    'TextEncoderStream TextDecoderStream CompressionStream DecompressionStream Temporal'
  ).split(' ')

  /** @param {object} object */
  const silence = object => {
    for (const name of Object.getOwnPropertyNames(object)) {
      if (typeof Reflect.get(object, name) === 'function') Reflect.set(object, name, () => {})
    }
  }

  /** @param {import('./types').Variable} variable */
  const isHole = ({ value }) => value === undefined || realm.isMissing(value)

  /**
   * @param {object} target
   * @param {import('./types').PlannedVariable} variable
   */
  const defineHole = (target, { name, originalName = name, value, notCapturedReason }) => {
    realm.hole(target, name, originalName, notCapturedReason ?? value?.notCapturedReason ?? 'unavailable', value)
  }

  // The scope around a function whose closures are not in the dump. Any name that is not global may be one of their
  // variables, so reading it throws NotCaptured.
  const unknownScope = (/** @type {string} */ reason) =>
    new Proxy(
      Object.create(null),
      /** @type {ProxyHandler<object>} */ ({
        __proto__: null,
        has: (target, name) =>
          typeof name === 'string' &&
          !(name in globalThis) &&
          !/^[RPHI]_[0-9a-f]{16}$/.test(name) &&
          !/^v_R_/.test(name),
        get: (target, name) => (typeof name === 'symbol' ? undefined : realm.fail(name, reason))
      })
    )

  // Called first: makes what the generated code needs when it runs.
  realm.prepare = planJson => {
    const plan = /** @type {import('./types').Plan} */ (JSON.parse(planJson))
    realm.plan = plan
    Object.assign(realm.reasons, plan.reasons)
    for (const reason of plan.limits) realm.limits[reason] = true
    for (const table of [plan.stubs, plan.homes, plan.places, plan.aliases]) Reflect.setPrototypeOf(table, null)
    silence(console)
    for (const { key, variables, isUnknown, unknownReason } of plan.scopes) {
      const holes = isUnknown
        ? unknownScope(unknownReason ?? 'the closures of the function that uses it are not in the dump')
        : Object.create(null)
      for (const variable of variables) if (isHole(variable)) defineHole(holes, variable)
      realm.missingVariables[key] = holes
    }
    for (const name of ABSENT) {
      if (!(name in globalThis) || name === 'console') {
        realm.hole(globalThis, name, name, 'belongs to Node.js, and is not there in a dead process')
      }
    }
    records = realm.guarded(new Map(plan.objects.map(record => [record.objectId, record])))
    for (const name of plan.privateNames) realm.declarePrivate(name)
  }

  /** @type {Map<string, import('./types').ObjectRecord>} */
  let records = new Map()

  realm.recordOf = object => records.get(realm.ids.get(object) ?? '')

  // Makes the symbol that stands for a #private name. Object.prototype gets a throwing accessor for it, so that reading
  // the name from an object without it throws.
  realm.declarePrivate = name => {
    realm.privates[name] ??= Symbol(name)
    const refuse = function (/** @type {object} */ self) {
      // It may be a private method, which is made with its class.
      realm.wantedFunction ||= realm.plan.notCalled
      const record = realm.recordOf(self)
      const isInstance =
        record?.type === 'function' ||
        record?.internalProperties?.some(
          property => property.name === '[[Prototype]]' && property.value.objectId !== undefined
        )
      if (isInstance) {
        realm.fail(`${name} of this ${record?.className ?? 'object'}`, 'not among the private members that were read')
      }
      throw new TypeError(`Cannot read private member ${name} from an object whose class did not declare it`)
    }
    Reflect.defineProperty(Object.prototype, realm.privates[name], {
      get () {
        return refuse(this)
      },
      set () {
        refuse(this)
      },
      enumerable: false,
      configurable: true
    })
  }

  /**
   * Defines the method on the prototype, where each instance finds it.
   * @param {string} holderId
   * @param {string} name
   * @param {string} functionId
   */
  const definePrivateMethod = (holderId, name, functionId) => {
    const holder = realm.raw.get(holderId)
    const literal = realm.literals[functionId]
    const reason = realm.plan.stubs[functionId]
    const refusal = reason === undefined ? undefined : { get: () => realm.fail(name, reason), set: undefined }
    const made = literal === undefined ? refusal : Object.getOwnPropertyDescriptor(literal, 'm')
    if (holder === undefined || realm.cuts.has(holder) || made === undefined) return
    realm.privates[name] ??= Symbol(name)
    const before = Object.getOwnPropertyDescriptor(holder, realm.privates[name])
    const accessor = { get: made.get ?? before?.get, set: made.set ?? before?.set }
    Reflect.defineProperty(holder, realm.privates[name], {
      ...('value' in made ? { value: made.value } : accessor),
      enumerable: false,
      configurable: true
    })
  }

  // Captures may have read one object at two times. In the realm it is one object, with the contents that are nearest
  // to the place of the expression.
  const addAliases = () => {
    for (const objectId of Object.keys(realm.plan.aliases)) {
      const nearest = realm.plan.aliases[objectId]
      for (const objects of [realm.raw, realm.live]) {
        const object = objects.get(nearest)
        if (object !== undefined) objects.set(objectId, object)
      }
    }
  }

  // Called second, when the generated code has made functions and scopes.
  realm.build = () => {
    const { plan } = realm
    for (const record of plan.objects) if (record.subtype !== 'weakref') realm.createShell(record)
    addAliases()
    for (const record of plan.objects) if (record.subtype === 'weakref') realm.createShell(record)
    addAliases()
    for (const record of plan.objects) realm.fill(record)
    for (const { holderId, name, functionId } of plan.privateMethods) definePrivateMethod(holderId, name, functionId)
    for (const { key, variables } of plan.scopes) {
      const accessors = realm.scopes[key] ?? {}
      for (const variable of variables) {
        if (!isHole(variable) && Object.hasOwn(accessors, variable.name)) {
          accessors[variable.name] = realm.revive(
            /** @type {import('./types').Value} */ (variable.value),
            variable.name
          )
        }
      }
      // `delete` can't remove a variable.
      Object.freeze(accessors)
    }
    for (const variable of plan.globals) {
      Reflect.deleteProperty(globalThis, variable.name)
      if (isHole(variable)) defineHole(globalThis, variable)
      else {
        Reflect.set(
          globalThis,
          variable.name,
          realm.revive(/** @type {import('./types').Value} */ (variable.value), variable.name)
        )
      }
    }
  }

  /** True for each declared variable that has a value. @type {Record<string, boolean>} */
  const isInitialised = Object.create(null)

  realm.declare = (name, kind) => {
    if (kind === 'var' && name in realm.declared) return
    /** @type {unknown} */
    let current
    isInitialised[name] = kind === 'var'
    Reflect.defineProperty(realm.declared, name, {
      get () {
        if (!isInitialised[name]) throw new ReferenceError(`Cannot access '${name}' before initialization`)
        return current
      },
      set (value) {
        if (isInitialised[name] && kind === 'const') throw new TypeError('Assignment to constant variable.')
        isInitialised[name] = true
        current = value
      },
      enumerable: true,
      configurable: true
    })
  }

  realm.keep = (name, value) => {
    realm.declare(name, 'let')
    realm.declared[name] = value
  }

  // Text that threw before it had initialised a variable leaves none.
  const forgetUninitialised = () => {
    for (const name in isInitialised) {
      if (isInitialised[name]) continue
      Reflect.deleteProperty(realm.declared, name)
      Reflect.deleteProperty(isInitialised, name)
    }
  }

  realm.object = objectId => realm.live.get(objectId) ?? realm.fail('an object', realm.plan.missingReason)

  realm.assign = (key, name, value) => {
    const holder =
      key === null ? globalThis : name in realm.scopes[key] ? realm.scopes[key] : realm.missingVariables[key]
    if (!(name in holder)) throw new ReferenceError(`${name} is not defined`)
    Reflect.set(holder, name, value)
    return value
  }

  realm.byOriginalName = (key, names) => {
    const found = Object.create(null)
    for (let i = 0; i < names.length; i++) {
      const [original, name] = names[i]
      const holder = Object.hasOwn(realm.scopes[key], name) ? realm.scopes[key] : realm.missingVariables[key]
      if (!Object.hasOwn(holder, name)) continue
      Reflect.defineProperty(
        found,
        original,
        /** @type {PropertyDescriptor} */ ({
          __proto__: null,
          get: () => Reflect.get(holder, name),
          set: (/** @type {unknown} */ value) => {
            Reflect.set(holder, name, value)
          }
        })
      )
    }
    return found
  }

  /** @type {unknown} */
  let held

  realm.holder = object => {
    held = object
    return object
  }

  realm.keyOf = name => {
    for (let object = held; (typeof object === 'object' && object !== null) || typeof object === 'function';) {
      const renamed = realm.renamed[realm.ids.get(object) ?? '']?.[name]
      if (renamed !== undefined) return renamed
      if (Reflect.getOwnPropertyDescriptor(object, name) !== undefined) return name
      object = Reflect.getPrototypeOf(object)
    }
    return name
  }

  realm.readVariables = () => {
    /** @type {Record<string, Record<string, unknown>>} */
    const found = Object.create(null)
    for (const { key, variables } of realm.plan.scopes) {
      found[key] = Object.create(null)
      for (const { name } of variables) {
        const holder = Object.hasOwn(realm.scopes[key], name) ? realm.scopes[key] : realm.missingVariables[key]
        const descriptor = Reflect.getOwnPropertyDescriptor(holder, name)
        if (holder === realm.scopes[key]) found[key][name] = realm.scopes[key][name]
        else if (descriptor !== undefined && 'value' in descriptor) found[key][name] = descriptor.value
      }
    }
    return found
  }

  // Only a script can have a time limit. So a script makes the call, and finds the function as a global.
  realm.offer = (name, place, isAsync, usesArguments, keepsResult) => {
    const value = () => {
      Reflect.deleteProperty(globalThis, name)
      return run(place, isAsync, usesArguments, keepsResult)
    }
    Reflect.defineProperty(globalThis, name, { configurable: true, value })
  }

  /** @type {(...options: import('./types').RunArguments) => unknown} */
  const run = (place, isAsync, usesArguments, keepsResult) => {
    const { thisValue, argumentsValue } =
      place === null ? { thisValue: undefined, argumentsValue: null } : realm.plan.places[place]
    const self = thisValue && realm.revive(thisValue, 'this')
    return attempt(
      () =>
        Reflect.apply(
          realm.frame,
          self,
          usesArguments && argumentsValue !== null
            ? Array.from(/** @type {unknown[]} */ (realm.revive(argumentsValue, 'arguments')))
            : []
        ),
      isAsync,
      keepsResult
    )
  }

  const { then } = Promise.prototype

  // The names by which debuggers give the last result. A variable of the program with such a name comes first.
  const keepResult = (/** @type {unknown} */ value) => {
    realm.last = value
    for (const name of ['_', '$_']) {
      if (!(name in globalThis)) Reflect.defineProperty(globalThis, name, { configurable: true, get: () => realm.last })
    }
  }

  /**
   * @param {() => unknown} evaluate
   * @param {boolean} isAsync
   * @param {boolean} keepsResult
   * @returns {import('./types').Outcome}
   */
  const attempt = (evaluate, isAsync, keepsResult) => {
    /** @type {import('./types').Outcome} */
    const outcome = { status: 'returned', value: undefined }
    const settle = (/** @type {'returned'|'threw'} */ status) => (/** @type {unknown} */ value) => {
      if (status === 'returned' && keepsResult) keepResult(value)
      forgetUninitialised()
      outcome.status = status
      outcome.value = value
    }
    try {
      const value = evaluate()
      if (isAsync) {
        outcome.status = 'waiting'
        Reflect.apply(then, value, [settle('returned'), settle('threw')])
      } else settle('returned')(value)
    } catch (error) {
      settle('threw')(error)
    }
    return outcome
  }
}

module.exports = { installEvaluation }
