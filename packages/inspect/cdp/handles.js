'use strict'
// Keeps the objects whose properties a front end can request: objects of the dump, results of evaluations, and objects
// that exist only in CDP (scopes, entries of a Map, lists of scopes).

const { remoteObject, OBJECT_PREFIX } = require('./remote-object')
const { objectProperties } = require('./properties')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject */
/** @typedef {import('./types').Properties} Properties */
/** @typedef {import('./types').PropertyOptions} PropertyOptions */

/**
 * The variable under its name in the code that ran. DevTools looks up this name in the source map.
 * @param {import('crash-collector-shared/dump/format').Variable} variable
 */
function asGenerated ({ generatedName, ...variable }) {
  return generatedName === undefined ? variable : { ...variable, name: generatedName }
}

class Handles {
  /** True if variables are told under their original names, because the front end has no names to look them up. */
  usesOriginalNames = false
  /** @type {Map<string, ObjectRecord>} */ #made = new Map()
  /** objectId -> the scope that the object shows. @type {Map<string, Scope>} */ #scopes = new Map()
  #dump

  /** @param {Dump} dump */
  constructor (dump) {
    this.#dump = dump
  }

  get missingReason () {
    return this.#dump.missingReason
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined}
   */
  object (objectId) {
    const made = this.#made.get(objectId)
    if (made === undefined) return this.#dump.object(objectId)
    const scope = this.#scopes.get(objectId)
    // The front end may have changed the variables since the object was made.
    if (scope === undefined) return made
    const { variables } = this.#dump.scope(scope)
    return { ...made, properties: this.usesOriginalNames ? variables : variables.map(asGenerated) }
  }

  /**
   * @param {Value} value
   * @param {boolean} [preview]
   * @returns {RemoteObject}
   */
  remote (value, preview = false) {
    return remoteObject(value, this, preview)
  }

  /**
   * Makes an object for something that is not an object in the dump.
   * @param {string} objectId
   * @param {Pick<ObjectRecord, 'properties'> & Partial<ObjectRecord>} record
   * @returns {Value}
   */
  make (objectId, record) {
    this.#made.set(objectId, { kind: 'object', type: 'object', className: 'Object', depth: 0, ...record, objectId })
    return {
      type: 'object',
      className: record.className ?? 'Object',
      ...(record.subtype !== undefined && { subtype: record.subtype }),
      objectId
    }
  }

  /**
   * @param {string} objectId
   * @param {Scope} scope
   * @param {Partial<ObjectRecord>} [more]
   * @returns {Value}
   */
  makeScope (objectId, scope, more) {
    this.#scopes.set(objectId, scope)
    return this.make(objectId, { properties: [], ...more })
  }

  /**
   * @param {string} objectId as the front end got it
   * @param {PropertyOptions} options
   * @returns {Properties|undefined} undefined when there is no such object
   */
  properties (objectId, options) {
    const record = this.record(objectId)
    return record === undefined ? undefined : objectProperties(record, this, options)
  }

  /**
   * @param {string} objectId as the front end got it
   * @returns {ObjectRecord|undefined}
   */
  record (objectId) {
    return objectId.startsWith(OBJECT_PREFIX) ? this.object(objectId.slice(OBJECT_PREFIX.length)) : undefined
  }
}

module.exports = { Handles }
