'use strict'
// Reads over the inspector what the addon's walk can't read: private fields of class instances, the scopes that
// functions close over, and internal properties of generators and bound functions. The objects are those that the walk
// has found, the nearest to the throw first, until the time for them is up.

const { createClosureReader } = require('./closure-scopes')
const { createLiveValues, primitiveOf } = require('./live-values')
const { MapGet, MapSet, newMap } = require('../../safe/reflection')
const { BigInt, ObjectGetPrototypeOf, hrtime } = require('../../safe/primordials')
const { isAskable, isTooLarge } = require('./askable')
const { RawJson, toJson } = require('../../capture/values/to-json')
const { withDeferredStacks } = require('../deferred-stacks')

/** @typedef {import('../../addon/native-functions').StackFunctions} StackFunctions */

/**
 * @typedef {import('./live-values').Connection} Connection
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('../../addon/native-types').GraphWriter} GraphWriter
 */

/** So many objects, the nearest ones, are read even if the machine is so busy that the time is up at once. */
const ALWAYS_ASKED = 8

/** Internal properties of bound functions and generators that are read. */
const INTERNAL_PROPERTIES = Object.freeze({
  __proto__: null,
  '[[BoundThis]]': true,
  '[[BoundArgs]]': true,
  '[[GeneratorState]]': true,
  '[[GeneratorFunction]]': true,
  '[[GeneratorReceiver]]': true
})

/** Number of objects that are shown to the inspector at once. */
const BATCH = 8

/** Number of objects of one kind that are read, the nearest ones. */
const MAX_ASKED = 500

/**
 * @param {StackFunctions} native
 * @param {Connection} connection
 * @param {GraphWriter} writer that has walked; it goes on with the objects that are found here
 * @param {{ innerStateMs: number, idPrefix: string }} limits
 * @returns {RawJson[]} objectDetails records
 */
function readInnerState (native, connection, writer, { innerStateMs, idPrefix }) {
  const deadlineNs = hrtime() + BigInt(innerStateMs) * 1_000_000n
  const access = createLiveValues(connection)
  /** @type {RawJson[]} */
  const records = []

  /**
   * @param {string} objectId
   * @param {{ privateProperties?: object[], scopes?: object[], internalProperties?: object[], notCaptured?: object[] }}
   *   details
   */
  const add = (objectId, details) => {
    records[records.length] = new RawJson(toJson({ kind: 'objectDetails', objectId, ...details }))
  }

  /**
   * Calls `read` for each object that may be shown to the inspector. The details of the others say that `what` is
   * missing.
   * @param {[object, string][]} found
   * @param {'privateProperties' | 'scopes' | 'internalProperties'} what
   * @param {(objectId: string, index: number) => void} read gets the inspector's id of found[index]
   * @param {(index: number) => boolean} [isKnown] true if found[index] need not be read
   */
  function ask (found, what, read, isKnown = () => false) {
    const missing = (/** @type {number} */ i, /** @type {string} */ reason) => {
      add(found[i][1], { notCaptured: [{ reason, what }] })
    }
    let asked = 0
    // The objects are shown in batches, because to show one takes the inspector as long as to read it.
    for (let from = 0; from < found.length;) {
      const objects = []
      const indices = []
      for (; from < found.length && objects.length < BATCH; from++) {
        if (isKnown(from)) continue
        if (asked === MAX_ASKED) missing(from, 'objectCount')
        else if (asked >= ALWAYS_ASKED && hrtime() > deadlineNs) missing(from, 'timeout')
        else if (isTooLarge(found[from][0])) missing(from, 'fieldCount')
        else if (!isAskable(found[from][0])) missing(from, 'notRead')
        else {
          asked++
          indices[objects.length] = from
          objects[objects.length] = found[from][0]
        }
      }
      if (objects.length === 0) continue
      /** @type {import('./live-values').ShownProperty[]} */
      let shown = []
      try {
        shown = access.show(objects)
      } catch {} // then none of them can be read
      for (let i = 0; i < objects.length; i++) {
        if (isKnown(indices[i])) continue
        try {
          read(/** @type {string} */ (shown[i].value?.objectId), indices[i])
        } catch {
          // The inspector has answered with an error.
          missing(indices[i], 'unavailable')
        }
      }
    }
  }

  /**
   * @param {RemoteObject | undefined} remote
   * @param {string} holderId id of the object that has the value
   * @param {string} name of the property; the writer redacts by both
   */
  const valueJson = (remote, holderId, name) => {
    if (remote === undefined) return undefined
    const value = remote.objectId === undefined ? primitiveOf(remote) : access.take([{ objectId: remote.objectId }])[0]
    return new RawJson(writer.value(value, holderId, name))
  }

  withDeferredStacks(native, () => {
    readPrivateFields()
    readScopes()
    readUnfinished()
  })
  writer.walk()
  access.release()
  return records

  function readPrivateFields () {
    const instances = writer.classInstances()
    // If one instance has no private fields, the others with the same prototype are not read.
    const hasFields = newMap()
    ask(
      instances,
      'privateProperties',
      (objectId, i) => {
        const { privateProperties = [] } = access.properties(objectId)
        MapSet(hasFields, ObjectGetPrototypeOf(instances[i][0]), privateProperties.length > 0)
        const fields = []
        for (let j = 0; j < privateProperties.length; j++) {
          const { name, value, get, set } = privateProperties[j]
          const json = (/** @type {RemoteObject | undefined} */ remote) => valueJson(remote, instances[i][1], name)
          fields[j] = { name, value: json(value), get: json(get), set: json(set) }
        }
        if (fields.length > 0) add(instances[i][1], { privateProperties: fields })
      },
      i => typeof instances[i][0] !== 'function' && MapGet(hasFields, ObjectGetPrototypeOf(instances[i][0])) === false
    )
  }

  function readScopes () {
    const functions = writer.functions()
    const scopesOf = createClosureReader(access, writer, `${idPrefix}f`)
    ask(functions, 'scopes', (objectId, i) => {
      const scopes = scopesOf(access.properties(objectId).internalProperties)
      if (scopes.length > 0) add(functions[i][1], { scopes })
    })
  }

  function readUnfinished () {
    const objects = writer.unfinished()
    ask(objects, 'internalProperties', (objectId, i) => {
      const { internalProperties = [] } = access.properties(objectId)
      const shown = []
      for (let j = 0; j < internalProperties.length; j++) {
        const { name, value } = internalProperties[j]
        if (!(name in INTERNAL_PROPERTIES) || value === undefined) continue
        shown[shown.length] = { name, value: valueJson(value, objects[i][1], name) }
      }
      if (shown.length > 0) add(objects[i][1], { internalProperties: shown })
    })
  }
}

module.exports = { readInnerState }
