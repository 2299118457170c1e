'use strict'
// Hands live values to the inspector and fetches them back. The inspector gives an object another objectId in each
// answer (test/workarounds/fresh-object-ids.js, Node.js 20 to 26), so objects can be compared only as live values.

const { openSession } = require('../pause')
const { BigInt, Number, ObjectCreate, StringLastIndexOf, StringSlice } = require('../../safe/primordials')
const { withCleanup } = require('../../safe/cleanup')

/**
 * @typedef {import('../pause').Post} Post
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('node:inspector').Runtime.PropertyDescriptor} ShownProperty
 */

/**
 * A session, and an object of the collector that the inspector knows by its objectId.
 * @typedef {{ post: Post, anchorId: string, anchor: Record<string, unknown> }} Connection
 */

/** The inspector's handles of this group are released together. */
const OBJECT_GROUP = 'crash-collector'
const BATCH = 1000
const defineProperty = Object.defineProperty
const { deleteProperty } = Reflect
const globalObject = globalThis

/**
 * @param {Connection} connection
 */
function liveValues ({ post, anchorId, anchor }) {
  return {
    /**
     * Fetches values from the inspector.
     * @param {readonly { objectId?: string }[]} remotes
     * @returns {unknown[]} the values that they stand for
     */
    take (remotes) {
      /** @type {unknown[]} */
      const values = []
      anchor.receive = (/** @type {unknown[]} */ batch) => {
        for (let i = 0; i < batch.length; i++) values[values.length] = batch[i]
      }
      for (let from = 0; from < remotes.length; from += BATCH) {
        const list = []
        for (let i = from; i < remotes.length && i < from + BATCH; i++) {
          list[list.length] = { objectId: remotes[i].objectId }
        }
        post('Runtime.callFunctionOn', {
          objectId: anchorId,
          functionDeclaration: 'function (...values) { this.receive(values) }',
          arguments: list,
          silent: true
        })
      }
      anchor.receive = undefined
      return values
    },

    /**
     * Hands values to the inspector.
     * @param {unknown[]} values
     * @returns {ShownProperty[]} one property for each value, and `length`
     */
    show (values) {
      anchor.shown = values
      const { result } = post('Runtime.callFunctionOn', {
        objectId: anchorId,
        functionDeclaration: 'function () { return this.shown }',
        objectGroup: OBJECT_GROUP,
        silent: true
      })
      anchor.shown = undefined
      return post('Runtime.getProperties', { objectId: result.objectId, ownProperties: true }).result
    },

    /** @param {string} objectId */
    properties: objectId =>
      post('Runtime.getProperties', { objectId, ownProperties: true, nonIndexedPropertiesOnly: true }),

    /** @param {string} objectId of a list */
    elements: objectId => post('Runtime.getProperties', { objectId, ownProperties: true }).result,

    release () {
      post('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP })
    }
  }
}

/**
 * True if the two objects are of the same context. A command takes objects of one context only
 * (test/workarounds/foreign-context-argument.js, Node.js 20 to 26). An objectId such as `1.2.34` begins with the ids of
 * the isolate and of the context (test/workarounds/object-id-of-context.js, Node.js 20 to 26).
 * @param {string} objectId
 * @param {string} other
 */
function isSameWorld (objectId, other) {
  return (
    StringSlice(objectId, 0, StringLastIndexOf(objectId, '.')) === StringSlice(other, 0, StringLastIndexOf(other, '.'))
  )
}

/**
 * @param {Connection} connection
 * @param {readonly RemoteObject[]} objects
 * @param {unknown[]} values gets the value of each object of the connection's context, at the object's index
 */
function takeReachable (connection, objects, values) {
  const reached = []
  const indices = []
  for (let i = 0; i < objects.length; i++) {
    if (!isSameWorld(/** @type {string} */ (objects[i].objectId), connection.anchorId)) continue
    indices[indices.length] = i
    reached[reached.length] = objects[i]
  }
  const taken = liveValues(connection).take(reached)
  for (let i = 0; i < taken.length; i++) values[indices[i]] = taken[i]
}

/**
 * Makes an object of the collector known to the inspector without a pause: it is a property of the global object for a
 * moment, in which no other code runs.
 *
 * @param {Post} post
 * @returns {Connection}
 * @throws {Error} when no property can be added to the global object
 */
function connectAnchor (post) {
  /** @type {Record<string, unknown>} */
  const anchor = { __proto__: /** @type {any} */ (null) }
  const name = 'crash-collector anchor'
  const { result: global } = post('Runtime.evaluate', { expression: 'this', silent: true })
  try {
    const { result } = withCleanup(
      () => {
        defineProperty(globalObject, name, descriptorOf(anchor))
        return post('Runtime.callFunctionOn', {
          objectId: global.objectId,
          functionDeclaration: 'function (name) { return this[name] }',
          arguments: [{ value: name }],
          silent: true
        })
      },
      () => {
        deleteProperty(globalObject, name)
      }
    )
    return { post, anchor, anchorId: result.objectId }
  } finally {
    post('Runtime.releaseObject', { objectId: global.objectId })
  }
}

/**
 * Makes a descriptor without a prototype, to which the application could have added an accessor.
 * @param {unknown} value
 * @returns {PropertyDescriptor}
 */
function descriptorOf (value) {
  const descriptor = ObjectCreate(null)
  descriptor.value = value
  descriptor.configurable = true
  return descriptor
}

/**
 * Opens a session of its own, for values outside of a pause. No domain is enabled in it.
 * @returns {Connection & { close: () => void }}
 * @throws {Error} when there is no inspector
 */
function openConnection () {
  const { post, disconnect } = openSession(() => {})
  try {
    return { ...connectAnchor(post), close: disconnect }
  } catch (error) {
    disconnect()
    throw error
  }
}

/**
 * @param {RemoteObject} remote
 * @returns {unknown}
 */
function primitiveOf ({ type, subtype, value, unserializableValue }) {
  if (subtype === 'null') return null
  if (unserializableValue === undefined) return type === 'undefined' ? undefined : value
  return type === 'bigint' ? BigInt(StringSlice(unserializableValue, 0, -1)) : Number(unserializableValue)
}

module.exports = { connectAnchor, isSameWorld, liveValues, openConnection, primitiveOf, takeReachable }
