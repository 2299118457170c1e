'use strict'
// The objects that every program has are named in a dump instead of being written.

const { MapGet, MapSet, newMap } = require('./object-primordials')

/** @type {Map<object, string>} */
const names = newMap()

const CONSTRUCTORS = [
  'Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError',
  'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef',
  'FinalizationRegistry', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array',
  'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Proxy', 'Buffer'
]

for (const name of CONSTRUCTORS) {
  const constructor = Reflect.get(globalThis, name)
  add(constructor, name)
  if (constructor.prototype !== undefined) add(constructor.prototype, `${name}.prototype`)
}
for (const name of ['Math', 'JSON', 'Reflect', 'Atomics', 'Intl', 'WebAssembly']) add(Reflect.get(globalThis, name), name)
add(globalThis, 'globalThis')
add(process, 'process')
add(process.env, 'process.env')
add(Object.getPrototypeOf(Uint8Array), 'Object.getPrototypeOf(Uint8Array)')
add(Object.getPrototypeOf(Uint8Array.prototype), 'Object.getPrototypeOf(Uint8Array.prototype)')
add(Object.getPrototypeOf(function * () {}), 'Object.getPrototypeOf(function * () {})')
add(Object.getPrototypeOf(async () => {}), 'Object.getPrototypeOf(async () => {})')
add(Object.getPrototypeOf(async function * () {}), 'Object.getPrototypeOf(async function * () {})')

/**
 * @param {object} object
 * @param {string} name an expression
 */
function add (object, name) {
  if (MapGet(names, object) === undefined) MapSet(names, object, name)
}

/**
 * @param {object} object
 * @returns {string | null}
 */
function intrinsicName (object) {
  return MapGet(names, object) ?? null
}

module.exports = { intrinsicName }
