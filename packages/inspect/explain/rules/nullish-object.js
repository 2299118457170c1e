'use strict'
// Explains "Cannot convert undefined or null to object": names the argument of Object.keys and the like, and where it
// came from.

const { argumentsOf, callAt } = require('../calls')
const { originOf } = require('../origins')
const { isNullish } = require('../properties')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')

/** @type {import('../types').Rule} */
const nullishObject = {
  name: 'nullish-object',
  explain (dump) {
    const isIt = dump.exception?.message === 'Cannot convert undefined or null to object'
    const scene = isIt ? throwScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    const callee = call === undefined ? null : child(call, 'callee')
    const [argument] = (call === undefined ? undefined : argumentsOf(call)) ?? []
    const value = scene === null || argument === undefined ? undefined : scene.value(argument)
    if (scene === null || callee === null || value === undefined || !isNullish(value)) return undefined
    const origin = originOf(scene, argument)
    const is = `${scene.code(argument)} is ${value.subtype ?? value.type}`
    return origin === undefined ? `${is}, and ${scene.code(callee)} needs an object` : `${is}: ${origin}`
  }
}

module.exports = { nullishObject }
