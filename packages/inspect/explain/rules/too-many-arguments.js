'use strict'
// Explains "Maximum call stack size exceeded" without a recursion: a spread, or apply(), passes more arguments than fit
// on the stack.

const { callAt } = require('../calls')
const { lookUp } = require('../properties')
const { throwScene } = require('../scene')
const { child, children, literalKey } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/**
 * With V8's usual stack of about 1 MB, a call fails with somewhat more than 120,000 arguments, and deep in a stack with
 * fewer. Fewer than this have room on any usual stack.
 */
const MIN_COUNT = 20_000
/** These give as many elements as the array has. */
const SAME_LENGTH = new Set(['map', 'slice', 'sort', 'reverse', 'toSorted', 'toReversed', 'fill', 'concat'])

/** @type {import('../types').Rule} */
const tooManyArguments = {
  name: 'too-many-arguments',
  explain (dump) {
    const { message, className } = dump.exception ?? {}
    const isIt = className === 'RangeError' && message === 'Maximum call stack size exceeded'
    const scene = isIt ? throwScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    if (scene === null || call === undefined) return undefined
    const callee = /** @type {AnyNode} */ (child(call, 'callee'))
    const args = children(call, 'arguments')
    const isApply = callee.type === 'MemberExpression' && literalKey(callee) === 'apply' && args.length === 2
    const passed = isApply
      ? args.slice(1)
      : args.flatMap(each => (each.type === 'SpreadElement' ? (child(each, 'argument') ?? []) : []))
    const [only] = passed.flatMap(node => {
      const count = elementCount(scene, node)
      return count === undefined || count < MIN_COUNT ? [] : [{ node, count }]
    })
    if (only === undefined) return undefined
    const how = isApply ? 'passes' : 'spreads'
    const called = `\`${scene.code(callee).slice(1, -1)}(…)\``
    const what = `${only.count} elements of ${scene.code(only.node)}`
    return `${called} ${how} ${what} as arguments, more than fit on the stack`
  }
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {number | undefined} undefined if the dump does not say
 */
function elementCount (scene, node) {
  const value = scene.value(node)
  const record = value?.objectId === undefined ? undefined : scene.dump.object(value.objectId)
  if (record?.subtype === 'array' || record?.subtype === 'typedarray') return record.length
  if (record?.subtype === 'set' || record?.subtype === 'map') return record.size
  if (value?.type === 'string') return value.length ?? String(value.value).length
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
  const method = callee?.type === 'MemberExpression' ? literalKey(callee) : undefined
  if (callee === null || method === undefined || !SAME_LENGTH.has(method)) return undefined
  if ((method === 'slice' || method === 'concat') && children(node, 'arguments').length > 0) return undefined
  const object = /** @type {AnyNode} */ (callee.object)
  const holder = scene.value(object)
  if (holder === undefined) return elementCount(scene, object)
  const isBuiltIn = holder.subtype === 'array' && lookUp(scene.dump, holder, method).status === 'builtIn'
  return isBuiltIn ? elementCount(scene, object) : undefined
}

module.exports = { tooManyArguments }
