'use strict'
// What objects of WebAssembly and Temporal keep inside. V8's API does not tell it, but built-in functions do that run
// nothing else.

const {
  ArrayIsArray,
  FunctionToString,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys
} = require('../../safe/primordials')

/** @typedef {import('../../addon/native-types').InnerSlot} InnerSlot */

/** Class, slot, and the getter of its prototype, or the function of the class that takes an object. */
const OF_WEBASSEMBLY = [
  ['Global', '[[Value]]', 'value'],
  ['Table', '[[Length]]', 'length'],
  ['Instance', '[[Exports]]', 'exports'],
  ['Module', '[[Exports]]', 'exports'],
  ['Module', '[[Imports]]', 'imports']
]

const globalObject = globalThis

/** @type {InnerSlot[]} */
const slots = []
noteWebAssembly()

/** When this is loaded, before the application can replace them. */
function noteWebAssembly () {
  const namespace = valueOf(globalThis, 'WebAssembly')
  for (const [className, name, member] of OF_WEBASSEMBLY) {
    const constructor = valueOf(namespace, className)
    const prototype = valueOf(constructor, 'prototype')
    const ofClass = valueOf(constructor, member)
    const takesObject = typeof ofClass === 'function'
    const read = takesObject ? ofClass : ReflectGetOwnPropertyDescriptor(prototype ?? {}, member)?.get
    if (typeof prototype === 'object' && typeof read === 'function') {
      slots[slots.length] = [prototype, name, read, takesObject]
    }
  }
}

/**
 * @param {any} object
 * @param {string | symbol} key
 * @returns {any}
 */
function valueOf (object, key) {
  return object === undefined || object === null ? undefined : ReflectGetOwnPropertyDescriptor(object, key)?.value
}

/**
 * Temporal is made by V8 when it is looked at first, which takes half a millisecond: not at the start. A function that
 * somebody has put in the place of one of V8's has another text.
 * @returns {InnerSlot[]}
 */
function innerSlots () {
  /** @type {InnerSlot[]} */
  const all = []
  for (let i = 0; i < slots.length; i++) all[i] = slots[i]
  const namespace = valueOf(globalObject, 'Temporal')
  const names =
    typeof namespace === 'object' && namespace !== null && !ArrayIsArray(namespace) ? ReflectOwnKeys(namespace) : []
  for (let i = 0; i < names.length; i++) {
    const constructor = valueOf(namespace, names[i])
    const prototype = typeof constructor === 'function' ? valueOf(constructor, 'prototype') : undefined
    const read = valueOf(prototype, 'toString')
    if (typeof read === 'function' && FunctionToString(read) === 'function toString() { [native code] }') {
      all[all.length] = [prototype, '[[ISOString]]', read, false]
    }
  }
  return all
}

module.exports = { innerSlots }
