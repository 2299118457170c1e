'use strict'
// Explains "URI malformed": names the text that is not percent-encoded.

const { argumentsOf, callAt, calleeName } = require('../calls')
const { wholeString } = require('../properties')
const { throwScene } = require('../scene')

/** @type {import('../types').Rule} */
const malformedUri = {
  name: 'malformed-uri',
  explain (dump) {
    const scene = dump.exception?.className === 'URIError' ? throwScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    const name = call === undefined ? undefined : calleeName(call)
    const [argument] = (call === undefined ? undefined : argumentsOf(call)) ?? []
    const value = scene === null || argument === undefined ? undefined : scene.value(argument)
    const text = wholeString(value)
    if (scene === null || value === undefined || !/^decodeURI(?:Component)?$/.test(name ?? '')) return undefined
    return text === undefined || isEncoded(text)
      ? undefined
      : `${scene.code(argument)} is ${scene.describe(value)}, which has a \`%\` that encodes nothing`
  }
}

/** @param {string} text */
function isEncoded (text) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

module.exports = { malformedUri }
