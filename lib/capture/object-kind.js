'use strict'
// What kind of object a value is, by V8's own account: no property is looked at.

const { ArrayIsArray } = require('./primordials')
const { isWeakRef } = require('./object-class')
const { types } = require('./object-primordials')

/**
 * CDP's `type` and `subtype`, and the class where the prototypes need not be asked.
 * @typedef {{ type: 'object' | 'function', subtype?: string, className?: string }} Kind
 */

const KINDS = {
  object: kind(),
  array: kind('array'),
  arguments: kind('array', 'Arguments'),
  error: kind('error'),
  date: kind('date'),
  regexp: kind('regexp'),
  map: kind('map'),
  set: kind('set'),
  weakmap: kind('weakmap'),
  weakset: kind('weakset'),
  mapIterator: kind('iterator', 'MapIterator'),
  setIterator: kind('iterator', 'SetIterator'),
  generator: kind('generator', 'Generator'),
  promise: kind('promise'),
  // Callable ones too: CDP calls them objects.
  proxy: kind('proxy', 'Proxy'),
  typedArray: kind('typedarray'),
  arrayBuffer: kind('arraybuffer'),
  sharedArrayBuffer: kind('arraybuffer'),
  dataView: kind('dataview'),
  weakRef: kind('weakref'),
  boxed: kind(),
  namespace: kind(undefined, 'Module'),
  external: kind(undefined, 'External'),
  function: functionKind('Function'),
  asyncFunction: functionKind('AsyncFunction'),
  generatorFunction: functionKind('GeneratorFunction'),
  asyncGeneratorFunction: functionKind('AsyncGeneratorFunction')
}

/**
 * @param {string} [subtype]
 * @param {string} [className]
 * @returns {Kind}
 */
function kind (subtype, className) {
  return Object.freeze({ type: 'object', subtype, className })
}

/**
 * @param {string} className
 * @returns {Kind}
 */
function functionKind (className) {
  return Object.freeze({ type: 'function', subtype: undefined, className })
}

/**
 * @param {object} object
 * @returns {Kind} one of KINDS
 */
function kindOf (object) {
  // A Proxy comes first: many questions to it would be answered by its traps.
  if (types.isProxy(object)) return KINDS.proxy
  if (typeof object === 'function') return kindOfFunction(object)
  if (ArrayIsArray(object)) return KINDS.array
  if (types.isMap(object)) return KINDS.map
  if (types.isSet(object)) return KINDS.set
  if (types.isDate(object)) return KINDS.date
  if (types.isNativeError(object)) return KINDS.error
  if (types.isRegExp(object)) return KINDS.regexp
  if (types.isPromise(object)) return KINDS.promise
  if (types.isArrayBufferView(object)) return types.isDataView(object) ? KINDS.dataView : KINDS.typedArray
  if (types.isArrayBuffer(object)) return KINDS.arrayBuffer
  if (types.isSharedArrayBuffer(object)) return KINDS.sharedArrayBuffer
  return kindOfRareObject(object)
}

/** @param {object} object */
function kindOfRareObject (object) {
  if (types.isWeakMap(object)) return KINDS.weakmap
  if (types.isWeakSet(object)) return KINDS.weakset
  if (isWeakRef(object)) return KINDS.weakRef
  if (types.isMapIterator(object)) return KINDS.mapIterator
  if (types.isSetIterator(object)) return KINDS.setIterator
  if (types.isGeneratorObject(object)) return KINDS.generator
  if (types.isArgumentsObject(object)) return KINDS.arguments
  if (types.isBoxedPrimitive(object)) return KINDS.boxed
  if (types.isModuleNamespaceObject(object)) return KINDS.namespace
  if (types.isExternal(object)) return KINDS.external
  return KINDS.object
}

/** @param {Function} object */
function kindOfFunction (object) {
  const generator = types.isGeneratorFunction(object)
  if (types.isAsyncFunction(object)) return generator ? KINDS.asyncGeneratorFunction : KINDS.asyncFunction
  return generator ? KINDS.generatorFunction : KINDS.function
}

module.exports = { KINDS, kindOf }
