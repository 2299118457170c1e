'use strict'
// Built-ins that look into objects, as they were when the collector was loaded. None of them runs code of the application:
// they read what V8 itself keeps in an object, or answer with descriptors.

const { types } = require('node:util')

const { uncurryThis } = require('./primordials')

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype)
const bufferFrom = Buffer.from
const MapConstructor = Map
const Uint8ArrayConstructor = Uint8Array

/**
 * @template R
 * @param {object} prototype
 * @param {PropertyKey} key
 * @returns {(self: unknown) => R} what the prototype's getter says of an object
 */
function getterOf (prototype, key) {
  const { get } = /** @type {PropertyDescriptor} */ (Reflect.getOwnPropertyDescriptor(prototype, key))
  return /** @type {(self: unknown) => R} */ (uncurryThis(/** @type {() => unknown} */ (get)))
}

/** In the order in which `flags` has them; `flags` itself looks them up on the object. */
const FLAGS = /** @type {const} */ ([
  ['d', 'hasIndices'], ['g', 'global'], ['i', 'ignoreCase'], ['m', 'multiline'], ['s', 'dotAll'], ['u', 'unicode'], ['v', 'unicodeSets'], ['y', 'sticky']
])
const flagGetters = FLAGS.map(([letter, name]) => ({ letter, get: /** @type {(self: unknown) => boolean} */ (getterOf(RegExp.prototype, name)) }))

/** @typedef {() => { done: boolean, value: unknown }} Next */

/** @param {Iterator<unknown>} iterator */
const nextOf = iterator => uncurryThis(/** @type {Next} */ (Object.getPrototypeOf(iterator).next))

module.exports = {
  types: Object.freeze({ ...types }),
  getterOf,
  SymbolKeyFor: Symbol.keyFor,
  SymbolToString: uncurryThis(Symbol.prototype.toString),
  BigIntToString: uncurryThis(/** @type {(radix?: number) => string} */ (BigInt.prototype.toString)),
  NumberValueOf: uncurryThis(Number.prototype.valueOf),
  StringValueOf: uncurryThis(String.prototype.valueOf),
  BooleanValueOf: uncurryThis(Boolean.prototype.valueOf),
  BigIntValueOf: uncurryThis(BigInt.prototype.valueOf),
  SymbolValueOf: uncurryThis(Symbol.prototype.valueOf),
  DateGetTime: uncurryThis(Date.prototype.getTime),
  WeakRefDeref: /** @type {(ref: unknown) => object | undefined} */ (uncurryThis(WeakRef.prototype.deref)),

  /** @type {<K, V>() => Map<K, V>} */
  newMap: () => new MapConstructor(),
  /** @type {<K, V>(map: Map<K, V>, key: K) => V | undefined} */
  MapGet: uncurryThis(/** @type {any} */ (Map.prototype.get)),
  /** @type {<K, V>(map: Map<K, V>, key: K, value: V) => void} */
  MapSet: uncurryThis(/** @type {any} */ (Map.prototype.set)),
  MapSize: /** @type {(map: unknown) => number} */ (getterOf(Map.prototype, 'size')),
  MapEntries: uncurryThis(/** @type {() => Iterator<unknown>} */ (Map.prototype.entries)),
  MapIteratorNext: nextOf(new Map().entries()),
  SetSize: /** @type {(set: unknown) => number} */ (getterOf(Set.prototype, 'size')),
  SetValues: uncurryThis(/** @type {() => Iterator<unknown>} */ (Set.prototype.values)),
  SetIteratorNext: nextOf(new Set().values()),

  RegExpSource: /** @type {(regexp: unknown) => string} */ (getterOf(RegExp.prototype, 'source')),
  /** @type {(regexp: unknown) => string} */
  regExpFlags (regexp) {
    let flags = ''
    for (let i = 0; i < flagGetters.length; i++) if (flagGetters[i].get(regexp)) flags += flagGetters[i].letter
    return flags
  },

  /** Name of the class that made a typed array, whatever its prototype is now. */
  TypedArrayTag: /** @type {(array: unknown) => string} */ (getterOf(TypedArrayPrototype, Symbol.toStringTag)),
  TypedArrayLength: /** @type {(array: unknown) => number} */ (getterOf(TypedArrayPrototype, 'length')),
  TypedArrayBuffer: /** @type {(array: unknown) => ArrayBuffer} */ (getterOf(TypedArrayPrototype, 'buffer')),
  TypedArrayByteOffset: /** @type {(array: unknown) => number} */ (getterOf(TypedArrayPrototype, 'byteOffset')),
  TypedArrayByteLength: /** @type {(array: unknown) => number} */ (getterOf(TypedArrayPrototype, 'byteLength')),
  DataViewBuffer: /** @type {(view: unknown) => ArrayBuffer} */ (getterOf(DataView.prototype, 'buffer')),
  DataViewByteOffset: /** @type {(view: unknown) => number} */ (getterOf(DataView.prototype, 'byteOffset')),
  DataViewByteLength: /** @type {(view: unknown) => number} */ (getterOf(DataView.prototype, 'byteLength')),
  ArrayBufferByteLength: /** @type {(buffer: unknown) => number} */ (getterOf(ArrayBuffer.prototype, 'byteLength')),
  SharedArrayBufferByteLength: /** @type {(buffer: unknown) => number} */ (getterOf(SharedArrayBuffer.prototype, 'byteLength')),
  /** @type {(buffer: ArrayBufferLike, from: number, length: number) => Uint8Array} */
  bytesOf: (buffer, from, length) => new Uint8ArrayConstructor(buffer, from, length),
  /** @type {(base64: string) => Buffer} */
  BufferFromBase64: base64 => bufferFrom(base64, 'base64'),
  /** Straight into C++: Buffer.prototype.toString would look this up on the object. */
  Base64Slice: uncurryThis(/** @type {(from: number, to: number) => string} */ (/** @type {any} */ (Buffer.prototype).base64Slice)),
  BufferFromString: /** @type {(text: string) => Buffer} */ text => bufferFrom(text, 'utf8')
}
