'use strict'
// Says which state of a package's object led to the error that the package made: `this.closed` is true.

const { callAt, calleeName } = require('../calls')
const { isDependency } = require('../../source/location')
const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')
const { leadTo } = require('./made-error')
const { reasonOf } = require('./reason-of')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

/**
 * @param {import('../../reader').Dump} dump
 * @returns {string|undefined} undefined if the package asked for something else, or the values do not say
 */
function stateInPackage (dump) {
  const scene = throwScene(dump)
  if (scene === null || !isDependency(scene.frame.url)) return undefined
  const made = callAt(scene)
  if (made === undefined || !/(?:Error|Exception)$/.test(calleeName(made) ?? '')) return undefined
  const lead = leadTo(scene, made)
  return lead !== undefined && 'test' in lead && isState(lead.test)
    ? reasonOf(scene, lead.test, lead.holds)
    : undefined
}

/**
 * @param {AnyNode} test
 * @returns {boolean} true if only properties of `this` are asked for
 */
function isState (test) {
  const parts = ['left', 'right', 'argument', 'object'].flatMap(name => child(test, name) ?? [])
  switch (test.type) {
    case 'LogicalExpression':
    case 'UnaryExpression':
      return parts.every(isState)
    case 'MemberExpression':
      return parts.every(each => each.type === 'ThisExpression' || isState(each))
  }
  return false
}

module.exports = { stateInPackage }
