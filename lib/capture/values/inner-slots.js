'use strict'
// Finds the built-in functions that read internal slots of objects of WebAssembly and Temporal. V8's API cannot read
// these slots, and the functions run no other code.

const {
  ArrayIsArray,
  FunctionToString,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys
} = require('../../safe/primordials')

/** @typedef {import('../../addon/native-types').InnerSlot} InnerSlot */

/** Class, slot, and the name of a getter of the prototype, or of a function of the class that takes an object. */
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

/** To be called when this file is loaded, before the application can replace the functions. */
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
 * @returns {any} value of an own data property
 */
function valueOf (object, key) {
  return object === undefined || object === null ? undefined : ReflectGetOwnPropertyDescriptor(object, key)?.value
}

/**
 * The functions of Temporal are looked up at the first capture and not at the start, because V8 makes Temporal when it
 * is first looked at (test/workarounds/lazy-temporal.js, Node.js 26), which takes half a millisecond. By then the
 * application may have replaced a function of V8; its own has another text.
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
