'use strict'
// Where a value came from: an expression -> a clause that says why it gave undefined, null or a Promise.

const { child } = require('../../source/syntax')
const { originOfCall } = require('./call')
const { originOfMember } = require('./member')
const { originOfVariable } = require('./variable')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/** How many variables and calls are followed back: with more the line would say too much. */
const MAX_HOPS = 4

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {number} [hops]
 * @returns {string|undefined} undefined when the dump does not prove it
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
