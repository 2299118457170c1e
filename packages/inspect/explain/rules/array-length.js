'use strict'
// Explains "Invalid array length" and "Invalid count value": names the expression and its value.

const { callAt, argumentsOf, calleeName } = require('../calls')
const { plainValue } = require('../known-value')
const { throwScene } = require('../scene')
const { child, literalKey } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

const MAX_LENGTH = 2 ** 32 - 1

/** @type {import('../types').Rule} */
const arrayLength = {
  name: 'array-length',
  explain (dump) {
    const { message = '', className } = dump.exception ?? {}
    const isCount = /^Invalid count value: /.test(message)
    const scene =
      className === 'RangeError' && (isCount || message === 'Invalid array length') ? throwScene(dump) : null
    if (scene === null) return undefined
    const call = callAt(scene)
    const name = call === undefined ? undefined : calleeName(call)
    const args = call === undefined ? undefined : argumentsOf(call)
    /** @type {AnyNode|null|undefined} */
    let node
    if (isCount ? name === 'repeat' : name === 'Array') node = args?.length === 1 ? args[0] : undefined
    if (call === undefined && !isCount) {
      const assignment = scene.nearest('AssignmentExpression')
      const left = assignment && child(assignment, 'left')
      if (assignment?.operator === '=' && left?.type === 'MemberExpression' && literalKey(left) === 'length') {
        node = child(assignment, 'right')
      }
    }
    const number = node ? plainValue(scene.value(node)) : undefined
    if (!node || typeof number !== 'number') return undefined
    const is = node.type === 'Literal' ? `${number}` : `${scene.code(node)} is ${number}, which`
    if (Number.isNaN(number)) return isCount ? undefined : `${is} is not a length`
    if (number < 0) return `${is} is negative`
    if (!Number.isInteger(number)) return isCount && number !== Infinity ? undefined : `${is} is not a whole number`
    return !isCount && number > MAX_LENGTH ? `${is} is more than an array can hold` : undefined
  }
}

module.exports = { arrayLength }
