'use strict'
// Keeps built-ins that look into objects, as they were when the collector was loaded. None of them runs code of the
// application: they read what V8 itself keeps in an object.

const { types } = require('node:util')

const { uncurryThis } = require('./primordials')

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype)
const MapConstructor = Map
const Uint8ArrayConstructor = Uint8Array
const WeakMapConstructor = WeakMap
const WeakSetConstructor = WeakSet

/**
 * @template R
 * @param {object} prototype
 * @param {PropertyKey} key
 * @returns {(self: unknown) => R} the prototype's getter, as a function of the object
 */
function getterOf (prototype, key) {
  const { get } = /** @type {PropertyDescriptor} */ (Reflect.getOwnPropertyDescriptor(prototype, key))
  return /** @type {(self: unknown) => R} */ (uncurryThis(/** @type {() => unknown} */ (get)))
}

module.exports = {
  types: Object.freeze({ ...types }),
  SymbolToString: uncurryThis(Symbol.prototype.toString),
  StringValueOf: uncurryThis(String.prototype.valueOf),
  WeakRefDeref: /** @type {(ref: unknown) => object | undefined} */ (uncurryThis(WeakRef.prototype.deref)),

  /** @type {<K, V>() => Map<K, V>} */
  newMap: () => new MapConstructor(),
  /** @type {<K, V>(map: Map<K, V>, key: K) => V | undefined} */
  MapGet: uncurryThis(/** @type {any} */ (Map.prototype.get)),
  /** @type {<K, V>(map: Map<K, V>, key: K, value: V) => void} */
  MapSet: uncurryThis(/** @type {any} */ (Map.prototype.set)),

  /** @type {<V>() => WeakMap<object, V>} */
  newWeakMap: () => new WeakMapConstructor(),
  /** @type {<V>(map: WeakMap<object, V>, key: object) => V | undefined} */
  WeakMapGet: uncurryThis(/** @type {any} */ (WeakMap.prototype.get)),
  /** @type {<V>(map: WeakMap<object, V>, key: object, value: V) => void} */
  WeakMapSet: uncurryThis(/** @type {any} */ (WeakMap.prototype.set)),

  /** @type {() => WeakSet<object>} */
  newWeakSet: () => new WeakSetConstructor(),
  /** @type {(set: WeakSet<object>, member: object) => void} */
  WeakSetAdd: uncurryThis(/** @type {any} */ (WeakSet.prototype.add)),
  /** @type {(set: WeakSet<object>, member: unknown) => boolean} */
  WeakSetHas: uncurryThis(/** @type {any} */ (WeakSet.prototype.has)),

  TypedArrayIndexOf: uncurryThis(
    /** @type {(member: number, from?: number) => number} */ (TypedArrayPrototype.indexOf)
  ),
  TypedArrayLength: /** @type {(array: unknown) => number} */ (getterOf(TypedArrayPrototype, 'length')),
  TypedArrayBuffer: /** @type {(array: unknown) => ArrayBuffer} */ (getterOf(TypedArrayPrototype, 'buffer')),
  TypedArrayByteOffset: /** @type {(array: unknown) => number} */ (getterOf(TypedArrayPrototype, 'byteOffset')),
  TypedArrayByteLength: /** @type {(array: unknown) => number} */ (getterOf(TypedArrayPrototype, 'byteLength')),
  DataViewBuffer: /** @type {(view: unknown) => ArrayBuffer} */ (getterOf(DataView.prototype, 'buffer')),
  DataViewByteOffset: /** @type {(view: unknown) => number} */ (getterOf(DataView.prototype, 'byteOffset')),
  DataViewByteLength: /** @type {(view: unknown) => number} */ (getterOf(DataView.prototype, 'byteLength')),
  /** @type {(buffer: ArrayBufferLike, from: number, length: number) => Uint8Array} */
  bytesOf: (buffer, from, length) => new Uint8ArrayConstructor(buffer, from, length)
}
