'use strict'
// Explains "Converting circular structure to JSON": names the path of the cycle.

const { applicationCall, callWords } = require('../application-call')
const { argumentsOf, callAt, isCallOf } = require('../calls')
const { memberText } = require('../../values/member-text')
const { lookUp } = require('../properties')
const { applicationScene, throwScene } = require('../scene')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {{ id: string, path: string }} Step */

const MAX_OBJECTS = 10_000

/** @type {import('../types').Rule} */
const circularJson = {
  name: 'circular-json',
  explain (dump) {
    if (!/^Converting circular structure to JSON/.test(dump.exception?.message ?? '')) return undefined
    const asked = applicationScene(dump)
    const isOwn = asked !== null && asked.frame === dump.callFrames[0]
    const scene = isOwn ? asked : throwScene(dump)
    const call = scene === null ? undefined : callAt(scene)
    if (scene === null || call === undefined || !isCallOf(scene, call, 'JSON', 'stringify')) return undefined
    const args = argumentsOf(call)
    // With a replacer, the result does not show which objects JSON.stringify visits.
    if (
      args === undefined ||
      args.length === 0 ||
      (args[1] !== undefined && scene.value(args[1])?.subtype !== 'null')
    ) {
      return undefined
    }
    const value = scene.value(args[0])
    const found = value === undefined ? undefined : cycleIn(dump, value)
    if (found === undefined) return undefined
    const code = scene.code(args[0])
    const of = (/** @type {string} */ path) => (path === '' ? code : `${code.slice(0, -1)}${path}\``)
    const is = `${of(found.from)} is ${of(found.to)} again`
    const by = isOwn ? undefined : applicationCall(dump)
    return by === undefined ? is : `${is}; requested by ${callWords(by)}`
  }
}

/**
 * Finds the first cycle. The walk is depth first in the order of the properties, as that of JSON.stringify.
 * @param {Dump} dump
 * @param {Value} root
 * @returns {{ from: string, to: string }|undefined}
 */
function cycleIn (dump, root) {
  const state = { count: 0, isUnsure: false }
  /** @type {Set<string>} */
  const done = new Set()
  /**
   * @param {Value} value
   * @param {Step[]} open
   * @param {string} path
   * @returns {{ from: string, to: string }|undefined}
   */
  const visit = (value, open, path) => {
    if (value.type !== 'object' || value.objectId === undefined) return undefined
    const before = open.find(({ id }) => id === value.objectId)
    if (before !== undefined) return { from: path, to: before.path }
    const record = dump.object(value.objectId)
    if (record === undefined || record.notCaptured?.length || record.subtype === 'proxy') state.isUnsure = true
    if (
      record === undefined ||
      ++state.count > MAX_OBJECTS ||
      open.length > 200 ||
      state.isUnsure ||
      done.has(value.objectId)
    ) {
      return undefined
    }
    if (
      record.subtype === 'date' ||
      (record.subtype !== undefined && record.subtype !== 'array' && record.properties.length === 0)
    ) {
      return undefined
    }
    // toJSON() returns values that are not in the dump.
    if (lookUp(dump, value, 'toJSON').status !== 'absent') state.isUnsure = true
    if (state.isUnsure) return undefined
    const inner = [...open, { id: value.objectId, path }]
    for (const { name, symbol, value: held, enumerable } of record.properties) {
      if (symbol !== undefined || enumerable === false) continue
      // A getter returns values that are not in the dump, too.
      if (held === undefined) state.isUnsure = true
      if (held === undefined || state.isUnsure) return undefined
      const found = visit(held, inner, path + memberText(name, '.'))
      if (found !== undefined || state.isUnsure) return found
    }
    done.add(value.objectId)
    return undefined
  }
  return visit(root, [], '')
}

module.exports = { circularJson }
