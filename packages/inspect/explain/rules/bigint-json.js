'use strict'
// Explains "Do not know how to serialize a BigInt": names the value inside the argument of JSON.stringify.

const { argumentsOf, callAt, isCallOf } = require('../calls')
const { heldValues } = require('../held-values')
const { applicationScene } = require('../scene')
const { inCode } = require('../words')

/** @type {import('../types').Rule} */
const bigintJson = {
  name: 'bigint-json',
  explain (dump) {
    const isIt = dump.exception?.message === 'Do not know how to serialize a BigInt'
    const scene = isIt ? applicationScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    if (scene === null || call === undefined || !isCallOf(scene, call, 'JSON', 'stringify')) return undefined
    const [argument] = argumentsOf(call) ?? []
    const found = argument === undefined ? undefined : heldValues(scene, argument, ({ type }) => type === 'bigint')
    if (found?.length !== 1) return undefined
    return `${inCode(found[0].text)} is a BigInt, ${scene.describe(found[0].value)}, which JSON does not have`
  }
}

module.exports = { bigintJson }
