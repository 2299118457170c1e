'use strict'
// Explains a DataCloneError of structuredClone and postMessage: names the function or symbol inside the argument.

const { argumentsOf, callAt, calleeName } = require('../calls')
const { heldValues } = require('../held-values')
const { applicationScene } = require('../scene')
const { inCode } = require('../words')

/** @type {import('../types').Rule} */
const notCloneable = {
  name: 'not-cloneable',
  explain (dump) {
    const scene = dump.exception?.description.startsWith('DataCloneError: ') ? applicationScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    if (scene === null || call === undefined || !/^(?:structuredClone|postMessage)$/.test(calleeName(call) ?? '')) {
      return undefined
    }
    const [argument] = argumentsOf(call) ?? []
    const isWanted = (/** @type {{ type: string }} */ { type }) => type === 'function' || type === 'symbol'
    const found = argument === undefined ? undefined : heldValues(scene, argument, isWanted)
    return found?.length === 1
      ? `${inCode(found[0].text)} is a ${found[0].value.type}, which can't be cloned`
      : undefined
  }
}

module.exports = { notCloneable }
