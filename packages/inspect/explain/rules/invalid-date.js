'use strict'
// Explains "Invalid time value" of a Date: says what the Date was made of.

const { callAt } = require('../calls')
const { throwScene } = require('../scene')
const { declarationOf, isAssignedOnce } = require('../../source/declarations')
const { child, children, pathTo } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/** @type {import('../types').Rule} */
const invalidDate = {
  name: 'invalid-date',
  explain (dump) {
    const scene = /^Invalid time value$/.test(dump.exception?.message ?? '') ? throwScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    const callee = call === undefined ? null : child(call, 'callee')
    const object = callee?.type === 'MemberExpression' ? child(callee, 'object') : null
    if (scene === null || object === null || call === undefined) return undefined
    // `toISOString` fails of the Date itself; a formatter, of its argument.
    const all = [object, ...children(call, 'arguments')]
    const date = all.find(node => isInvalid(scene, node)) ?? (object.type === 'NewExpression' ? object : undefined)
    const made = date === undefined ? undefined : makingOf(scene, date)
    const value = made === undefined ? undefined : scene.value(made.argument)
    if (date === undefined) return undefined
    if (made === undefined || value === undefined) {
      return isInvalid(scene, date) ? `${scene.code(date)} is an Invalid Date` : undefined
    }
    const given = `${scene.code(made.argument)} is ${whatItIs(scene, value)}`
    return `${scene.code(made.creation)} is an Invalid Date: ${given}`
  }
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 */
function isInvalid (scene, node) {
  const value = scene.value(node)
  const record = value?.objectId === undefined ? undefined : scene.dump.object(value.objectId)
  return record?.subtype === 'date' && record.description === 'Invalid Date'
}

/**
 * The `new Date(text)` that made the Date, if nothing else could have.
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {{ creation: AnyNode, argument: AnyNode }|undefined}
 */
function makingOf (scene, node) {
  let creation = node
  if (node.type === 'Identifier' && scene.program !== null) {
    const declaration = declarationOf(String(node.name), pathTo(scene.program, node.start, node.end))
    const init = declaration?.declarator === undefined ? null : child(declaration.declarator, 'init')
    if (declaration === undefined || init === null || !isAssignedOnce(declaration)) return undefined
    creation = init
  }
  const callee = creation.type === 'NewExpression' ? child(creation, 'callee') : null
  const args = children(creation, 'arguments')
  return callee?.name === 'Date' && args.length === 1 ? { creation, argument: args[0] } : undefined
}

module.exports = { invalidDate }
