'use strict'
// Says which expression gave a variable its undefined or null, and with which values, if nothing tells why it did.

const { isFunction, children, literalKey, pathTo, walk } = require('../../source/syntax')
const { plainValue } = require('../known-value')
const { quote } = require('../../text/terminal-text')
const { Scene } = require('../scene')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../../source/declarations').Declaration} Declaration */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

/** Expressions that may give undefined or null. */
const GIVES = new Set(['CallExpression', 'AwaitExpression', 'MemberExpression', 'ChainExpression'])
const MAX_VALUES = 2
const MAX_KEYS = 5

/**
 * @param {Scene} scene
 * @param {Declaration} declaration of a variable that is assigned once
 * @param {AnyNode} init
 * @returns {string|undefined}
 */
function givenBy (scene, declaration, init) {
  if (!GIVES.has(init.type) || declaration.kind === 'var') return undefined
  const home = sceneOf(scene, declaration)
  const keys = ofLiteral(home, init)
  if (keys !== undefined) return keys
  const values = valuesIn(home, init)
  const line = scene.lineOf(init)
  const where = values.length === 0 ? '' : `, where ${values.join(', ')}`
  return `it is what ${scene.code(init)} gave on line ${line}${where}`
}

/**
 * The frame of the function that declares the variable, if that is still on the stack or waits: its other variables are
 * known there, also those that the inner function does not use.
 * @param {Scene} scene
 * @param {Declaration} declaration
 * @returns {Scene}
 */
function sceneOf (scene, declaration) {
  const { dump, frame, program } = scene
  const home = program === null ? undefined : pathTo(program, declaration.id.start).findLast(isFunction)
  if (home === undefined || scene.function === home) return scene
  const ids = new Set(frame.scopeChain.flatMap(({ scopeId }) => scopeId ?? []))
  const isAround = (/** @type {CallFrameRecord} */ { scriptId, scopeChain }) =>
    scriptId === frame.scriptId && scopeChain.some(({ scopeId }) => scopeId !== undefined && ids.has(scopeId))
  const outer = dump.callFrames.slice(dump.callFrames.indexOf(frame) + 1).filter(isAround)
  return outer.map(each => new Scene(dump, each)).find(each => each.function === home) ?? scene
}

/**
 * `({ eu: …, us: … })[region]`: the key that the literal does not have.
 * @param {Scene} scene
 * @param {AnyNode} init
 * @returns {string|undefined}
 */
function ofLiteral (scene, init) {
  const object = init.type === 'MemberExpression' ? /** @type {AnyNode} */ (init.object) : undefined
  if (object?.type !== 'ObjectExpression' || init.computed !== true) return undefined
  const node = /** @type {AnyNode} */ (init.property)
  const key = plainValue(scene.value(node))
  const names = children(object, 'properties').map(each => (each.type === 'Property' ? literalKey(each) : undefined))
  if (key === undefined || names.includes(undefined) || names.includes(String(key)) || names.length > MAX_KEYS) {
    return undefined
  }
  return `${scene.code(node)} is ${typeof key === 'string' ? quote(key) : key}, and ${scene.code(init)} has only ` +
    names.map(name => quote(String(name))).join(', ')
}

/**
 * @param {Scene} scene
 * @param {AnyNode} init
 * @returns {string[]} the values of arguments and keys in it that are short
 */
function valuesIn (scene, init) {
  /** @type {string[]} */
  const values = []
  const add = (/** @type {AnyNode} */ node) => {
    const isName = node.type === 'Identifier' || node.type === 'MemberExpression'
    const value = isName ? scene.value(node) : undefined
    if (value === undefined || !/^(?:string|number|boolean|bigint|undefined)$/.test(value.type)) return
    values.push(`${scene.code(node)} is ${scene.describe(value)}`)
  }
  walk(init, node => {
    if (node.type === 'CallExpression') children(node, 'arguments').forEach(add)
    if (node.type === 'MemberExpression' && node.computed === true) add(/** @type {AnyNode} */ (node.property))
  }, { intoFunctions: false })
  return values.slice(0, MAX_VALUES)
}

module.exports = { givenBy }
