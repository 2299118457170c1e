'use strict'
// Built-ins as they were when the collector was loaded. The application may have replaced any of them by the time it
// dies, and no code of the application may run in a capture.

const { types } = require('node:util')

const { apply } = Reflect

/** Makes `(self, ...args)` of a method, without looking `call` up on anything. */
const uncurryThis = /** @type {<S, A extends unknown[], R>(method: (this: S, ...args: A) => R) => (self: S, ...args: A) => R} */ (
  Function.prototype.bind.bind(Function.prototype.call))

module.exports = {
  uncurryThis,
  apply,
  ArrayIsArray: Array.isArray,
  DateNow: Date.now,
  ErrorToString: uncurryThis(Error.prototype.toString),
  JSONStringify: JSON.stringify,
  MapGet: uncurryThis(Map.prototype.get),
  MapSet: uncurryThis(Map.prototype.set),
  MapHas: uncurryThis(Map.prototype.has),
  ObjectKeys: Object.keys,
  ObjectGetOwnPropertyNames: Object.getOwnPropertyNames,
  ObjectGetPrototypeOf: Object.getPrototypeOf,
  ReflectGetOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor,
  RegExpExec: uncurryThis(RegExp.prototype.exec),
  String,
  StringIncludes: uncurryThis(String.prototype.includes),
  StringIndexOf: uncurryThis(/** @type {(text: string, from?: number) => number} */ (String.prototype.indexOf)),
  StringSlice: uncurryThis(/** @type {(from: number, to?: number) => string} */ (String.prototype.slice)),
  StringStartsWith: uncurryThis(/** @type {(text: string) => boolean} */ (String.prototype.startsWith)),
  hrtime: process.hrtime.bigint,
  isNativeError: types.isNativeError,
  isProxy: types.isProxy,
  /**
   * Loads a module of Node.js's own late, past whatever the application has hooked into `require` (Node.js 20.16 and 22.3 on).
   * @type {<T>(name: string) => T}
   */
  builtinModule: process.getBuiltinModule ?? require
}
