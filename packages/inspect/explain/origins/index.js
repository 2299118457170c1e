'use strict'
// Explains where a value came from: makes a clause that says why an expression gave undefined, null or a Promise.

const { child } = require('../../source/syntax')
const { originOfCall } = require('./call')
const { originOfMember } = require('./member')
const { originOfVariable } = require('./variable')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/** How many variables and calls are followed back. With more, the line would be too long. */
const MAX_HOPS = 4

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {number} [hops]
 * @returns {string|undefined} undefined if the dump does not prove the origin
 */
function originOf (scene, node, hops = 0) {
  if (hops > MAX_HOPS) return undefined
  switch (node.type) {
    case 'ChainExpression':
      return originOf(scene, /** @type {AnyNode} */ (node.expression), hops)
    case 'Identifier':
      return originOfVariable(scene, node, hops, originOf)
    case 'MemberExpression':
      return originOfMember(scene, node, hops, originOf)
    case 'CallExpression':
      return originOfCall(scene, node, false)
    case 'AwaitExpression': {
      const argument = child(node, 'argument')
      return argument?.type === 'CallExpression' ? originOfCall(scene, argument, true) : undefined
    }
  }
  return undefined
}

module.exports = { originOf }
