'use strict'
// Built-ins as they were when the collector was loaded. The application may have replaced any of them by the time it
// dies, and no code of the application may run in a capture.

const { types } = require('node:util')

const { apply } = Reflect
const DateConstructor = Date

/** Makes `(self, ...args)` of a method, without looking `call` up on anything. */
const uncurryThis =
  /** @type {<S, A extends unknown[], R>(method: (this: S, ...args: A) => R) => (self: S, ...args: A) => R} */ (
    Function.prototype.bind.bind(Function.prototype.call)
  )

const toISOString = uncurryThis(Date.prototype.toISOString)

module.exports = {
  uncurryThis,
  apply,
  /** @type {(array: readonly unknown[], member: unknown) => boolean} */
  ArrayIncludes: uncurryThis(/** @type {(member: unknown) => boolean} */ (Array.prototype.includes)),
  ArrayIsArray: Array.isArray,
  BigInt,
  BigIntAsIntN: BigInt.asIntN,
  BufferAlloc: Buffer.alloc,
  BufferAllocUnsafeSlow: Buffer.allocUnsafeSlow,
  BufferLatin1Slice: uncurryThis(
    /** @type {{ latin1Slice: (start: number, end: number) => string }} */ (/** @type {unknown} */ (Buffer.prototype))
      .latin1Slice
  ),
  DateNow: Date.now,
  Error,
  FunctionToString: uncurryThis(Function.prototype.toString),
  JSONParse: JSON.parse,
  JSONStringify: JSON.stringify,
  MathMax: Math.max,
  MathRound: Math.round,
  Number,
  NumberIsFinite: Number.isFinite,
  ObjectCreate: Object.create,
  ObjectKeys: Object.keys,
  ObjectGetOwnPropertyNames: Object.getOwnPropertyNames,
  ObjectGetPrototypeOf: Object.getPrototypeOf,
  ObjectIs: Object.is,
  ObjectHasOwn: /** @type {(object: object, key: PropertyKey) => boolean} */ (Object.hasOwn),
  ReflectGetOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor,
  ReflectOwnKeys: Reflect.ownKeys,
  RegExpExec: uncurryThis(RegExp.prototype.exec),
  String,
  StringIndexOf: uncurryThis(/** @type {(text: string, from?: number) => number} */ (String.prototype.indexOf)),
  StringLastIndexOf: uncurryThis(/** @type {(text: string, from?: number) => number} */ (String.prototype.lastIndexOf)),
  StringSlice: uncurryThis(/** @type {(from: number, to?: number) => string} */ (String.prototype.slice)),
  StringStartsWith: uncurryThis(/** @type {(text: string) => boolean} */ (String.prototype.startsWith)),
  WeakRef,
  decodeURIComponent,
  /**
   * Array.prototype.slice asks the array's constructor for another one to make the result with.
   * @template T
   * @param {readonly T[]} array
   * @param {number} from
   */
  itemsFrom (array, from) {
    /** @type {T[]} */
    const items = []
    for (let i = from; i < array.length; i++) items[items.length] = array[i]
    return items
  },
  /** @type {(ms: number) => string} */
  isoTime: ms => toISOString(new DateConstructor(ms)),
  hrtime: process.hrtime.bigint,
  isNativeError: types.isNativeError,
  isPromise: types.isPromise,
  isProxy: types.isProxy,
  /** The object: what the application puts in place of the global is not this. */
  process,
  /**
   * Loads a module of Node.js's own late, past whatever the application has hooked into `require` (Node.js 20.16 and
   * 22.3 on).
   * @type {<T>(name: string) => T}
   */
  builtinModule: process.getBuiltinModule ?? require
}
