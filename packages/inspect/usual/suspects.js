'use strict'
// Finds the expressions whose values made the error: what the failing operation worked on, and from there back.

const { applicationScene, throwScene } = require('../explain/scene')
const { callAt, workedOn } = require('../explain/calls')
const { leadTo, madeAt } = require('../explain/conditions/made-error')
const { failedMember } = require('../explain/origins/failed-member')
const { child } = require('../source/syntax')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../explain/scene').Scene} Scene */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {{ scene: Scene, nodes: AnyNode[] }} Suspects */

const READS = /^Cannot (?:read|set) properties of (?:undefined|null)\b/
/** The errors of a recursion without an end, and of code that can never work, have no value as their cause. */
const OF_NO_VALUE = /^Maximum call stack size exceeded|^Assignment to constant|is not defined$|before initialization$/
/** How many frames of packages and of Node.js may lie between the application and the error. */
const MAX_BETWEEN = 6

/**
 * @param {Dump} dump seen from the error that is explained
 * @returns {Suspects|undefined} undefined if the code does not tell what the error is about
 */
function suspectsOf (dump) {
  const message = dump.exception?.message ?? ''
  if (OF_NO_VALUE.test(message)) return undefined
  if (READS.test(message)) {
    const failed = failedMember(dump)
    return failed === undefined ? undefined : { scene: failed.scene, nodes: [failed.object] }
  }
  if (/ is not iterable\b/.test(message)) return ofList(dump)
  const made = madeAt(dump)
  if (made !== undefined) return ofCondition(made)
  return ofCall(dump)
}

/**
 * @param {{ scene: Scene, node: AnyNode }} made
 * @returns {Suspects|undefined}
 */
function ofCondition ({ scene, node }) {
  const lead = leadTo(scene, node)
  if (lead === undefined || 'caught' in lead) return undefined
  const test = 'test' in lead ? lead.test : child(lead.statement, 'discriminant')
  return test === null ? undefined : { scene, nodes: [test] }
}

/**
 * What was taken for a list, if the place of the error is in it.
 * @param {Dump} dump
 * @returns {Suspects|undefined}
 */
function ofList (dump) {
  const scene = throwScene(dump)
  const node = scene?.nearest('MemberExpression', 'Identifier')
  return scene === null || node === undefined ? undefined : { scene, nodes: [node] }
}

/**
 * The call of the application that failed: in V8 or Node.js, or in a package.
 * @param {Dump} dump
 * @returns {Suspects|undefined}
 */
function ofCall (dump) {
  const scene = throwScene(dump) ?? applicationScene(dump)
  if (scene === null || dump.callFrames.indexOf(scene.frame) > MAX_BETWEEN) return undefined
  const call = callAt(scene)
  const callee = call === undefined ? null : child(call, 'callee')
  if (call === undefined || callee === null) return undefined
  const isNoFunction = / is not a (?:function|constructor)$/.test(dump.exception?.message ?? '')
  const object = child(callee, 'object')
  return { scene, nodes: isNoFunction ? [callee, ...(object === null ? [] : [object])] : workedOn(call) }
}

module.exports = { suspectsOf }
