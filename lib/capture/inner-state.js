'use strict'
// What only the inspector can read: private fields of class instances and the scopes that functions close over. Asked for the
// objects that a native walk has found, in the order of their distance from the throw, until the time for it is up.

const { liveValues, primitiveOf } = require('./live-values')
const { MapGet, MapSet, newMap } = require('./object-primordials')
const { ObjectGetPrototypeOf, StringIndexOf, StringSlice, hrtime } = require('./primordials')
const { isAskable } = require('./showable')
const { RawJson, toJson } = require('./to-json')
const { withUnformattedStacks } = require('./unformatted-stacks')

/**
 * @typedef {import('./live-values').Connection} Connection
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('../native').GraphWriter} GraphWriter
 */

/**
 * CDP's description of a scope -> its type. `Global` and `Script` are every function's, `Module` stands in the dump with the
 * frames of the module.
 */
const SCOPE_TYPES = Object.freeze({
  __proto__: null, Block: 'block', Catch: 'catch', Closure: 'closure', Eval: 'eval', Local: 'local', 'With Block': 'with'
})

/** The nearest are read even on a machine so busy that the time is up at once. */
const ALWAYS_ASKED = 8

/** Of bound functions and generators. */
const INTERNAL_PROPERTIES = Object.freeze({
  __proto__: null,
  '[[BoundThis]]': true,
  '[[BoundArgs]]': true,
  '[[GeneratorState]]': true,
  '[[GeneratorFunction]]': true,
  '[[GeneratorReceiver]]': true
})

/** More of one kind are not asked for: the nearest are the interesting ones. */
const MAX_ASKED = 500

/**
 * @param {Connection} connection
 * @param {GraphWriter} writer which has walked; it walks again what this finds
 * @param {{ innerStateMs: number, idPrefix: string }} limits
 */
function readInnerState (connection, writer, { innerStateMs, idPrefix }) {
  const deadlineNs = hrtime() + BigInt(innerStateMs) * 1_000_000n
  const access = liveValues(connection)

  /**
   * Hands the objects that may be shown to the inspector, in turn, to `read`; in the records of the others stands that `what` is missing.
   * @param {[object, string][]} found
   * @param {'privateProperties' | 'scopes' | 'internalProperties'} what
   * @param {(objectId: string, index: number) => void} read with the inspector's id of found[index]
   * @param {(index: number) => boolean} [isKnown] by what was read of others
   */
  function ask (found, what, read, isKnown = () => false) {
    const missing = (/** @type {number} */ i, /** @type {string} */ reason) => {
      writer.annotate(found[i][1], '', '', `{"reason":"${reason}","what":"${what}"}`)
    }
    const objects = []
    const indices = []
    for (let i = 0; i < found.length; i++) {
      if (objects.length === MAX_ASKED) missing(i, 'objectCount')
      else if (!isAskable(found[i][0])) missing(i, 'notRead')
      else {
        indices[objects.length] = i
        objects[objects.length] = found[i][0]
      }
    }
    if (objects.length === 0) return
    const shown = access.show(objects)
    for (let i = 0; i < objects.length; i++) {
      if (isKnown(indices[i])) continue
      if (i >= ALWAYS_ASKED && hrtime() > deadlineNs) missing(indices[i], 'timeout')
      else read(/** @type {string} */ (shown[i].value?.objectId), indices[i])
    }
  }

  /**
   * @param {RemoteObject | undefined} remote
   * @param {string} holderId of the object that has it
   * @param {string} name under which it has it: the writer redacts by both
   */
  const valueJson = (remote, holderId, name) => {
    if (remote === undefined) return undefined
    const value = remote.objectId === undefined ? primitiveOf(remote) : access.take([{ objectId: remote.objectId }])[0]
    return new RawJson(writer.value(value, holderId, name))
  }

  withUnformattedStacks(() => {
    readPrivateFields()
    readScopes()
    readUnfinished()
  })
  writer.walk()
  access.release()

  function readPrivateFields () {
    const instances = writer.classInstances()
    // One instance tells whether a class has private fields.
    const hasFields = newMap()
    ask(instances, 'privateProperties', (objectId, i) => {
      const { privateProperties = [] } = access.properties(objectId)
      MapSet(hasFields, ObjectGetPrototypeOf(instances[i][0]), privateProperties.length > 0)
      const fields = []
      for (let j = 0; j < privateProperties.length; j++) {
        const { name, value, get, set } = privateProperties[j]
        const json = (/** @type {RemoteObject | undefined} */ remote) => valueJson(remote, instances[i][1], name)
        fields[j] = { name, value: json(value), get: json(get), set: json(set) }
      }
      if (fields.length > 0) writer.annotate(instances[i][1], `"privateProperties":${toJson(fields)}`)
    }, i => MapGet(hasFields, ObjectGetPrototypeOf(instances[i][0])) === false)
  }

  function readScopes () {
    const functions = writer.functions()
    // Functions of one module share its scope. What has the same contents, down to the identity of every object, is written once.
    /** @type {Record<string, string>} */
    const scopeIds = Object.create(null)
    let scopeCount = 0
    ask(functions, 'scopes', (objectId, i) => {
      const list = scopesOf(access.properties(objectId).internalProperties)
      if (list === undefined) return
      const scopes = []
      const entries = access.elements(list)
      for (let j = 0; j < entries.length; j++) {
        const scope = entries[j].value && scopeOf(entries[j].value.description ?? '')
        if (!scope) continue
        // V8 shows a scope as a pair of its own making: { description, object }.
        const { object } = /** @type {{ object: object }} */ (access.take([entries[j].value])[0])
        const { json, missing } = writer.variables(object)
        const key = `${entries[j].value.description} ${json}`
        const isKnown = key in scopeIds
        if (!isKnown) scopeIds[key] = `${idPrefix}f${++scopeCount}`
        scopes[scopes.length] = {
          ...scope,
          scopeId: scopeIds[key],
          variables: isKnown ? [] : new RawJson(json),
          notCaptured: missing > 0 ? [{ reason: 'fieldCount', count: missing }] : undefined
        }
      }
      if (scopes.length > 0) writer.annotate(functions[i][1], `"scopes":${toJson(scopes)}`)
    })
  }

  function readUnfinished () {
    const objects = writer.unfinished()
    ask(objects, 'internalProperties', (objectId, i) => {
      const { internalProperties = [] } = access.properties(objectId)
      let elements = ''
      for (let j = 0; j < internalProperties.length; j++) {
        const { name, value } = internalProperties[j]
        if (!(name in INTERNAL_PROPERTIES) || value === undefined) continue
        elements += `${elements === '' ? '' : ','}${toJson({ name, value: valueJson(value, objects[i][1], name) })}`
      }
      if (elements !== '') writer.annotate(objects[i][1], '', elements)
    })
  }
}

/**
 * @param {import('node:inspector').Runtime.InternalPropertyDescriptor[]} [internalProperties]
 * @returns {string | undefined} objectId
 */
function scopesOf (internalProperties = []) {
  for (let i = 0; i < internalProperties.length; i++) {
    if (internalProperties[i].name === '[[Scopes]]') return internalProperties[i].value?.objectId
  }
  return undefined
}

/**
 * @param {string} description such as `Closure (makeDiscount)` or `Block`
 */
function scopeOf (description) {
  const space = StringIndexOf(description, ' (')
  const word = space === -1 ? description : StringSlice(description, 0, space)
  if (!(word in SCOPE_TYPES)) return null
  return { type: SCOPE_TYPES[/** @type {'Block'} */ (word)], name: space === -1 ? undefined : StringSlice(description, space + 2, -1) }
}

module.exports = { readInnerState }
