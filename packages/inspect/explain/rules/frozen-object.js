'use strict'
// Explains "Cannot assign to read only property", "Cannot add property" and "Cannot set property … which has only a
// getter": names the property and the expression of its object.

const { shortMessage } = require('../error-properties')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')
const { inCode } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

const MESSAGE = new RegExp(
  "^Cannot (assign to read only property|add property|set property) '?(.+?)'?" +
    "(?: of object '.*'|, object is not extensible| of .* which has only a getter)$",
  's'
)

/** @type {Record<string, string>} */
const WHY = {
  'assign to read only property': 'which is read-only: its object is frozen, or it was defined so',
  'add property': 'but the object is frozen, sealed or not extensible, and has no such property',
  'set property': 'which has a getter and no setter'
}

/** @type {import('../types').Rule} */
const frozenObject = {
  name: 'frozen-object',
  explain (dump) {
    const match = MESSAGE.exec(shortMessage(dump))
    const scene = match === null || dump.exception?.className !== 'TypeError' ? null : throwScene(dump)
    const assignment = scene?.nearest('AssignmentExpression', 'UpdateExpression')
    const target = assignment && (child(assignment, 'left') ?? child(assignment, 'argument'))
    if (!match || !scene || !assignment || target?.type !== 'MemberExpression') return undefined
    const [, kind, key] = match
    const property = /** @type {AnyNode} */ (target.property)
    if (target.computed !== true && property.name !== key) return undefined
    const object = scene.code(/** @type {AnyNode} */ (target.object))
    return `${scene.code(assignment)} sets ${inCode(key)} of ${object}, ${WHY[kind]}`
  }
}

module.exports = { frozenObject }
