'use strict'
// What the application has passed into a package that failed: the parameters of the package's outermost function. Those
// that are variables of the application are left out, because its frame shows them.

const { addressOf } = require('../../values/summaries/client-address')
const { isApplicationFrame } = require('../../crash/application-frames')
const { isDependency } = require('../../source/location')
const { offsetOf } = require('../../source/lines')
const { renderVariableLines } = require('../variables')

/** @typedef {import('../types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

const MAX_SHOWN = 2
/** A longer list of parameters is not read. */
const MAX_PARAMETERS = 2000

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 * @param {CallFrameRecord|undefined} caller the next frame
 * @returns {string[]} no lines unless the caller is the application, and has passed what it has in no variable
 */
function renderPassedValues (view, frame, caller) {
  const { variables, address } = passedValues(view, frame, caller)
  const own = { ...view, limits: { ...view.limits, valueLines: 1 } }
  const lines = renderVariableLines(own, variables.slice(0, MAX_SHOWN), `#${frame.index}`)
  return address === undefined ? lines : [...lines, `      this of ${address}`]
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 * @param {CallFrameRecord|undefined} caller the next frame
 * @returns {boolean} true if renderPassedValues() has lines
 */
function hasPassedValues (view, frame, caller) {
  const { variables, address } = passedValues(view, frame, caller)
  return variables.length > 0 || address !== undefined
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 * @param {CallFrameRecord|undefined} caller the next frame
 * @returns {{ variables: Variable[], address?: string }} address: of the client whose method was called
 */
function passedValues (view, frame, caller) {
  if (caller === undefined || !isDependency(frame.url) || !isApplicationFrame(caller)) return { variables: [] }
  if (caller.role !== frame.role) return { variables: [] }
  const { dump } = view
  const known = new Set([...ownVariables(view, caller).map(({ value }) => keyOf(value)), keyOf(caller.this)])
  const variables = new Map(ownVariables(view, frame).map(each => [each.generatedName ?? each.name, each]))
  const passed = parametersOf(dump.script(frame.scriptId)?.source ?? '', frame)
    .flatMap(name => variables.get(name) ?? [])
    .filter(({ value }) => value !== undefined && tells(dump, value) && !known.has(keyOf(value)))
  return { variables: passed, address: addressOf(frame.this, dump) }
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 * @returns {Variable[]}
 */
function ownVariables ({ dump }, { scopeChain }) {
  return scopeChain.filter(({ type }) => type !== 'global' && type !== 'script')
    .flatMap(scope => dump.scope(scope).variables)
}

/**
 * @param {import('../../reader').Dump} dump
 * @param {Value} value
 * @returns {boolean} false for what is mostly a default
 */
function tells (dump, { type, subtype, objectId }) {
  if (type === 'undefined' || type === 'function' || type === 'boolean' || subtype === 'null') return false
  const record = objectId === undefined ? undefined : dump.object(objectId)
  return record === undefined || record.className !== 'Object' || record.properties.length > 0
}

/** @param {Value|undefined} value */
function keyOf (value) {
  return value?.objectId ?? `${value?.type} ${value?.unserializableValue ?? value?.value}`
}

/**
 * The names of the parameters, from the text alone: the syntax tree of a package would take longer than all the rest.
 * @param {string} source
 * @param {CallFrameRecord} frame
 * @returns {string[]} without patterns; empty for an arrow function without parentheses
 */
function parametersOf (source, { functionLocation }) {
  const start = functionLocation === undefined ? -1 : offsetOf(source, functionLocation)
  if (start === -1) return []
  const text = source.slice(start, start + MAX_PARAMETERS).replace(/^async\s*/, '')
  if (!text.startsWith('(')) return []
  /** @type {string[]} */
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (/[)\]}]/.test(letter) && --depth === 0) break
    if (letter === ',' && depth === 1) parts.push('')
    else if (depth > 0) parts[parts.length - 1] += letter
    if (/[([{]/.test(letter)) depth++
  }
  return parts.flatMap(part => /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(part)?.[1] ?? [])
}

module.exports = { hasPassedValues, renderPassedValues }
