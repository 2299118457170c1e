'use strict'
// Finds the member expression of which V8 says that it cannot be read or set.

const { keyOf } = require('../known-value')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

const MESSAGE = /^Cannot (?:read|set) properties of (undefined|null)(?: \((?:reading|setting) '(.*)'\))?$/s

/**
 * @param {import('../../reader').Dump} dump
 * @returns {{ scene: Scene, member: AnyNode, object: AnyNode, what: string }|undefined} object: what was undefined or
 *   null, as `what` says; undefined if several expressions could be meant
 */
function failedMember (dump) {
  const match = MESSAGE.exec(dump.exception?.message ?? '')
  const scene = match === null || dump.exception?.className !== 'TypeError' ? null : throwScene(dump)
  if (match === null || scene === null) return undefined
  const [, what, key] = match
  const changed = scene.path.map(changedBy)
  const isAtPlace = (/** @type {AnyNode} */ member) => {
    const object = /** @type {AnyNode} */ (member.object)
    // `object.key += 1` reads the key at the position of the object, `f().key += 1` at that of the call
    // (test/workarounds/call-positions.js, Node.js 20 to 26).
    if (key !== undefined && changed.includes(member)) {
      return object.start <= scene.offset && scene.offset <= object.end
    }
    const { start, end } = /** @type {AnyNode} */ (member.property)
    // The position of `object[key]` is that of the bracket, and what fails within `key` is another member.
    return object.end <= scene.offset && scene.offset <= (member.computed === true ? start - 1 : end)
  }
  // The position that V8 gives an assignment to a property is that of the `=` (test/workarounds/call-positions.js,
  // Node.js 20 to 26).
  const assigned = scene.path.flatMap(node =>
    node.type === 'AssignmentExpression' && /** @type {AnyNode} */ (node.right).start > scene.offset
      ? (child(node, 'left') ?? [])
      : []
  )
  const members = match[0].startsWith('Cannot set')
    ? assigned.filter(({ type, end }) => type === 'MemberExpression' && end <= scene.offset)
    : scene.path.filter(node => node.type === 'MemberExpression' && node.optional !== true && isAtPlace(node))
  // The message names the key, so among several members at one place only the one with that key can have failed.
  const candidates = members.filter(node => key === undefined || [undefined, key].includes(keyOf(scene, node)))
  const member = candidates[candidates.length - 1]
  if (member === undefined || candidates.length > 1) return undefined
  const object = /** @type {AnyNode} */ (member.object)
  return { scene, member, object, what }
}

/**
 * @param {AnyNode} node
 * @returns {AnyNode|null} what an assignment reads before it writes, as in `left += 1` and `left++`
 */
function changedBy (node) {
  if (node.type === 'UpdateExpression') return child(node, 'argument')
  return node.type === 'AssignmentExpression' && node.operator !== '=' ? child(node, 'left') : null
}

module.exports = { failedMember }
