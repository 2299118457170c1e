'use strict'
// Explains an error of a database client about an undefined value: names the one inside the arrays and objects that
// were passed, and where it came from.

const { applicationCall, callWords } = require('../application-call')
const { shortMessage } = require('../error-properties')
const { memberText } = require('../../values/member-text')
const { originOf } = require('../origins')
const { isNullish } = require('../properties')
const { child, children, literalKey } = require('../../source/syntax')
const { inCode } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** Words of mysql2, knex, Sequelize, TypeORM, better-sqlite3 and node:sqlite. */
const MESSAGE =
  /\bbind|\bbound|\bparameters?\b.*\bundefined\b|\bundefined\b.*\b(?:parameters?|columns?|keys?)\b|WHERE parameter/i
const MAX_DEPTH = 4
/** How many objects inside an argument are looked at. */
const MAX_OBJECTS = 500

/** @type {import('../types').Rule} */
const bindParameters = {
  name: 'bind-parameters',
  explain (dump) {
    const message = shortMessage(dump)
    if (!MESSAGE.test(message) || !/undefined|bind|bound/i.test(message)) return undefined
    const asked = applicationCall(dump)
    if (asked === undefined) return undefined
    const { scene } = asked
    const found = argumentsOfChain(asked.call).flatMap(node => undefinedIn(scene, node))
    if (found.length !== 1) return undefined
    const [{ text, node }] = found
    const origin = node === undefined ? undefined : originOf(scene, node)
    return `${inCode(text)} is undefined${origin === undefined ? '' : `: ${origin}`}; bound by ${callWords(asked)}`
  }
}

/**
 * @param {AnyNode} call
 * @returns {AnyNode[]} its arguments, and those of the calls before it: a query builder fails when all is said, as in
 *   `table('orders').where({ shop }).select()`
 */
function argumentsOfChain (call) {
  const args = children(call, 'arguments')
  const callee = child(call, 'callee')
  const before = callee?.type === 'MemberExpression' ? child(callee, 'object') : null
  return before?.type === 'CallExpression' ? [...argumentsOfChain(before), ...args] : args
}

/**
 * @param {Scene} scene
 * @param {AnyNode} argument of the call; an argument that is itself undefined is refused-argument's
 * @returns {{ text: string, node?: AnyNode }[]}
 */
function undefinedIn (scene, argument) {
  if (argument.type === 'ArrayExpression') return children(argument, 'elements').flatMap(each => ofPart(scene, each))
  if (argument.type === 'ObjectExpression') {
    return children(argument, 'properties').flatMap(each => {
      const value = literalKey(each) === undefined ? null : child(each, 'value')
      return value === null ? [] : ofPart(scene, value)
    })
  }
  const value = scene.value(argument)
  const count = { objects: 0 }
  return value === undefined || isNullish(value) ? [] : ofValue(scene, value, scene.textOf(argument), 0, count)
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {{ text: string, node?: AnyNode }[]}
 */
function ofPart (scene, node) {
  const value = scene.value(node)
  if (value?.type === 'undefined') return [{ text: scene.textOf(node), node }]
  return undefinedIn(scene, node)
}

/**
 * @param {Scene} scene
 * @param {Value} value
 * @param {string} text
 * @param {number} depth
 * @param {{ objects: number }} count
 * @returns {{ text: string }[]}
 */
function ofValue (scene, value, text, depth, count) {
  if (value.type === 'undefined') return [{ text }]
  const record = value.type === 'object' && value.objectId !== undefined ? scene.dump.object(value.objectId) : undefined
  const isPlain = record?.subtype === 'array' || (record?.subtype === undefined && record?.className === 'Object')
  if (record === undefined || !isPlain || depth > MAX_DEPTH || ++count.objects > MAX_OBJECTS) return []
  return record.properties.flatMap(({ name, symbol, value: held }) => {
    if (symbol !== undefined || held === undefined) return []
    return ofValue(scene, held, text + memberText(name, text), depth + 1, count)
  })
}

module.exports = { bindParameters }
