'use strict'
// Makers of objects of each kind, for random graphs.

const vm = require('node:vm')

/** @typedef {import('./random-graph').Maker} Maker */

// eslint-disable-next-line no-new-func -- strict code has no such arguments object
const sloppy = new Function('a', 'b', 'return arguments')

const REALM = vm.createContext({ shared: 1 })
const FOREIGN = [
  '({ foreign: 1 })',
  '[1, 2]',
  'new Map([[1, 2]])',
  'new Error("foreign")',
  '(function foreign () {})',
  'new Date(0)',
  'globalThis',
  'new (class Foreign { #p = 1; q = 2 })()'
]
const NATIVE_FUNCTIONS = [
  Array.prototype.map,
  Object,
  Math.max,
  Function.prototype,
  setTimeout,
  require('node:fs').readFileSync
]

class Base {
  #secret = 1
  constructor (/** @type {unknown} */ value) {
    this.value = value
  }

  get secret () {
    return this.#secret
  }

  method () {}
  static create () {
    return new Base(1)
  }
}
class Derived extends Base {
  extra = 1
}
class OwnMap extends Map {}
class OwnError extends RangeError {
  name = 'OwnError'
}
/** @this {any} @param {unknown} value */
function OldClass (value) {
  this.value = value
}
OldClass.prototype.method = function () {}

/**
 * @param {Maker} maker
 * @param {number} [most]
 */
function values ({ random, value }, most = 6) {
  const list = []
  for (let i = random.below(most + 1); i > 0; i--) list.push(value())
  return list
}

/**
 * @template {object} T
 * @param {Maker} maker
 * @param {T} object
 * @param {import('./graph-oracle').Facts} known
 * @returns {T}
 */
function note (maker, object, known) {
  maker.facts.set(object, known)
  return object
}

/** @param {Maker} maker */
function trappedHandler ({ trap }) {
  /** @type {Record<string, Function>} */
  const handler = {}
  for (const name of [
    'get',
    'set',
    'has',
    'ownKeys',
    'getOwnPropertyDescriptor',
    'getPrototypeOf',
    'setPrototypeOf',
    'isExtensible',
    'preventExtensions',
    'defineProperty',
    'deleteProperty',
    'apply',
    'construct'
  ]) {
    handler[name] = trap(() => {
      throw new Error('a trap ran')
    })
  }
  return handler
}

/** @type {Record<string, (maker: Maker) => object>} */
const KINDS = {
  plain (maker) {
    /** @type {Record<string, unknown>} */
    const object = {}
    values(maker).forEach((value, i) => {
      object[`p${i}`] = value
    })
    return note(maker, object, { className: 'Object' })
  },
  nullPrototype: maker => Object.assign(Object.create(null), { held: maker.value() }),
  dictionary (maker) {
    /** @type {Record<string, unknown>} */
    const object = {}
    for (let i = 0; i < 50; i++) object[`d${i}`] = i
    delete object.d7
    object.held = maker.value()
    return object
  },
  array: maker => note(maker, values(maker, 12), { className: 'Array' }),
  doubles: maker => [0.5, maker.random.next(), NaN, -0],
  holes: maker => [maker.value(), , maker.value(), , ,], // eslint-disable-line no-sparse-arrays
  longHoles (maker) {
    const array = new Array(3000)
    array[2500] = maker.value()
    return array
  },
  sparse (maker) {
    const array = []
    array[2 ** 32 - 2] = maker.value()
    array[maker.random.below(1e9)] = maker.value()
    array.length = 2 ** 32 - 1
    return array
  },
  arrayWithGetter (maker) {
    const array = [1, 2, 3]
    Object.defineProperty(array, maker.random.below(5), {
      get: maker.trap(() => 1),
      enumerable: true,
      configurable: true
    })
    return array
  },
  frozenArray: maker => Object.freeze(values(maker)),
  sloppyArguments: maker => sloppy(maker.value(), maker.value()),
  strictArguments: maker =>
    (function () {
      return arguments
    }.apply(undefined, /** @type {any} */ (values(maker)))),
  map: maker => new Map(values(maker).map(value => [maker.value(), value])),
  ownMap: maker => note(maker, new OwnMap(values(maker).map(value => [value, maker.value()])), { className: 'OwnMap' }),
  set: maker => new Set(values(maker)),
  weakMap (maker) {
    const key = maker.random.chance(0.5) ? { weak: 1 } : () => {}
    const value = maker.value()
    return note(maker, new WeakMap([[key, value]]), { weakEntries: [key, value] })
  },
  weakSet (maker) {
    const key = { weak: 1 }
    return note(maker, new WeakSet([key]), { weakEntries: [key] })
  },
  mapIterator (maker) {
    const pairs = values(maker).map(value => ({ key: {}, value }))
    const map = new Map(pairs.map(({ key, value }) => [key, value]))
    const mode = maker.random.below(3)
    const iterator = [map.entries(), map.keys(), map.values()][mode]
    const skipped = Math.min(pairs.length, maker.random.below(3))
    for (let i = 0; i < skipped; i++) iterator.next()
    const left = pairs.slice(skipped)
    return note(maker, iterator, {
      iteratorEntries: mode === 0 ? left : left.map(({ key, value }) => ({ value: mode === 1 ? key : value })),
      className: 'MapIterator'
    })
  },
  setIterator (maker) {
    const list = [...new Set(values(maker))]
    return note(maker, new Set(list).values(), {
      iteratorEntries: list.map(value => ({ value })),
      className: 'SetIterator'
    })
  },
  date: maker =>
    new Date(maker.random.pick([0, -1, NaN, 8.64e15, -8.64e15, 1.7e12 + maker.random.below(1e9), -62198755200000])),
  regexp: maker =>
    // eslint-disable-next-line prefer-regex-literals
    maker.random.pick([/a/, /\/"\\/gi, /(?<name>x)/dsuy, /[\n]/m, new RegExp('日\ud800'), new RegExp('')]),
  error: maker => new (maker.random.pick([Error, TypeError, OwnError]))('went wrong\nbadly', { cause: maker.value() }),
  aggregateError: maker => new AggregateError(values(maker), 'several'),
  errorWithGetters (maker) {
    const error = new Error('hidden')
    for (const key of ['name', 'message']) {
      Object.defineProperty(error, key, { get: maker.trap(() => 'x'), configurable: true })
    }
    return error
  },
  capturedStack (maker) {
    const object = { held: maker.value() }
    Error.captureStackTrace(object)
    return object
  },
  promise (maker) {
    const result = maker.value()
    if (typeof result === 'object' || typeof result === 'function') {
      return note(maker, new Promise(() => {}), { promiseState: 'pending' })
    }
    if (maker.random.chance(0.5)) {
      return note(maker, Promise.resolve(result), { promiseState: 'fulfilled', promiseResult: result })
    }
    const rejected = Promise.reject(result)
    rejected.catch(() => {})
    return note(maker, rejected, { promiseState: 'rejected', promiseResult: result })
  },
  proxy (maker) {
    const target = maker.random.pick([{}, [], () => {}, new Map(), class {}])
    const handler = trappedHandler(maker)
    const { proxy, revoke } = Proxy.revocable(target, handler)
    const revoked = maker.random.chance(0.3)
    if (revoked) revoke()
    return note(maker, proxy, { proxy: { target, handler, revoked } })
  },
  function: maker =>
    maker.random.pick([
      () =>
        function named (/** @type {unknown} */ a) {
          return a
        },
      () => () => maker.ran.count++,
      () => async function () {},
      () => function * () {},
      () => async function * () {},
      () => ({ method () {} }).method,
      () =>
        /** @type {Function} */ (
          Object.getOwnPropertyDescriptor(
            {
              get g () {
                return 1
              }
            },
            'g'
          )?.get
        ),
      () =>
        class Local {
          #x = 1
          static #y = 2
          static z = Local.#y
          get x () {
            return this.#x
          }
        },
      () => Derived,
      () => OldClass,
      () => sloppy
    ])(),
  bound (maker) {
    const target = function target (/** @type {unknown} */ first) {
      return first
    }
    return note(maker, target.bind(/** @type {any} */ (maker.value()), maker.value()), { boundTarget: target })
  },
  native: maker => maker.random.pick(NATIVE_FUNCTIONS),
  generator (maker) {
    const generator = (function * () {
      yield maker.value()
    })()
    if (maker.random.chance(0.5)) generator.next()
    if (maker.random.chance(0.3)) generator.return(undefined)
    return generator
  },
  asyncGenerator: () =>
    (async function * () {
      yield 1
    })(),
  typedArray (maker) {
    const type = maker.random.pick([
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float32Array,
      Float64Array
    ])
    // eslint-disable-next-line new-cap
    return note(maker, new type(maker.random.below(70)).fill(3), { className: type.name })
  },
  bigTypedArray: () => new BigInt64Array([1n, -1n, 2n ** 62n]),
  buffer: maker => note(maker, Buffer.from('bytes'.repeat(maker.random.below(100))), { className: 'Buffer' }),
  arrayBuffer: maker => new Uint8Array(maker.random.below(600)).fill(7).buffer,
  sharedBuffer: maker => new SharedArrayBuffer(maker.random.below(40)),
  dataView: maker => new DataView(new ArrayBuffer(20), maker.random.below(10), maker.random.below(10)),
  detached (maker) {
    const view = maker.random.pick([new Uint8Array(10), new DataView(new ArrayBuffer(10)), new Float64Array(3)])
    const buffer = /** @type {ArrayBuffer} */ (view.buffer)
    structuredClone(buffer, { transfer: [buffer] })
    return maker.random.chance(0.5) ? view : buffer
  },
  outOfBounds (maker) {
    // @ts-expect-error newer than the type definitions
    const buffer = new ArrayBuffer(64, { maxByteLength: 128 })
    const view = maker.random.chance(0.5) ? new Uint8Array(buffer, 32, 16) : new Int16Array(buffer)
    // @ts-expect-error newer than the type definitions
    buffer.resize(maker.random.pick([8, 33, 128]))
    return view
  },
  weakRef (maker) {
    const target = { referred: maker.value() }
    maker.facts.set(target, {}) // keeps it alive
    return new WeakRef(target)
  },
  boxed: maker =>
    Object(maker.random.pick([1, -0, NaN, 'boxed ß日\ud800', '', true, 10n, Symbol('boxed'), Symbol.for('boxed')])),
  instance: maker => note(maker, new Base(maker.value()), { className: 'Base' }),
  derived: maker => note(maker, new Derived(maker.value()), { className: 'Derived' }),
  oldInstance: maker => note(maker, new /** @type {any} */ (OldClass)(maker.value()), { className: 'OldClass' }),
  prototypeChain: maker => Object.create(Object.create({ top: maker.value() }, { middle: { value: 1 } })),
  foreign (maker) {
    const object = vm.runInContext(maker.random.pick(FOREIGN), REALM)
    return object === vm.runInContext('globalThis', REALM) ? note(maker, object, { unread: true }) : object
  },
  environment: maker => note(maker, process.env, { unread: true }),
  url: () => new URL('http://example.com/path?query=1'),
  timer () {
    const timer = setTimeout(() => {}, 0)
    clearTimeout(timer)
    return timer
  },
  deep (maker) {
    let object = { end: maker.value() }
    for (let i = 0; i < 30; i++) object = /** @type {any} */ ({ next: object })
    return object
  },
  poisoned: maker => ({
    toString: maker.trap(() => 'x'),
    toJSON: maker.trap(() => 'x'),
    valueOf: maker.trap(() => 1),
    then: maker.trap(() => {}),
    [Symbol.toPrimitive]: maker.trap(() => 1),
    [Symbol.iterator]: maker.trap(() => [][Symbol.iterator]()),
    get [Symbol.toStringTag] () {
      return maker.trap(() => 'x')()
    },
    get constructor () {
      return maker.trap(() => Object)()
    }
  })
}

/** @type {Set<Function>} */
const OWN_CLASSES = new Set([Base, Derived, OwnMap, OwnError, OldClass])

/** Not to be changed: they are in many graphs. @type {Set<object>} */
const SHARED = new Set([...OWN_CLASSES, ...NATIVE_FUNCTIONS, sloppy])

module.exports = { KINDS, OWN_CLASSES, SHARED }
