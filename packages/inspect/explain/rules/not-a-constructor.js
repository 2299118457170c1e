'use strict'
// Explains "x is not a constructor": says what x is.

const { callAt } = require('../calls')
const { originOf } = require('../origins')
const { isNullish } = require('../properties')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @type {import('../types').Rule} */
const notAConstructor = {
  name: 'not-a-constructor',
  explain (dump) {
    const message = dump.exception?.message ?? ''
    const scene = / is not a constructor$/s.test(message) ? throwScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    const callee = call?.type === 'NewExpression' ? child(call, 'callee') : null
    const value = scene === null || callee === null ? undefined : scene.value(callee)
    if (scene === null || callee === null || value === undefined) return undefined
    if (value.type !== 'function') {
      const origin = isNullish(value) ? originOf(scene, callee) : undefined
      const why = origin === undefined ? ', not a class' : `: ${origin}`
      return `${scene.code(callee)} is ${whatItIs(scene, value)}${why}`
    }
    const source = value.objectId === undefined ? undefined : dump.object(value.objectId)?.source
    if (source === undefined) return undefined
    if (/^async\b/.test(source)) return `${scene.code(callee)} is an async function, which \`new\` does not accept`
    return /^\(|^[\w$]+\s*=>/.test(source)
      ? `${scene.code(callee)} is an arrow function, which \`new\` does not accept`
      : undefined
  }
}

module.exports = { notAConstructor }
