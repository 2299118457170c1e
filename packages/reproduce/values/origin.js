'use strict'
// Tells whose class an object is of: the language's, the application's, or a class of Node.js or of a package.

const { isDependency } = require('crash-collector-inspect/source/location')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/** Classes that any code can extend, by the path of their prototype. */
const BASES = new RegExp(
  [
    '^(?:Object|Array|Map|Set|WeakMap|WeakSet|Date|RegExp|Promise|ArrayBuffer|DataView|Buffer|Boolean|Number|String',
    "Function|\\w*Error|\\w*\\d+(?:Clamped)?Array|require\\('node:buffer'\\)\\.Buffer)\\.prototype$"
  ].join('|')
)
const EMITTER = "require('node:events').prototype"

/**
 * @typedef {object} Origin
 * @property {'plain'|'null'|'application'|'foreign'} kind plain: of a class of the language
 * @property {ObjectRecord} [constructorRecord] of a class of the application
 * @property {boolean} isEmitter it extends EventEmitter
 */

/**
 * @param {Dump} dump
 * @param {ObjectRecord} record
 * @returns {Origin}
 */
function originOf (dump, record) {
  const prototype = prototypeOf(record)
  if (prototype === undefined) return { kind: 'plain', isEmitter: false }
  if (prototype.subtype === 'null') return { kind: 'null', isEmitter: false }
  if (prototype.intrinsic !== undefined) {
    return { kind: BASES.test(prototype.intrinsic) ? 'plain' : 'foreign', isEmitter: prototype.intrinsic === EMITTER }
  }
  if (prototype.objectId === undefined) return { kind: 'foreign', isEmitter: false }
  const made = dump.object(prototype.objectId)
  const constructorId = made?.properties.find(({ name, symbol }) => name === 'constructor' && !symbol)?.value?.objectId
  const constructorRecord = constructorId === undefined ? undefined : dump.object(constructorId)
  if (constructorRecord === undefined) return { kind: 'foreign', isEmitter: false }
  if (!isOfApplication(dump, constructorRecord)) return { kind: 'foreign', isEmitter: false }
  return { kind: 'application', constructorRecord, isEmitter: extendsEmitter(dump, made) }
}

/** @param {ObjectRecord} record */
function prototypeOf (record) {
  return record.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value
}

/**
 * @param {Dump} dump
 * @param {ObjectRecord} record of a function
 */
function isOfApplication (dump, { functionLocation }) {
  if (functionLocation === undefined) return false
  const { scriptId, url } = functionLocation
  const script = (scriptId === undefined ? undefined : dump.script(scriptId)?.url) ?? url ?? ''
  // Code without a file was made by a package, such as a validator.
  return script !== '' && !script.startsWith('node:') && !isDependency(script)
}

/**
 * @param {Dump} dump
 * @param {ObjectRecord|undefined} prototype
 */
function extendsEmitter (dump, prototype) {
  for (let i = 0; i < 10 && prototype !== undefined; i++) {
    const next = prototypeOf(prototype)
    if (next?.intrinsic === EMITTER) return true
    prototype = next?.objectId === undefined ? undefined : dump.object(next.objectId)
  }
  return false
}

/** How many objects are looked at before a value counts as too large for a literal. */
const MAX_OBJECTS = 500

/**
 * @param {Dump} dump
 * @param {Value} value
 * @returns {boolean} true if a literal can be written for the value, with all that it holds
 */
function isCarried (dump, value) {
  /** @type {Set<string>} */
  const seen = new Set()
  const queue = [value]
  for (const each of queue) {
    if (each.notCapturedReason !== undefined) return false
    if (each.objectId === undefined || each.type === 'symbol' || seen.has(each.objectId)) continue
    if (seen.size >= MAX_OBJECTS) return false
    seen.add(each.objectId)
    const record = dump.object(each.objectId)
    if (record === undefined || (record.notCaptured?.length ?? 0) > 0) return false
    if (record.type === 'function') {
      if (!isOfApplication(dump, record)) return false
      continue
    }
    if (originOf(dump, record).kind === 'foreign' || record.privateProperties !== undefined) return false
    if (/^(?:proxy|generator|iterator|weakmap|weakset|weakref|promise)$/.test(record.subtype ?? '')) return false
    for (const { value, get, set } of record.properties) {
      if (get !== undefined || set !== undefined) return false
      if (value !== undefined) queue.push(value)
    }
    for (const { key, value } of record.entries ?? []) queue.push(value, ...(key === undefined ? [] : [key]))
  }
  return true
}

module.exports = { EMITTER, isCarried, isOfApplication, originOf, prototypeOf }
