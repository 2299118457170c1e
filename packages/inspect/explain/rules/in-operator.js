'use strict'
// Explains "Cannot use 'in' operator": says what stands on the right instead of an object.

const { throwScene } = require('../scene')
const { originOf } = require('../origins')
const { isNullish } = require('../properties')
const { child } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @type {import('../types').Rule} */
const inOperator = {
  name: 'in-operator',
  explain (dump) {
    const isIt = dump.exception?.message?.startsWith("Cannot use 'in' operator to search for ")
    const scene = isIt ? throwScene(dump) : null
    const node = scene?.path.findLast(({ type, operator }) => type === 'BinaryExpression' && operator === 'in')
    const right = node === undefined ? null : child(node, 'right')
    const value = scene === null || right === null ? undefined : scene.value(right)
    if (!scene || right === null || value === undefined) return undefined
    if (value.type === 'object' && !isNullish(value)) return undefined
    const origin = isNullish(value) ? originOf(scene, right) : undefined
    const why = origin === undefined ? ', and `in` needs an object' : `: ${origin}`
    return `${scene.code(right)} is ${whatItIs(scene, value)}${why}`
  }
}

module.exports = { inOperator }
