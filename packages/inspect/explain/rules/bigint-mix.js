'use strict'
// Explains "Cannot mix BigInt and other types": says which operand is a BigInt and what the other one is.

const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @type {import('../types').Rule} */
const bigintMix = {
  name: 'bigint-mix',
  explain (dump) {
    const scene = /^Cannot mix BigInt and other types/.test(dump.exception?.message ?? '') ? throwScene(dump) : null
    if (scene === null) return undefined
    for (const node of [...scene.path].reverse()) {
      if (node.type !== 'BinaryExpression' && node.type !== 'AssignmentExpression') continue
      const [left, right] = [child(node, 'left'), child(node, 'right')]
      const a = left === null ? undefined : scene.value(left)
      const b = right === null ? undefined : scene.value(right)
      if (left === null || right === null || a === undefined || b === undefined) return undefined
      if ((a.type === 'bigint') === (b.type === 'bigint')) continue
      return (
        `in ${scene.code(node)}, ` +
        `${scene.code(left)} is ${whatItIs(scene, a)} and ${scene.code(right)} is ${whatItIs(scene, b)}`
      )
    }
    return undefined
  }
}

module.exports = { bigintMix }
