'use strict'
// Converts nodes of a heap snapshot to object records as in a dump.

const { isIndex } = require('../values/member-text')
const { MEMBER_LIMITS } = require('../values/limit-reasons')
const { HeapValues } = require('./heap-values')
const { collectionEntries } = require('./collection-entries')

/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./heap-nodes').HeapNodes} HeapNodes */
/** @typedef {import('./hide-secrets').Hider} Hider */

const MAX_SCOPES = 20
/** How many properties, elements or entries of one object are read; a cache may have millions. */
const MAX_MEMBERS = 10_000
/**
 * V8 writes no edges to these values (`IsEssentialObject` in heap-snapshot-generator.cc, see below). It writes edges to
 * numbers only if the snapshot was taken with numbers.
 */
const UNSEEN = 'true, false, null, undefined'
/** Classes whose prototype is left out because it is the usual one. */
const USUAL = new Set(['Object', 'Array', 'Map', 'Set', 'Function'])

class HeapObjects {
  #nodes
  #values
  #hider
  #captured
  /** @type {Map<string, ObjectRecord>} */ #records = new Map()

  /**
   * @param {HeapNodes} nodes
   * @param {import('../reader').Dump} dump
   * @param {Hider} hider
   */
  constructor (nodes, dump, hider) {
    this.#nodes = nodes
    this.#hider = hider
    this.#captured = nodes.capturedNodes()
    this.#values = new HeapValues(nodes, this.#captured, hider, dump)
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord | undefined}
   */
  object (objectId) {
    const known = this.#records.get(objectId)
    if (known !== undefined) return known
    const { node, flags } = this.#values.place(objectId)
    if (node === undefined) return undefined
    const record = this.#record(objectId, node, flags)
    this.#records.set(objectId, record)
    return record
  }

  /**
   * @param {ObjectRecord} record of the dump
   * @returns {ObjectRecord} the record with the members that limits had left out
   */
  complete (record) {
    const known = this.#records.get(record.objectId)
    if (known !== undefined) return known
    const node = isCut(record) ? this.#captured.get(record.objectId) : undefined
    if (node === undefined) return record
    const more = this.#record(record.objectId, node, 0)
    const names = new Set(record.properties.map(({ name }) => name))
    const entries =
      record.entries === undefined || more.entries === undefined
        ? record.entries
        : [...record.entries, ...more.entries.slice(record.entries.length)]
    const properties = [...record.properties, ...more.properties.filter(({ name }) => !names.has(name))].sort(byIndex)
    const notCaptured = [
      ...(record.notCaptured ?? []).filter(({ reason }) => !MEMBER_LIMITS.includes(reason)),
      ...more.notCaptured ?? []
    ]
    const completed = {
      ...record,
      properties,
      ...(entries !== undefined && { entries }),
      notCaptured,
      fromHeapSnapshot: /** @type {const} */ (true)
    }
    this.#records.set(record.objectId, completed)
    return completed
  }

  /**
   * @param {string} objectId
   * @param {number} node
   * @param {number} flags the redaction flags of the object that holds this one
   * @returns {ObjectRecord}
   */
  #record (objectId, node, flags) {
    const { type, subtype, className = 'Object' } = this.#values.reference(node, flags)
    /** @type {ObjectRecord} */
    const record = {
      kind: 'object',
      objectId,
      type: type === 'function' ? 'function' : 'object',
      ...(subtype !== undefined && { subtype }),
      className,
      depth: 0,
      properties: [],
      fromHeapSnapshot: true
    }
    const inherited = this.#hider.inherit(flags, subtype === 'array')
    let left = 0
    for (const edge of this.#nodes.edges(node)) {
      if (edge.type !== 'element' && edge.type !== 'property') continue
      if (record.properties.length >= MAX_MEMBERS) left++
      else if (edge.type === 'element') {
        record.properties.push({ name: String(edge.name), value: this.#values.value(edge.target, inherited) })
      } else this.#addProperty(record, String(edge.name), edge.target, inherited)
    }
    record.properties.sort(byIndex)
    if (type === 'function') this.#addFunction(record, node)
    const entries =
      subtype === 'map' || subtype === 'set' ? collectionEntries(this.#nodes, node, subtype === 'map') : null
    if (entries !== null) {
      record.entries = entries
        .slice(0, MAX_MEMBERS)
        .map(({ key, value }) => this.#entry(key, value, subtype === 'map', inherited))
      left += entries.length - record.entries.length
    }
    record.notCaptured = [this.#unseen(record)]
    if (left > 0) record.notCaptured.unshift({ reason: 'collectionSize', count: left })
    return record
  }

  /**
   * @param {ObjectRecord} record
   * @returns {import('crash-collector-shared/dump/format').NotCaptured}
   */
  #unseen ({ subtype, properties }) {
    // V8 never writes small numbers in a collection, nor an array of numbers only (`ExtractElementReferences` in
    // https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/profiler/heap-snapshot-generator.cc, Node.js 26).
    const isNever = subtype === 'map' || subtype === 'set' || (subtype === 'array' && properties.length === 0)
    return {
      reason: isNever ? 'notInHeapSnapshot' : this.#nodes.unseenReason,
      what: isNever || !this.#nodes.hasNumbers ? `${UNSEEN}, numbers` : UNSEEN
    }
  }

  /**
   * @param {ObjectRecord} record
   * @param {string} name
   * @param {number} target
   * @param {number} inherited
   */
  #addProperty (record, name, target, inherited) {
    if (name === '__proto__') {
      if (!USUAL.has(record.className ?? '')) {
        record.internalProperties = [{ name: '[[Prototype]]', value: this.#values.value(target, 0) }]
      }
      return
    }
    // This is V8's name for a key that is a symbol (test/workarounds/snapshot-tables.js, Node.js 20 to 26). Two symbols
    // may have the same name, so such keys are left out.
    if (name.startsWith('<symbol ')) return
    const value = this.#values.value(target, inherited | this.#hider.nameFlags(name))
    const accessor = /^(get|set) (.+)$/s.exec(name)
    if (name.startsWith('#')) (record.privateProperties ??= []).push({ name, value })
    else if (accessor !== null && value.type === 'function') {
      this.#addAccessor(record.properties, accessor[2], accessor[1] === 'get' ? { get: value } : { set: value })
    } else record.properties.push({ name, value })
  }

  /**
   * @param {Property[]} properties
   * @param {string} name
   * @param {{ get: Value } | { set: Value }} half
   */
  #addAccessor (properties, name, half) {
    const other = properties.find(property => property.name === name && property.value === undefined)
    if (other === undefined) properties.push({ name, ...half })
    else Object.assign(other, half)
  }

  /**
   * @param {ObjectRecord} record
   * @param {number} node
   */
  #addFunction (record, node) {
    const name = this.#nodes.name(node)
    if (name !== '' && !record.properties.some(property => property.name === 'name')) {
      record.properties.push({ name: 'name', value: { type: 'string', value: name }, enumerable: false })
    }
    /** @type {Scope[]} */
    const scopes = []
    for (
      let context = this.#nodes.internal(node, 'context');
      context !== undefined && scopes.length < MAX_SCOPES;
      context = this.#nodes.internal(context, 'previous')
    ) {
      const variables = []
      for (const { type, name, target } of this.#nodes.edges(context)) {
        if (type === 'context') {
          variables.push({ name: String(name), value: this.#values.value(target, this.#hider.nameFlags(String(name))) })
        }
      }
      if (variables.length > 0) scopes.push({ type: 'closure', variables })
    }
    if (scopes.length > 0) record.scopes = scopes
  }

  /**
   * @param {number | undefined} key
   * @param {number | undefined} value
   * @param {boolean} isMap
   * @param {number} inherited
   */
  #entry (key, value, isMap, inherited) {
    const keyValue = this.#values.value(key, inherited)
    if (!isMap) return { value: keyValue }
    const flags =
      keyValue.type === 'string' && typeof keyValue.value === 'string' ? this.#hider.nameFlags(keyValue.value) : 0
    return { key: keyValue, value: this.#values.value(value, inherited | flags) }
  }
}

/**
 * @param {ObjectRecord} record of the dump
 * @returns {boolean} true if limits left out members, which a snapshot may have
 */
function isCut ({ notCaptured, bytes }) {
  return bytes === undefined && notCaptured?.some(({ reason }) => MEMBER_LIMITS.includes(reason)) === true
}

/**
 * Compares properties in V8's order: indices come first, in numerical order.
 * @param {Property} a
 * @param {Property} b
 */
function byIndex (a, b) {
  const [left, right] = [a, b].map(({ name }) => (isIndex(name) ? Number(name) : Infinity))
  return left === right ? 0 : left - right
}

module.exports = { HeapObjects, isCut }
