'use strict'
// What only the inspector tells of an object: the state of a promise, a Proxy's target, private fields, where a function stands.

const { FunctionToString, JSONStringify, ObjectGetPrototypeOf, ObjectHasOwn, StringSlice, StringStartsWith } = require('./primordials')
const { MapGet, MapSet, newMap } = require('./object-primordials')
const { addInternal } = require('./describe-object')
const { intrinsicName } = require('./intrinsic-names')
const { primitiveOf } = require('../fallback/live-values')
const { isAskable, isTooLarge } = require('../fallback/showable')
const { isUsualPrototype } = require('./usual-prototype')
const { KINDS } = require('./object-kind')

/**
 * @typedef {import('./describe-object').Draft} Draft
 * @typedef {ReturnType<typeof import('./object-table').objectTable>} Table
 * @typedef {ReturnType<typeof import('../fallback/live-values').liveValues>} LiveValues
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {{ name: string, value?: RemoteObject, get?: RemoteObject, set?: RemoteObject }} Found
 * @typedef {{ draft: Draft, internal: Found[], privates: Found[] }} Answer
 */

const NATIVE_CODE = '{ [native code] }'

/** Of the text of a function: longer ones are in the script. */
const MAX_SOURCE = 4000

/** Instances of a class that are asked for private fields before it counts as one without. */
const ASKED_INSTANCES = 2

/** @type {Record<string, boolean>} */
const SHOWN = Object.freeze({
  __proto__: /** @type {any} */ (null),
  '[[PromiseState]]': true,
  '[[PromiseResult]]': true,
  '[[Target]]': true,
  '[[Handler]]': true,
  '[[IsRevoked]]': true,
  '[[TargetFunction]]': true,
  '[[BoundThis]]': true,
  '[[BoundArgs]]': true,
  '[[GeneratorState]]': true,
  '[[GeneratorFunction]]': true,
  '[[GeneratorReceiver]]': true
})

/** @type {Map<import('./object-kind').Kind, boolean>} by kind: always asked about, or never */
const asked = newMap()
for (const kind of [KINDS.proxy, KINDS.promise, KINDS.generator, KINDS.weakmap, KINDS.weakset, KINDS.mapIterator, KINDS.setIterator]) MapSet(asked, kind, true)
for (const kind of [KINDS.namespace, KINDS.external, KINDS.arguments]) MapSet(asked, kind, false)

/**
 * Decides which objects are worth a question: it takes 0.1 ms, and most objects have nothing to tell.
 */
function internalsChoice () {
  /** @type {Map<object, number>} prototype -> instances without private fields */
  const classes = newMap()

  /** @param {Draft} draft */
  function mayTell ({ entry: { object, kind } }) {
    const known = MapGet(asked, kind)
    if (known !== undefined) return known
    if (kind.type === 'function') return true
    const prototype = ObjectGetPrototypeOf(object)
    if (prototype === null || isUsualPrototype(kind, object, prototype)) return false
    if (kind === KINDS.error && intrinsicName(prototype) !== null) return false
    return (MapGet(classes, prototype) ?? 0) < ASKED_INSTANCES
  }

  return {
    /** @param {Draft} draft */
    isWorthAsking (draft) {
      if (!mayTell(draft)) return false
      const what = MapGet(asked, draft.entry.kind) === undefined ? 'privateProperties' : 'internalProperties'
      if (isTooLarge(draft.entry.object)) draft.notCaptured[draft.notCaptured.length] = { reason: 'fieldCount', what }
      else if (isAskable(draft.entry.object)) return true
      else draft.notCaptured[draft.notCaptured.length] = { reason: 'notRead', what }
      return false
    },

    /** @param {Answer} answer */
    learn ({ draft: { entry: { object, kind } }, privates }) {
      if (MapGet(asked, kind) !== undefined || kind.type === 'function' || privates.length > 0) return
      const prototype = /** @type {object} */ (ObjectGetPrototypeOf(object))
      MapSet(classes, prototype, (MapGet(classes, prototype) ?? 0) + 1)
    }
  }
}

/**
 * Whether a function has a text. The others are built-in, or bound: those are known by what they hold.
 * @param {object} object a function
 */
function hasPlace (object) {
  return StringSlice(FunctionToString(/** @type {Function} */ (object)), -NATIVE_CODE.length) !== NATIVE_CODE
}

/**
 * @param {LiveValues} live
 * @param {Draft[]} drafts
 * @param {() => boolean} isLate
 * @returns {Answer[]} those that there was time for
 */
function askInternals (live, drafts, isLate) {
  const answers = []
  const objects = []
  for (let i = 0; i < drafts.length; i++) objects[i] = drafts[i].entry.object
  const shown = live.show(objects)
  for (let i = 0; i < drafts.length; i++) {
    if (isLate()) {
      drafts[i].notCaptured[drafts[i].notCaptured.length] = { reason: 'timeout', what: 'internalProperties' }
      continue
    }
    try {
      const { internalProperties, privateProperties } = live.properties(/** @type {string} */ (shown[i].value?.objectId))
      answers[answers.length] = { draft: drafts[i], internal: internalProperties ?? [], privates: privateProperties ?? [] }
    } catch {
      // V8 could not describe what it found, such as a private field with a Proxy among its prototypes.
      drafts[i].notCaptured[drafts[i].notCaptured.length] = { reason: 'unavailable', what: 'internalProperties' }
    }
  }
  return answers
}

/**
 * Completes the drafts with the answers.
 * @param {LiveValues} live
 * @param {Answer[]} answers
 * @param {Table} table
 * @param {{ maxEntries: number, overlap: number, urls: Record<string, string> }} limits
 */
function writeInternals (live, answers, table, limits) {
  const remotes = remotesOf(answers)
  const values = live.take(remotes)
  let next = 0
  const value = (/** @type {RemoteObject} */ remote) => table.value(remote.objectId === undefined ? primitiveOf(remote) : values[next++])
  for (let i = 0; i < answers.length; i++) {
    const { draft, internal, privates } = answers[i]
    table.setDepth(draft.entry.depth + 1)
    for (let j = 0; j < internal.length; j++) {
      const { name, value: remote } = internal[j]
      if (remote === undefined) continue
      if (name in SHOWN) addInternal(draft, name, value(remote))
      else if (name === '[[Entries]]') writeEntries(draft, /** @type {object[]} */ (values[next++]), table, limits)
      else if (name === '[[FunctionLocation]]' && hasPlace(draft.entry.object)) writeFunction(draft, remote.value, limits)
    }
    let json = ''
    for (let j = 0; j < privates.length; j++) {
      const { name, value: data, get, set } = privates[j]
      json += `${j === 0 ? '' : ','}{"name":${JSONStringify(name)}` +
        (data === undefined ? '' : `,"value":${value(data)}`) +
        (get === undefined ? '' : `,"get":${value(get)}`) +
        (set === undefined ? '' : `,"set":${value(set)}`) + '}'
    }
    if (json !== '') draft.text += `,"privateProperties":[${json}]`
  }
}

/**
 * In the order in which writeInternals uses them.
 * @param {Answer[]} answers
 */
function remotesOf (answers) {
  /** @type {RemoteObject[]} */
  const remotes = []
  const add = (/** @type {RemoteObject | undefined} */ remote) => {
    if (remote?.objectId !== undefined) remotes[remotes.length] = remote
  }
  for (let i = 0; i < answers.length; i++) {
    const { internal, privates } = answers[i]
    for (let j = 0; j < internal.length; j++) if (internal[j].name in SHOWN || internal[j].name === '[[Entries]]') add(internal[j].value)
    for (let j = 0; j < privates.length; j++) {
      add(privates[j].value)
      add(privates[j].get)
      add(privates[j].set)
    }
  }
  return remotes
}

/**
 * Entries of a weak collection or of an iterator, which would be moved on by reading it.
 * @param {Draft} draft
 * @param {object[]} entries `{ key, value }` or `{ value }`, made by the inspector
 * @param {Table} table
 * @param {{ maxEntries: number }} limits
 */
function writeEntries (draft, entries, table, { maxEntries }) {
  let json = ''
  for (let i = 0; i < entries.length && i < maxEntries; i++) {
    const entry = /** @type {{ key?: unknown, value: unknown }} */ (entries[i])
    json += `${i === 0 ? '' : ','}{${ObjectHasOwn(entry, 'key') ? `"key":${table.value(entry.key)},` : ''}"value":${table.value(entry.value)}}`
  }
  if (entries.length > maxEntries) draft.notCaptured[draft.notCaptured.length] = { reason: 'collectionSize', count: entries.length - maxEntries, what: 'entries' }
  draft.text += `,"entries":[${json}]`
}

/**
 * @param {Draft} draft of a function
 * @param {{ scriptId: string, lineNumber: number, columnNumber: number }} location
 * @param {{ overlap: number, urls: Record<string, string> }} limits
 */
function writeFunction (draft, { scriptId, lineNumber, columnNumber }, { overlap, urls }) {
  const url = urls[scriptId]
  draft.text += `,"functionLocation":{"scriptId":${JSONStringify(scriptId)},"lineNumber":${lineNumber},"columnNumber":${columnNumber}${url ? `,"url":${JSONStringify(url)}` : ''}}`
  // Without its url a function could be one of Node.js, whose text says nothing about the application.
  if (url === undefined || StringStartsWith(url, 'node:')) return
  const source = FunctionToString(/** @type {Function} */ (draft.entry.object))
  draft.text += `,"source":${JSONStringify(StringSlice(source, 0, MAX_SOURCE + overlap))}`
  if (source.length > MAX_SOURCE) draft.notCaptured[draft.notCaptured.length] = { reason: 'stringLength', what: 'source' }
}

module.exports = { MAX_SOURCE, askInternals, hasPlace, internalsChoice, writeInternals }
