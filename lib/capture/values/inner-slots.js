'use strict'
// The built-in functions that tell what objects of WebAssembly keep inside. V8's API has no function for it, and these
// run no other code.

const { ReflectGetOwnPropertyDescriptor } = require('../../safe/primordials')

/** @typedef {import('../../addon/native-types').InnerSlot} InnerSlot */

/** Class, slot, and the getter of its prototype, or the function of the class that takes an object. */
const OF_WEBASSEMBLY = [
  ['Global', '[[Value]]', 'value'],
  ['Table', '[[Length]]', 'length'],
  ['Instance', '[[Exports]]', 'exports'],
  ['Module', '[[Exports]]', 'exports'],
  ['Module', '[[Imports]]', 'imports']
]

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

module.exports = { innerSlots: () => slots }
