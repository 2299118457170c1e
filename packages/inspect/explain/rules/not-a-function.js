'use strict'
// Explains "x.y is not a function": says what it is, and names a method with a similar name.

const { callAt } = require('../calls')
const { givenToPackage } = require('../origins/given-to-package')
const { keyOf } = require('../known-value')
const { originOf } = require('../origins')
const { missingKey } = require('../origins/member')
const { isNullish, lookUp } = require('../properties')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

/** @type {import('../types').Rule} */
const notAFunction = {
  name: 'not-a-function',
  explain (dump) {
    const message = dump.exception?.message ?? ''
    const scene =
      / is not a function$/s.test(message) && dump.exception?.className === 'TypeError' ? throwScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    const callee = call?.type === 'CallExpression' ? child(call, 'callee') : null
    if (scene === null || callee === null) return undefined
    // Built-ins throw the same message about their arguments, such as `undefined is not a function` from [].map().
    if (!namesTheSame(message, scene.source.slice(callee.start, callee.end))) return undefined
    const value = scene.value(callee)
    if (value === undefined || value.type === 'function' || value.subtype === 'proxy') return undefined
    if (callee.type === 'MemberExpression') {
      const object = scene.value(/** @type {AnyNode} */ (callee.object))
      const key = keyOf(scene, callee)
      if (object !== undefined && key !== undefined && lookUp(dump, object, key).status === 'absent') {
        if (object.objectId !== undefined) return missingKey(scene, /** @type {AnyNode} */ (callee.object), object, key)
        const holder = scene.code(/** @type {AnyNode} */ (callee.object))
        return `${holder} is ${whatItIs(scene, object)}, which has no method \`${key}\``
      }
    }
    const origin = isNullish(value) ? (givenToPackage(scene) ?? originOf(scene, callee)) : undefined
    const why = origin === undefined ? ', not a function' : `: ${origin}`
    return `${scene.code(callee)} is ${whatItIs(scene, value)}${why}`
  }
}

/**
 * True if the message names this callee. For a callee other than a plain path V8 prints something else
 * (test/workarounds/called-non-functions.js, Node.js 20 to 26).
 * @param {string} message
 * @param {string} callee
 */
function namesTheSame (message, callee) {
  return (
    message.slice(0, -' is not a function'.length).replace(/\s/g, '') ===
    callee.replace(/\?\./g, '.').replace(/\s/g, '')
  )
}

module.exports = { notAFunction }
