'use strict'
// Explains an AssertionError: names the expression, its value and the expected one.

const { applicationScene } = require('../scene')
const { argumentsOf, callAt } = require('../calls')
const { errorProperty, errorText } = require('../error-properties')
const { sameValue } = require('../collections')

/** @type {Record<string, string>} */
const WORDS = {
  strictEqual: 'where {} was expected',
  '==': 'where {} was expected',
  deepStrictEqual: 'where {} was expected',
  deepEqual: 'where {} was expected',
  notStrictEqual: 'where anything but {} was expected',
  '!=': 'where anything but {} was expected'
}

/** @type {import('../types').Rule} */
const assertion = {
  name: 'assertion',
  explain (dump) {
    if (errorText(dump, 'code') !== 'ERR_ASSERTION') return undefined
    const scene = applicationScene(dump)
    const actual = errorProperty(dump, 'actual')
    const expected = errorProperty(dump, 'expected')
    const operator = errorText(dump, 'operator') ?? ''
    const call = scene === null ? undefined : callAt(scene)
    const [first] = (call === undefined ? undefined : argumentsOf(call)) ?? []
    if (
      scene === null ||
      first === undefined ||
      actual === undefined ||
      expected === undefined ||
      !Object.hasOwn(WORDS, operator)
    ) {
      return undefined
    }
    const value = scene.value(first)
    // If the values differ, the error is not from this call.
    if (value !== undefined && sameValue(value, actual) === false) return undefined
    // Only values that fit on a line are named. Node.js's own message shows the difference of other values better.
    if ([actual, expected].some(({ type }) => type === 'object' || type === 'function')) {
      if (operator !== 'strictEqual' || actual.objectId === undefined || expected.objectId === undefined) {
        return undefined
      }
      return `${scene.code(first)} is another object than the expected one: \`strictEqual\` compares identity`
    }
    if (
      operator === 'strictEqual' &&
      actual.type !== expected.type &&
      String(actual.value) === String(expected.value)
    ) {
      return (
        `${scene.code(first)} was the ${actual.type} ${scene.describe(actual)} ` +
        `where the ${expected.type} ${scene.describe(expected)} was expected`
      )
    }
    const wanted = WORDS[operator].replace('{}', () => scene.describe(expected))
    return `${scene.code(first)} was ${scene.describe(actual)} ${wanted}`
  }
}

module.exports = { assertion }
