'use strict'
// Collects what can be compared between dumps: values by the path from a variable, the request, stores, annotations,
// the process, and what had run.

const { isApplicationFrame, wasUnderWay } = require('crash-collector-inspect/crash/application-frames')
const { factsOf } = require('crash-collector-inspect/crash/facts')
const { MODULE_WRAPPER } = require('crash-collector-inspect/source/scope-places')
const { isIndex } = require('crash-collector-inspect/values/member-text')
const { membersOf, walk } = require('crash-collector-inspect/values/walk')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */

/**
 * @typedef {object} Fact
 * @property {string} text the value in a few words
 * @property {number} [number] the value, if it is a number
 * @property {number} distance from the throw: 0 for a variable of the innermost frame
 */

/**
 * @typedef {object} Facts
 * @property {Map<string, Fact>} values by path, such as `order.coupon`
 * @property {Map<string, number>} whole paths of which all members are known, with their distance; if one is neither
 *   among the values nor `unknown`, the dump has no such member
 * @property {Set<string>} unknown paths of which the dump has something that is not compared
 */

/** Facts of one dump, nearest first, and levels below a variable. */
const MAX_FACTS = 1000
const MAX_DEPTH = 4
const MAX_MEMBERS = 50
/** Elements of an array that are compared one by one. */
const MAX_ELEMENTS = 2
const MAX_TEXT = 200
/** The same object may have another path in other dumps, so several of its paths are followed. */
const MAX_VISITS = 4
const MAX_FUNCTIONS = 300

/** How far away are values that belong to no frame, and variables that all calls share. */
const DISTANCE_OF_REQUEST = 3
const DISTANCE_OF_MODULE = 6
const DISTANCE_OF_PROCESS = 8

const PER_CALL = new Set(['local', 'block', 'catch', 'closure', 'with', 'eval'])
const SHARED = new Set(['module', 'script'])
/** Node.js's objects, of which the members that matter are facts of the request. */
const OF_NODE = new Set(['IncomingMessage', 'ServerResponse', 'Socket', 'TLSSocket', 'Server', 'AsyncLocalStorage'])

/** The path under which functions are that have run: if one is missing, it has not run. */
const RAN = 'executed '
const CALLED = 'called by '

/** @typedef {{ path: string, value: Value, distance: number, depth: number }} Held */

/**
 * @param {Dump} dump
 * @returns {Facts}
 */
function comparableFacts (dump) {
  /** @type {Facts} */
  const facts = { values: new Map(), whole: new Map(), unknown: new Set() }
  addPlain(facts, dump)
  addFunctions(facts, dump)
  /** Numbers of visits by objectId. @type {Map<string, number>} */
  const visits = new Map()
  /** Values that are compared, and so lead to others. @type {WeakSet<Held>} */
  const compared = new WeakSet()
  const open = (/** @type {Held} */ held) => {
    const { objectId, type } = held.value
    if (!compared.has(held) || objectId === undefined || type !== 'object' || held.depth >= MAX_DEPTH) return []
    const visit = (visits.get(objectId) ?? 0) + 1
    if (visit > MAX_VISITS) return []
    visits.set(objectId, visit)
    return membersIn(facts, dump, held, objectId)
  }
  for (const held of walk([...roots(dump)].sort((a, b) => a.distance - b.distance), open)) {
    if (facts.values.size >= MAX_FACTS) facts.unknown.add(held.path)
    // The nearest variable of a name counts.
    else if (!facts.values.has(held.path)) {
      addValue(facts, held)
      compared.add(held)
    }
  }
  return facts
}

/**
 * @param {Dump} dump
 * @returns {Generator<Held, void, void>}
 */
function * roots (dump) {
  const { process } = dump
  const { request, root: cause, asyncStores } = factsOf(dump)
  const root = dump.seenFrom(cause?.index ?? 0)
  const frames = [...new Set([...root.callFrames, ...dump.allCallFrames])]
    .filter(frame => isApplicationFrame(frame) && wasUnderWay(frame))
  for (const [i, frame] of frames.entries()) {
    for (const scope of frame.scopeChain) {
      const distance = PER_CALL.has(scope.type) ? i : SHARED.has(scope.type) ? i + DISTANCE_OF_MODULE : -1
      if (distance === -1) continue
      const { variables } = dump.scope(scope)
      const isWrapper = variables.some(({ name }) => name === '__filename')
      for (const { name, value } of variables) {
        if (value === undefined || (isWrapper && MODULE_WRAPPER.has(name))) continue
        yield { path: name, value, distance, depth: 0 }
      }
    }
    // A function of sloppy code that was called without an object has the global one, as all of them.
    if (frame.this?.type === 'object' && frame.this.className !== 'global') {
      yield { path: 'this', value: frame.this, distance: i, depth: 0 }
    }
  }
  for (const { name, store } of asyncStores.stores) {
    yield { path: `async store ${name}`, value: store, distance: DISTANCE_OF_REQUEST, depth: 0 }
  }
  if (request?.user !== undefined) {
    yield { path: 'request.user', value: request.user, distance: DISTANCE_OF_REQUEST, depth: 0 }
  }
  if (process?.annotations !== undefined) {
    yield { path: 'annotations', value: process.annotations, distance: DISTANCE_OF_REQUEST, depth: 0 }
  }
}

/**
 * @param {Facts} facts
 * @param {Held} held
 */
function addValue ({ values, unknown }, { path, value, distance, depth }) {
  const at = distance + depth
  if (value.notCapturedReason !== undefined) unknown.add(path)
  else if (value.type === 'string') {
    const text = String(value.value)
    const shown = JSON.stringify(text.slice(0, MAX_TEXT)) + (text.length > MAX_TEXT ? '…' : '')
    values.set(path, { text: shown, distance: at })
    // The length of a short text says nothing that the text does not.
    if (text.length > MAX_TEXT) {
      values.set(`${path}.length`, { text: String(text.length), number: text.length, distance: at + 1 })
    }
  } else if (value.type === 'number') {
    const number = Number(value.unserializableValue ?? value.value)
    values.set(path, { text: value.unserializableValue ?? String(number), number, distance: at })
  } else if (value.type === 'undefined' || value.subtype === 'null') {
    values.set(path, { text: value.type === 'undefined' ? 'undefined' : 'null', distance: at })
  } else if (value.type === 'boolean' || value.type === 'bigint') {
    values.set(path, { text: String(value.unserializableValue ?? value.value).slice(0, MAX_TEXT), distance: at })
  } else if (value.type === 'object') {
    values.set(path, { text: `an object of the class ${value.className ?? 'Object'}`.slice(0, MAX_TEXT), distance: at })
  }
}

/**
 * @param {Facts} facts
 * @param {Dump} dump
 * @param {Held} held
 * @param {string} objectId
 * @returns {Generator<Held, void, void>}
 */
function * membersIn ({ values, whole, unknown }, dump, { path, distance, depth }, objectId) {
  const record = dump.object(objectId)
  if (record === undefined || OF_NODE.has(record.className ?? '')) return
  const { length, size, notCaptured = [], subtype } = record
  for (const [name, count] of /** @type {[string, number|undefined][]} */ ([['length', length], ['size', size]])) {
    if (count !== undefined) {
      values.set(`${path}.${name}`, { text: String(count), number: count, distance: distance + depth + 1 })
    }
  }
  const isList = subtype === 'array'
  const count = record.properties.length + (record.privateProperties?.length ?? 0)
  if (!isList && notCaptured.length === 0 && count <= MAX_MEMBERS) whole.set(path, distance + depth + 1)
  let left = isList ? MAX_ELEMENTS : MAX_MEMBERS
  for (const { kind, name, text, value } of membersOf(record, path, dump)) {
    if (kind === 'entry' || kind === 'key' || kind === 'internal' || left-- === 0) return
    if (kind === 'symbol' || name.startsWith('_') || (isList && !isIndex(name))) continue
    const inner = path + text
    if (value === undefined || value.type === 'function') unknown.add(inner)
    else yield { path: inner, value, distance, depth: depth + 1 }
  }
}

/**
 * Adds facts that are plain texts and numbers.
 * @param {Facts} facts
 * @param {Dump} dump
 */
function addPlain ({ values }, dump) {
  const { header, process } = dump
  const { host, release, request } = factsOf(dump)
  const add = (/** @type {string} */ path, /** @type {unknown} */ value, distance = DISTANCE_OF_PROCESS) => {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const text = typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_TEXT)) : String(value)
    values.set(path, { text, ...(typeof value === 'number' && { number: value }), distance })
  }
  for (const name of /** @type {const} */ (['method', 'route', 'framework', 'bodyBytes'])) {
    add(`request.${name}`, request?.[name], DISTANCE_OF_REQUEST)
  }
  add('request.path', request?.url?.split('?', 1)[0], DISTANCE_OF_REQUEST)
  add('host', host)
  add('release', release)
  add('Node.js', header.node)
  add('platform', `${header.platform} ${header.arch}`)
  add('trigger', header.trigger)
  add('thread', header.threadId === 0 ? 'main thread' : 'worker')
  add('uptimeMs', process?.uptimeMs)
  const env = process?.env
  if (typeof env !== 'object' || env === null) return
  for (const [name, value] of Object.entries(env).slice(0, MAX_MEMBERS)) add(`env.${name.slice(0, MAX_TEXT)}`, value)
}

/**
 * Adds which functions had called the failing one and, if the dump has an execution path, which had run.
 * @param {Facts} facts
 * @param {Dump} dump
 */
function addFunctions ({ values, whole }, dump) {
  const frames = dump.allCallFrames.filter(isApplicationFrame).slice(0, MAX_FUNCTIONS)
  const add = (/** @type {string} */ path) => values.set(path, { text: 'yes', distance: DISTANCE_OF_REQUEST })
  const isCut = dump.notCaptured.some(({ reason, what }) => reason === 'frameCount' || what === 'callFrames')
  if (frames.length > 0 && !isCut) whole.set(CALLED, DISTANCE_OF_REQUEST)
  for (const { functionName, url } of frames) {
    if (functionName !== '') add(`${CALLED}${inFile(functionName, url)}`)
  }
  const path = dump.executionPath
  if (path === null) return
  if (!path.truncated) whole.set(RAN, DISTANCE_OF_REQUEST)
  for (const [script, block] of path.steps) {
    const { url = '', blocks = [] } = path.scripts[script] ?? {}
    const functionName = blocks[block]?.[3]
    if (functionName && values.size < MAX_FUNCTIONS) add(`${RAN}${inFile(functionName, url)}`)
  }
}

/**
 * @param {string} functionName
 * @param {string} url
 */
function inFile (functionName, url) {
  return `${functionName} (${url.split(/[\\/]/).pop()})`.slice(0, MAX_TEXT)
}

/**
 * @param {string} path of a fact
 * @returns {string} path of what it is a member of; '' for a variable
 */
function parentOf (path) {
  for (const list of [RAN, CALLED]) if (path.startsWith(list)) return list
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.endsWith(']') ? path.lastIndexOf('[') : 0))
}

module.exports = { CALLED, RAN, comparableFacts, parentOf }
