'use strict'
// Explains why a call gave undefined or null.

const { isIndex } = require('../../values/member-text')
const { quote } = require('../../text/terminal-text')
const { argumentsOf, returnsNothing } = require('../calls')
const { isWholeArray, isWholeCollection, sameValue } = require('../collections')
const { nearestName } = require('../nearest-name')
const { isNullish, lookUp, wholeString } = require('../properties')
const { child, literalKey } = require('../../source/syntax')
const { counted } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * @param {Scene} scene
 * @param {AnyNode} call the call that gave undefined or null
 * @param {boolean} isAwaited
 * @returns {string|undefined}
 */
function originOfCall (scene, call, isAwaited) {
  const callee = child(call, 'callee')
  if (callee === null) return undefined
  const target = scene.value(callee)
  const source = target?.objectId === undefined ? undefined : scene.dump.object(target.objectId)?.source
  const nothing = source === undefined ? undefined : returnsNothing(source)
  if (nothing !== undefined && nothing.isAsync === isAwaited) {
    return `${scene.code(callee)} has no \`return\` with a value`
  }
  if (isAwaited || callee.type !== 'MemberExpression') return undefined
  const object = scene.value(/** @type {AnyNode} */ (callee.object))
  const method = literalKey(callee)
  if (object === undefined || method === undefined || lookUp(scene.dump, object, method).status !== 'builtIn') {
    return undefined
  }
  return originInBuiltIn(scene, call, /** @type {AnyNode} */ (callee.object), object, method)
}

/**
 * @param {Scene} scene
 * @param {AnyNode} call
 * @param {AnyNode} holder
 * @param {Value} object
 * @param {string} method
 * @returns {string|undefined}
 */
function originInBuiltIn (scene, call, holder, object, method) {
  const record = object.objectId === undefined ? undefined : scene.dump.object(object.objectId)
  const args = argumentsOf(call)
  if (object.type === 'string' && (method === 'match' || method === 'at')) {
    return method === 'match' ? `${scene.code(call)} found no match in ${scene.describe(object)}` : undefined
  }
  if (record === undefined || args === undefined) return undefined
  if (record.subtype === 'map' && method === 'get' && args.length === 1) {
    return missingEntry(scene, call, holder, record, scene.value(args[0]))
  }
  if (record.subtype !== 'array' || !isWholeArray(record)) return undefined
  const values = record.properties.filter(({ name }) => isIndex(name)).map(({ value }) => value)
  const hasNullish = values.length !== record.length || values.some(value => value === undefined || isNullish(value))
  if ((method === 'find' || method === 'findLast') && !hasNullish) {
    return `${scene.code(call)} matched none of the ${counted(values.length, 'element')} of ${scene.code(holder)}`
  }
  return (method === 'pop' || method === 'shift') && record.length === 0
    ? `${scene.code(holder)} was empty before ${scene.code(call)}`
    : undefined
}

/**
 * @param {Scene} scene
 * @param {AnyNode} call
 * @param {AnyNode} holder
 * @param {ObjectRecord} map
 * @param {Value|undefined} key
 * @returns {string|undefined}
 */
function missingEntry (scene, call, holder, map, key) {
  if (key === undefined || !isWholeCollection(map)) return undefined
  const entries = map.entries ?? []
  // The key is missing only if every key of the Map is known to differ.
  if (entries.some(entry => sameValue(entry.key, key) !== false)) return undefined
  const found = `${scene.code(call)} found no key ${scene.describe(key)}`
  const [only] = entries
  if (only === undefined) return `${found}: ${scene.code(holder)} is empty`
  if (entries.length === 1 && only.key !== undefined) {
    return `${found}: the only key of ${scene.code(holder)} is ${scene.describe(only.key)}`
  }
  const keys = entries.flatMap(entry => entry.key ?? [])
  return `${found} among the ${counted(entries.length, 'key')} of ${scene.code(holder)}${hintOf(keys, key)}`
}

/**
 * @param {Value[]} keys
 * @param {Value} key
 */
function hintOf (keys, key) {
  const alike = keys.find(
    each => each.type !== key.type && String(each.value) === String(key.value) && each.value !== undefined
  )
  if (alike !== undefined) {
    return ` (it has the ${alike.type} ${typeof alike.value === 'string' ? quote(alike.value) : alike.value})`
  }
  const text = wholeString(key)
  const nearest =
    text === undefined
      ? undefined
      : nearestName(text, keys.flatMap(each => wholeString(each) ?? []))
  return nearest === undefined ? '' : ` (it has ${quote(nearest)})`
}

module.exports = { originOfCall }
