'use strict'
// Names the objects that every program has, so that a dump says `Array.prototype` instead of its contents. Constructors
// and prototypes are noted when this file is loaded, before the application can replace them. The addon finds their
// methods (src/walk/objects/intrinsics.h).

const EventEmitter = require('node:events')

const { MODULE_PROTOTYPE } = require('../../addon/own-package')
const { innerSlots } = require('./inner-slots')
const { OWN_FOLDERS } = require('../../addon/own-files')
const { OWN_BUNDLE, ownObjects } = require('./known-objects')
const { ReflectGetOwnPropertyDescriptor } = require('../../safe/primordials')

/** @typedef {import('../../addon/native-functions').WalkFunctions} WalkFunctions */

/**
 * An object, an expression for it, and the class whose objects usually have it as their prototype.
 * @typedef {[object: object, expression: string, className?: string]} Intrinsic
 */

/**
 * The classes of ECMAScript and Node.js. Classes whose modules Node.js loads when somebody looks at them first, such as
 * AbortController, are left out (test/workarounds/lazy-classes.js, Node.js 20 to 26).
 */
const CLASSES = [
  'Object',
  'Function',
  'Array',
  'String',
  'Number',
  'Boolean',
  'Symbol',
  'BigInt',
  'Date',
  'RegExp',
  'Promise',
  'Proxy',
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AggregateError',
  'SuppressedError',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'FinalizationRegistry',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'Iterator',
  'DisposableStack',
  'AsyncDisposableStack',
  'Buffer',
  'URL',
  'URLSearchParams',
  'Event',
  'EventTarget',
  'TextEncoder',
  'TextDecoder'
]
const NAMESPACES = ['Math', 'JSON', 'Reflect', 'Atomics', 'Intl', 'WebAssembly', 'console', 'process']
const FUNCTIONS = [
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'unescape',
  'eval',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'queueMicrotask',
  'structuredClone',
  'atob',
  'btoa'
]

/** Objects that no global name leads to. @type {Intrinsic[]} */
const UNNAMED = [
  [Object.getPrototypeOf(Int8Array), 'Object.getPrototypeOf(Int8Array)'],
  [Object.getPrototypeOf(Int8Array.prototype), 'Object.getPrototypeOf(Int8Array.prototype)'],
  [Object.getPrototypeOf(async () => {}), 'Object.getPrototypeOf(async function () {})', 'AsyncFunction'],
  [Object.getPrototypeOf(function * () {}), 'Object.getPrototypeOf(function * () {})', 'GeneratorFunction'],
  [
    Object.getPrototypeOf(async function * () {}),
    'Object.getPrototypeOf(async function * () {})',
    'AsyncGeneratorFunction'
  ],
  [Object.getPrototypeOf(function * () {}).prototype, 'Object.getPrototypeOf(function * () {}).prototype', 'Generator'],
  [
    Object.getPrototypeOf(async function * () {}).prototype,
    'Object.getPrototypeOf(async function * () {}).prototype',
    'AsyncGenerator'
  ],
  [Object.getPrototypeOf([][Symbol.iterator]()), 'Object.getPrototypeOf([][Symbol.iterator]())', 'Array Iterator'],
  [Object.getPrototypeOf(''[Symbol.iterator]()), "Object.getPrototypeOf(''[Symbol.iterator]())", 'StringIterator'],
  [Object.getPrototypeOf(new Map().entries()), 'Object.getPrototypeOf(new Map().entries())', 'MapIterator'],
  [Object.getPrototypeOf(new Set().values()), 'Object.getPrototypeOf(new Set().values())', 'SetIterator'],
  [
    Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
    'Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))'
  ]
]

/** Built-in functions that the graph writer calls, because V8's API has nothing for the same purpose. */
const BUILTINS = {
  weakRefDeref: WeakRef.prototype.deref,
  symbolKeyFor: Symbol.keyFor,
  mapEntries: Map.prototype.entries,
  mapIteratorNext: Object.getPrototypeOf(new Map().entries()).next,
  setValues: Set.prototype.values,
  setIteratorNext: Object.getPrototypeOf(new Set().values()).next
}

/** @type {Intrinsic[]} */
const objects = []
let noted = false
noteGlobals()

function noteGlobals () {
  add(globalThis, 'globalThis')
  for (const name of CLASSES) {
    const constructor = dataProperty(globalThis, name)
    if (typeof constructor !== 'function') continue
    add(constructor, name)
    const prototype = dataProperty(constructor, 'prototype')
    if (typeof prototype === 'object' || typeof prototype === 'function') add(prototype, `${name}.prototype`, name)
  }
  for (const name of [...NAMESPACES, ...FUNCTIONS]) {
    const value = dataProperty(globalThis, name)
    if (typeof value === 'object' || typeof value === 'function') add(value, name)
  }
  // These two are accessors of the global object (test/workarounds/lazy-globals.js, Node.js 20 to 26).
  add(process, 'process')
  add(Buffer, 'Buffer')
  add(Buffer.prototype, 'Buffer.prototype', 'Buffer')
  add(EventEmitter, "require('node:events')")
  add(EventEmitter.prototype, "require('node:events').prototype", 'EventEmitter')
  for (const each of UNNAMED) objects[objects.length] = each
}

/**
 * @param {object | null} object
 * @param {string} expression
 * @param {string} [className]
 */
function add (object, expression, className) {
  if (object !== null) objects[objects.length] = [object, expression, className]
}

/**
 * @param {object} object
 * @param {string | symbol} key
 */
function dataProperty (object, key) {
  return ReflectGetOwnPropertyDescriptor(object, key)?.value
}

/**
 * Tells the addon which objects not to walk. Call this before each capture; only the first call has an effect.
 * @param {WalkFunctions} native
 */
function noteIntrinsics (native) {
  if (noted) return
  noted = true
  // A `module` leads to all other modules, so of an object with this prototype only `exports` and primitives are
  // walked.
  const ownCode = [OWN_BUNDLE, ...OWN_FOLDERS]
  native.setIntrinsics(objects, [MODULE_PROTOTYPE], BUILTINS, ownObjects(native), ownCode, innerSlots())
}

module.exports = { MODULE_PROTOTYPE, noteIntrinsics, objects }
