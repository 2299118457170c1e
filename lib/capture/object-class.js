'use strict'
// The class of an object by the data properties of its prototypes: no accessor runs and no Proxy is asked.

const { ObjectGetPrototypeOf, ObjectHasOwn, ReflectGetOwnPropertyDescriptor, isProxy } = require('./primordials')
const { MapGet, MapSet, WeakRefDeref, newMap } = require('./object-primordials')

const ObjectPrototype = Object.prototype
const toStringTag = Symbol.toStringTag
const MAX_PROTOTYPES = 50

/**
 * @param {unknown} object
 * @param {PropertyKey} key
 * @returns {unknown} undefined where there is none, or an accessor
 */
function inheritedData (object, key) {
  let holder = object
  for (let i = 0; i < MAX_PROTOTYPES; i++) {
    if ((typeof holder !== 'object' && typeof holder !== 'function') || holder === null || isProxy(holder)) return undefined
    const descriptor = ReflectGetOwnPropertyDescriptor(holder, key)
    if (descriptor !== undefined) return ObjectHasOwn(descriptor, 'value') ? descriptor.value : undefined
    holder = ObjectGetPrototypeOf(holder)
  }
  return undefined
}

/** @param {object} object no Proxy */
function isWeakRef (object) {
  const prototype = ObjectGetPrototypeOf(object)
  if (prototype === ObjectPrototype || inheritedData(prototype, toStringTag) !== 'WeakRef') return false
  try {
    WeakRefDeref(/** @type {WeakRef<object>} */ (object))
    return true
  } catch {
    return false // something that only looks like one
  }
}

/**
 * Remembers the classes it has named: a walk meets few of them again and again.
 * @returns {(object: object) => string}
 */
function classNames () {
  /** @type {Map<object, string>} */
  const known = newMap()
  return object => {
    const prototype = ObjectGetPrototypeOf(object)
    if (prototype === null || prototype === ObjectPrototype) return 'Object'
    let name = MapGet(known, prototype)
    if (name === undefined) {
      const constructor = inheritedData(prototype, 'constructor')
      const own = typeof constructor === 'function' ? inheritedData(constructor, 'name') : undefined
      name = typeof own === 'string' && own !== '' ? own : 'Object'
      MapSet(known, prototype, name)
    }
    return name
  }
}

module.exports = { classNames, inheritedData, isWeakRef }
