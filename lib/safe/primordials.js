'use strict'
// Keeps built-ins as they were when the collector was loaded. The application may have replaced any of them by the time
// it dies, and no code of the application may run in a capture.

const { types } = require('node:util')

const { apply } = Reflect
const DateConstructor = Date

/** Makes a function `(self, ...args)` of a method. The function does not look up `call`, which may be replaced. */
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
  BufferBase64UrlSlice: uncurryThis(
    /** @type {{ base64urlSlice: () => string }} */ (/** @type {unknown} */ (Buffer.prototype)).base64urlSlice
  ),
  BufferFrom: Buffer.from,
  BufferLatin1Slice: uncurryThis(
    /** @type {{ latin1Slice: (start: number, end: number) => string }} */ (/** @type {unknown} */ (Buffer.prototype))
      .latin1Slice
  ),
  BufferUtf8Slice: uncurryThis(
    /** @type {{ utf8Slice: (start: number, end: number) => string }} */ (/** @type {unknown} */ (Buffer.prototype))
      .utf8Slice
  ),
  DateNow: Date.now,
  Error,
  FunctionToString: uncurryThis(Function.prototype.toString),
  JSONParse: JSON.parse,
  JSONStringify: JSON.stringify,
  MathImul: Math.imul,
  MathMax: Math.max,
  MathMin: Math.min,
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
  StringCharCodeAt: uncurryThis(/** @type {(index: number) => number} */ (String.prototype.charCodeAt)),
  StringEndsWith: uncurryThis(/** @type {(text: string) => boolean} */ (String.prototype.endsWith)),
  StringIndexOf: uncurryThis(/** @type {(text: string, from?: number) => number} */ (String.prototype.indexOf)),
  StringLastIndexOf: uncurryThis(/** @type {(text: string, from?: number) => number} */ (String.prototype.lastIndexOf)),
  StringSlice: uncurryThis(/** @type {(from: number, to?: number) => string} */ (String.prototype.slice)),
  StringStartsWith: uncurryThis(/** @type {(text: string) => boolean} */ (String.prototype.startsWith)),
  WeakRef,
  decodeURIComponent,
  /**
   * Does what Array.prototype.slice() does, without the array's `constructor`, which slice() would use for its result.
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
  /** Node.js's own object, also if the application puts another one in the place of the global `process`. */
  process,
  /**
   * Loads a built-in module late, past the hooks that the application may have put into `require` (from Node.js 20.16
   * and 22.3 on; before, by `require`).
   * @type {<T>(name: string) => T}
   */
  builtinModule: process.getBuiltinModule ?? require
}
