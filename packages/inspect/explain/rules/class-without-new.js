'use strict'
// Explains "Class constructor Money cannot be invoked without 'new'": shows the call, or the function that called it.

const { argumentsOf, callAt } = require('../calls')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')
const { inCode } = require('../words')

/** @type {import('../types').Rule} */
const classWithoutNew = {
  name: 'class-without-new',
  explain (dump) {
    const name = /^Class constructor (\S+) cannot be invoked without 'new'$/.exec(dump.exception?.message ?? '')?.[1]
    const scene = name === undefined ? null : throwScene(dump)
    const call = scene === null ? undefined : callAt(scene)
    const callee = call === undefined ? null : child(call, 'callee')
    if (name === undefined || scene === null || call === undefined || callee === null) return undefined
    const isClass = (/** @type {import('../../source/syntax').AnyNode} */ node) => {
      const value = scene.value(node)
      const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
      return record?.source?.startsWith('class') === true
    }
    if (isClass(callee)) return `${scene.code(call)} calls the class ${inCode(name)} without \`new\``
    return argumentsOf(call)?.some(isClass)
      ? `${scene.code(call)} calls the class ${inCode(name)} as a function, without \`new\``
      : undefined
  }
}

module.exports = { classWithoutNew }
