'use strict'
// Gathers other values of a variable: what other calls of its function, and what it stands beside, have in its place.

const { callsInDumps, closedOver, outerCalls, suspendedCalls } = require('./other-calls')
const { otherElements } = require('./other-elements')
const { declarationOf } = require('../source/declarations')
const { variableNamed } = require('../source/original-names')
const { pathTo } = require('../source/syntax')
const { inCode } = require('../explain/words')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../explain/scene').Scene} Scene */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./other-calls').OtherCall} OtherCall */
/** @typedef {import('./unlike').Other} Other */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/**
 * Others of one source. words: what they are, after a number: `other calls of …`.
 * @typedef {{ source: 'calls'|'elements'|'instances'|'outerCalls'|'dumps', words: string, others: Other[],
 *   dumps?: number }} Others
 */

const MAX_INSTANCES = 500

/**
 * @param {Scene} scene
 * @param {AnyNode} root an identifier, or `this`
 * @param {Dump[]} dumps in which the function did not fail at this place
 * @returns {Others[]} the nearest source first
 */
function othersOf (scene, root, dumps) {
  const of = functionWords(scene.frame.functionName)
  const calls = suspendedCalls(scene)
  const inDumps = callsInDumps(scene, dumps)
  /** @type {Others[]} */
  const found = [
    ...callsAround(scene, root, calls),
    ...elements(scene, root),
    ...instances(scene, root),
    { source: 'outerCalls', words: `outer calls of ${of}`, others: valuesIn(scene, root, outerCalls(scene)) },
    {
      source: 'dumps',
      words: `other dumps of ${of}`,
      others: valuesIn(scene, root, inDumps.calls),
      dumps: inDumps.dumps
    }
  ]
  return found.filter(({ others }) => others.length > 0)
}

/** @param {string} name of a function */
function functionWords (name) {
  return name === '' ? 'this function' : inCode(name)
}

/**
 * Suspended calls of the function; and, for a variable of an outer function, what other functions have closed over.
 * @param {Scene} scene
 * @param {AnyNode} root
 * @param {OtherCall[]} suspended
 * @returns {Others[]}
 */
function callsAround (scene, root, suspended) {
  const { dump, frame } = scene
  const name = String(root.name)
  const scope = root.type !== 'Identifier'
    ? undefined
    : frame.scopeChain.find(each => variableNamed(dump.scope(each).variables, name) !== undefined)
  const isOwn = scope === undefined || ['local', 'block', 'catch'].includes(scope.type)
  if (isOwn) {
    const of = functionWords(frame.functionName)
    return [{ source: 'calls', words: `other calls of ${of}`, others: valuesIn(scene, root, suspended) }]
  }
  const of = scope.name === undefined ? 'the function around it' : inCode(scope.name)
  const calls = closedOver(scene, dump.scope(scope), name)
  return [{ source: 'calls', words: `other calls of ${of}`, others: valuesIn(scene, root, calls) }]
}

/**
 * @param {Scene} scene
 * @param {AnyNode} root
 * @param {OtherCall[]} calls
 * @returns {Other[]}
 */
function valuesIn (scene, root, calls) {
  if (root.type === 'ThisExpression') {
    return calls.flatMap(({ dump, self }) => (self === undefined ? [] : [{ dump, value: self }]))
  }
  const name = String(root.name)
  const isParameter = scene.program !== null &&
    declarationOf(name, pathTo(scene.program, root.start, root.end))?.kind === 'parameter'
  return calls.flatMap(({ dump, chain, of }) => {
    const value = variableOf(dump, chain, name)
    const isUnsure = value?.type === 'undefined' && (of === 'task' || (of === 'closure' && !isParameter))
    return value === undefined || isUnsure ? [] : [{ dump, value }]
  })
}

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').Scope[]} chain
 * @param {string} name
 * @returns {Value|undefined}
 */
function variableOf (dump, chain, name) {
  for (const scope of chain) {
    const variable = variableNamed(dump.scope(scope).variables, name)
    if (variable !== undefined) return variable.value
  }
  return undefined
}

/**
 * @param {Scene} scene
 * @param {AnyNode} root
 * @returns {Others[]}
 */
function elements (scene, root) {
  const list = root.type === 'Identifier' ? otherElements(scene, root) : undefined
  return list === undefined
    ? []
    : [{
        source: 'elements',
        words: `other ${list.name}`,
        others: list.elements.map(each => ({ ...each, dump: scene.dump }))
      }]
}

/**
 * Other objects of the class of the value.
 * @param {Scene} scene
 * @param {AnyNode} root
 * @returns {Others[]}
 */
function instances (scene, root) {
  const { dump } = scene
  const value = scene.value(root)
  const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
  // Objects of built-in classes are made for everything.
  if (record === undefined || record.type !== 'object' || record.subtype !== undefined) return []
  const { className = 'Object' } = record
  if (className === 'Object') return []
  const prototype = prototypeOf(record)
  if (prototype === undefined) return []
  /** @type {Other[]} */
  const others = []
  for (const each of dump.objects(JSON.stringify(className))) {
    if (each.objectId === record.objectId || each.className !== className || prototypeOf(each) !== prototype) continue
    others.push({ dump, value: { type: 'object', className, objectId: each.objectId } })
    if (others.length >= MAX_INSTANCES) break
  }
  return [{ source: 'instances', words: `other ${inCode(className)} objects`, others }]
}

/** @param {import('crash-collector-shared/dump/format').ObjectRecord} record */
function prototypeOf ({ internalProperties = [] }) {
  return internalProperties.find(({ name }) => name === '[[Prototype]]')?.value?.objectId
}

module.exports = { othersOf, valuesIn }
