'use strict'
// Explains a thrown or rejected value that is not an Error, and so has no stack: says what it is.

const { throwScene } = require('../scene')
const { calleeName, callAt, argumentsOf } = require('../calls')
const { sameValue } = require('../collections')
const { child } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @type {import('../types').Rule} */
const thrownValue = {
  name: 'thrown-value',
  explain (dump) {
    const { exception } = dump
    if (
      exception === null ||
      exception.value.subtype === 'error' ||
      exception.message !== undefined ||
      exception.value.subtype === 'proxy'
    ) {
      return undefined
    }
    const scene = throwScene(dump)
    if (scene === null) return undefined
    const statement = scene.nearest('ThrowStatement')
    const call = statement === undefined ? callAt(scene) : undefined
    const isReject = call !== undefined && calleeName(call) === 'reject'
    const node =
      statement !== undefined
        ? child(statement, 'argument')
        : isReject
          ? argumentsOf(/** @type {import('../../source/syntax').AnyNode} */ (call))?.[0]
          : undefined
    if (statement === undefined && !isReject) return undefined
    if (node && sameValue(scene.value(node), exception.value) === false) return undefined
    return (
      `${statement === undefined ? 'a promise was rejected with' : 'what was thrown is'} ` +
      `${whatItIs(scene, exception.value)}, which is not an Error, so it has no stack`
    )
  }
}

module.exports = { thrownValue }
