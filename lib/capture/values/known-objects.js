'use strict'
// Knows which objects are not the application's. The collector's own, such as the API, are not written, because they
// would take the place of the application's objects. Of the global object only those properties are written that the
// application has added since the collector was started.

const {
  ObjectCreate,
  ObjectGetOwnPropertyNames,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys
} = require('../../safe/primordials')

/** The name of the script that lib/addon/preload-bundle.js runs. */
const OWN_BUNDLE = 'crash-collector:preload.js'

/** @type {object[]} */
const objects = []

/** @param {object} object */
function addOwnObject (object) {
  objects[objects.length] = object
}

/**
 * @param {object} native
 * @returns {object[]} also the functions of the addon, which have no script to recognise them by
 */
function ownObjects (native) {
  /** @type {object[]} */
  const all = [native]
  for (let i = 0; i < objects.length; i++) all[all.length] = objects[i]
  const names = ReflectOwnKeys(native)
  for (let i = 0; i < names.length; i++) {
    const value = ReflectGetOwnPropertyDescriptor(native, names[i])?.value
    if (typeof value === 'function') all[all.length] = value
  }
  return all
}

const globalObject = globalThis
const known = ObjectCreate(null)

/** Notes the properties that are there. Call this at the start. */
function noteGlobals () {
  const names = ObjectGetOwnPropertyNames(globalObject)
  for (let i = 0; i < names.length; i++) known[names[i]] = true
}

/**
 * @returns {Record<string, unknown> | null} data properties only, because accessors are not called; null when there are
 *   none
 */
function addedGlobals () {
  const names = ObjectGetOwnPropertyNames(globalObject)
  /** @type {Record<string, unknown>} */
  const added = ObjectCreate(null)
  let count = 0
  for (let i = 0; i < names.length; i++) {
    if (names[i] in known) continue
    const descriptor = ReflectGetOwnPropertyDescriptor(globalObject, names[i])
    if (descriptor === undefined || descriptor.get !== undefined || descriptor.set !== undefined) continue
    added[names[i]] = descriptor.value
    count++
  }
  return count === 0 ? null : added
}

module.exports = { OWN_BUNDLE, addOwnObject, addedGlobals, noteGlobals, ownObjects }
