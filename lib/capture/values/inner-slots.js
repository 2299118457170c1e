'use strict'
// Finds the built-in functions that read internal slots of objects of WebAssembly. V8's API cannot read these slots,
// and the functions run no other code.

const { ReflectGetOwnPropertyDescriptor } = require('../../safe/primordials')

/** @typedef {import('../../addon/native-types').InnerSlot} InnerSlot */

/** Class, slot, and the name of a getter of the prototype, or of a function of the class that takes an object. */
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

/** Call it when this file is loaded, before the application can replace the functions. */
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

module.exports = { innerSlots: () => slots }
