'use strict'
// Finds the properties that the application has added to the global object since the collector was started.

const { ObjectCreate, ObjectGetOwnPropertyNames, ReflectGetOwnPropertyDescriptor } = require('../../safe/primordials')

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

module.exports = { addedGlobals, noteGlobals }
