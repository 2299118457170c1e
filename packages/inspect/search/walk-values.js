'use strict'
// Visits every value of a dump once, nearest first, with the shortest path to it in the notation of `eval`.

const { factsOf } = require('../crash/facts')
const { memberText } = require('../values/member-text')
const { membersOf, walk } = require('../values/walk')

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
  const open = (/** @type {Found} */ found) => {
    const { objectId, type } = found.value
    if (objectId === undefined || type === 'symbol' || seen.has(objectId)) return []
    seen.add(objectId)
    return valuesIn(dump, found, seenScopes)
  }
  // Values that only Node.js's own frames hold come last, because few people look for them.
  for (const start of [roots, internalRoots]) yield * walk(start(dump, seenScopes), open)
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
    for (const { name, store } of factsOf(dump).asyncStores.stores) {
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
  for (const { kind, name, text, value: held } of membersOf(record, path, dump)) {
    if (held !== undefined && !(kind === 'internal' && name === '[[Prototype]]')) {
      yield { root, path: path + text, value: held }
    }
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
