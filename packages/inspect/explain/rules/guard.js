'use strict'
// Explains an error that the application made itself: says which condition, or which `case`, led to it.

const { sameValue } = require('../collections')
const { reasonOf } = require('../conditions/reason-of')
const { leadTo, madeAt } = require('../conditions/made-error')
const { nearestName } = require('../nearest-name')
const { wholeString } = require('../properties')
const { quote } = require('../../text/terminal-text')
const { child, children } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/** @type {import('../types').Rule} */
const guard = {
  name: 'guard',
  explain (dump) {
    const made = madeAt(dump)
    const lead = made === undefined ? undefined : leadTo(made.scene, made.node)
    if (made === undefined || lead === undefined || 'caught' in lead) return undefined
    const { scene } = made
    return 'test' in lead
      ? reasonOf(scene, lead.test, lead.holds)
      : ofSwitch(scene, lead.statement, lead.switchCase)
  }
}

/**
 * @param {Scene} scene
 * @param {AnyNode} statement
 * @param {AnyNode} switchCase
 * @returns {string|undefined}
 */
function ofSwitch (scene, statement, switchCase) {
  const subject = child(statement, 'discriminant')
  const value = subject === null ? undefined : scene.value(subject)
  // `switch (true)` has the conditions in its cases.
  if (subject === null || value === undefined || subject.type === 'Literal') return undefined
  const is = `${scene.code(subject)} is ${scene.describe(value)}`
  const test = child(switchCase, 'test')
  if (test !== null) return sameValue(scene.value(test), value) === true ? is : undefined
  const others = children(statement, 'cases').flatMap(each => child(each, 'test') ?? [])
  // A case may have fallen through to `default`, or have a value that is not known.
  if (others.length === 0 || others.some(each => sameValue(scene.value(each), value) !== false)) return undefined
  const text = wholeString(value)
  const nearest =
    text === undefined ? undefined : nearestName(text, others.flatMap(each => wholeString(scene.value(each)) ?? []))
  return `${is}, which no \`case\` has${nearest === undefined ? '' : `; there is ${quote(nearest)}`}`
}

module.exports = { guard }
