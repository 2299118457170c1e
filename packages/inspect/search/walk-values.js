'use strict'
// Visits every value of a dump once, nearest first, with the shortest path to it in the notation of `eval`.

const { asyncStoresOf } = require('../crash/async-stores')
const { describeValue } = require('../values/describe-value')
const { memberText } = require('../values/member-text')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */

/**
 * @typedef {object} Found
 * @property {string} root `#0` of a frame, the id of an async task, `exception`, `cause` and its index, `process`,
 *   `async store` and its name
 * @property {string} path path within the root; '' for the root itself
 * @property {Value} value
 */

/**
 * @param {Dump} dump
 * @returns {Generator<Found, void, void>}
 */
function * walkValues (dump) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @type {Set<string>} */
  const seenScopes = new Set()
  // Values that only Node.js's own frames hold come last, because few people look for them.
  for (const start of [roots, internalRoots]) yield * walkFrom(dump, [...start(dump, seenScopes)], seen, seenScopes)
}

/**
 * @param {Dump} dump
 * @param {Found[]} level
 * @param {Set<string>} seen ids of objects
 * @param {Set<string>} seenScopes
 * @returns {Generator<Found, void, void>}
 */
function * walkFrom (dump, level, seen, seenScopes) {
  while (level.length > 0) {
    /** @type {Found[]} */
    const next = []
    for (const found of level) {
      yield found
      const { value } = found
      if (value.objectId === undefined || value.type === 'symbol' || seen.has(value.objectId)) continue
      seen.add(value.objectId)
      // Values are added one at a time, because an array can have more elements than a call takes arguments.
      for (const inner of valuesIn(dump, found, seenScopes)) next.push(inner)
    }
    level = next
  }
}

/**
 * @param {Dump} dump
 * @param {Set<string>} seenScopes
 * @returns {Generator<Found, void, void>}
 */
function * roots (dump, seenScopes) {
  if (dump.exception !== null) yield { root: 'exception', path: '', value: dump.exception.value }
  for (const { index, value } of dump.causes) yield { root: `cause ${index}`, path: '', value }
  const own = dump.allCallFrames.filter(({ internal }) => !internal)
  const places = [
    ...own.map(frame => ({ ...frame, root: `#${frame.index}` })),
    ...dump.threads.flatMap(({ threadId, callFrames = [] }) =>
      callFrames
        .filter(({ internal }) => !internal)
        .map(frame => ({ ...frame, root: `thread ${threadId} #${frame.index}` }))
    ),
    ...dump.asyncTasks.map(task => ({ ...task, root: task.taskId }))
  ]
  for (const { root, scopeChain, this: self } of places) {
    for (const scope of scopeChain) yield * variablesOf(dump, scope, root, '', seenScopes)
    if (self !== undefined) yield { root, path: 'this', value: self }
  }
  if (dump.process !== null) {
    const { kind, annotations, asyncStores, ...facts } = dump.process
    if (annotations !== undefined) yield { root: 'process', path: 'annotations', value: annotations }
    for (const { name, store } of asyncStoresOf(dump).stores) {
      yield { root: `async store ${name}`, path: '', value: store }
    }
    yield * jsonValues(facts, '')
  }
}

/**
 * @param {Dump} dump
 * @param {Set<string>} seenScopes
 * @returns {Generator<Found, void, void>}
 */
function * internalRoots (dump, seenScopes) {
  for (const { internal, index, scopeChain, this: self } of dump.allCallFrames) {
    if (!internal) continue
    for (const scope of scopeChain) yield * variablesOf(dump, scope, `#${index}`, '', seenScopes)
    yield { root: `#${index}`, path: 'this', value: self }
  }
}

/**
 * @param {Dump} dump
 * @param {Scope} scope
 * @param {string} root
 * @param {string} prefix
 * @param {Set<string>} seenScopes
 * @returns {Generator<Found, void, void>}
 */
function * variablesOf (dump, scope, root, prefix, seenScopes) {
  if (scope.scopeId !== undefined) {
    if (seenScopes.has(scope.scopeId)) return
    seenScopes.add(scope.scopeId)
  }
  for (const { name, value } of dump.scope(scope).variables) {
    if (value !== undefined) yield { root, path: prefix + name, value }
  }
}

/**
 * @param {Dump} dump
 * @param {Found} found
 * @param {Set<string>} seenScopes
 * @returns {Generator<Found, void, void>}
 */
function * valuesIn (dump, { root, path, value }, seenScopes) {
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  if (record === undefined) return
  for (const property of record.properties) {
    if (property.value !== undefined) {
      yield {
        root,
        path:
          path +
          (property.symbol === undefined
            ? memberText(property.name, path)
            : `[${property.symbol.description ?? property.name}]`),
        value: property.value
      }
    }
  }
  for (const { name, value } of record.privateProperties ?? []) {
    if (value !== undefined) yield { root, path: `${path}.${name}`, value }
  }
  for (const [i, { key, value }] of (record.entries ?? []).entries()) {
    if (key !== undefined && key.type !== 'object' && key.type !== 'function') {
      yield { root, path: `${path}.get(${describeValue(key, dump)})`, value }
    } else yield { root, path: `${path}[[Entry ${i}]]`, value }
    if (key !== undefined) yield { root, path: `${path}[[Key ${i}]]`, value: key }
  }
  for (const { name, value } of record.internalProperties ?? []) {
    if (name !== '[[Prototype]]') yield { root, path: path + name, value }
  }
  for (const scope of record.scopes ?? []) yield * variablesOf(dump, scope, root, `${path}[[Scopes]].`, seenScopes)
}

/**
 * Walks the other facts about the process, which are plain JSON.
 * @param {unknown} value
 * @param {string} path
 * @returns {Generator<Found, void, void>}
 */
function * jsonValues (value, path) {
  if (typeof value === 'object' && value !== null) {
    for (const [name, held] of Object.entries(value)) yield * jsonValues(held, path + memberText(name, path))
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    yield { root: 'process', path, value: { type: /** @type {'string'|'number'|'boolean'} */ (typeof value), value } }
  }
}

module.exports = { walkValues }
