'use strict'
// Explains the use of a private member on an object that does not have it: a Proxy, or an object of another class.

const { throwScene } = require('../scene')
const { child } = require('../../source/syntax')
const { describeIn, internalProperty } = require('../../values/describe-value')
const { plain } = require('../../text/terminal-text')
const { whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** V8's messages: for fields and accessors, and for methods. */
const MESSAGE = /^(?:Cannot (?:read|write) private member (#[\w$]+) (?:from|to) an object|(?:Receiver|Object) must be )/

/** @type {import('../types').Rule} */
const privateMember = {
  name: 'private-member',
  explain (dump) {
    const match = MESSAGE.exec(dump.exception?.message ?? '')
    const scene = match === null || dump.exception?.className !== 'TypeError' ? null : throwScene(dump)
    if (match === null || scene === null) return undefined
    const members = scene.path.filter(node => {
      const key = node.type === 'MemberExpression' ? child(node, 'property') : null
      return key?.type === 'PrivateIdentifier' && (match[1] === undefined || `#${key.name}` === match[1])
    })
    const [member] = members
    if (member === undefined || members.length > 1) return undefined
    const object = /** @type {AnyNode} */ (member.object)
    const value = scene.value(object)
    if (value === undefined) return undefined
    const name = `\`#${/** @type {AnyNode} */ (member.property).name}\``
    const target = targetOf(scene, value)
    if (target !== undefined) {
      return `${scene.code(object)} is a Proxy of ${target}, and a Proxy has no ${name} of its own`
    }
    const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
    if (record === undefined || record.notCaptured?.length) return undefined
    const hasIt = record.privateProperties?.some(each => each.name === name.slice(1, -1)) === true
    return hasIt ? undefined : `${scene.code(object)} is ${whatItIs(scene, value)}, and has no ${name}`
  }
}

/**
 * @param {Scene} scene
 * @param {Value} value
 * @returns {string | undefined} undefined if the value is no Proxy
 */
function targetOf ({ dump }, value) {
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  if (record?.subtype !== 'proxy') return undefined
  const target = internalProperty(record, '[[Target]]')
  const its = target?.objectId === undefined ? undefined : dump.object(target.objectId)
  if (its === undefined) return undefined
  const name = describeIn(its, dump)
  return its.type === 'object' && its.className !== 'Object' ? `${article(name)} ${plain(name)}` : plain(name)
}

/** @param {string} noun */
function article (noun) {
  return /^[AEIOU]/i.test(noun) ? 'an' : 'a'
}

module.exports = { privateMember }
