'use strict'
// Explains ERR_INVALID_ARG_TYPE: names the expression of the application that was passed.

const { argumentsOf, callAt } = require('../calls')
const { errorText } = require('../error-properties')
const { originOf } = require('../origins')
const { isNullish } = require('../properties')
const { applicationScene } = require('../scene')
const { child, children, literalKey } = require('../../source/syntax')
const { inCode, whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const RECEIVED = /Received (undefined|null|type (\w+)|an instance of ([\w$]+)|function)/

/** @type {import('../types').Rule} */
const argumentType = {
  name: 'argument-type',
  explain (dump) {
    if (errorText(dump, 'code') !== 'ERR_INVALID_ARG_TYPE') return undefined
    const scene = applicationScene(dump)
    const received = RECEIVED.exec(dump.exception?.message ?? '')
    const call = scene === null ? undefined : callAt(scene)
    const args = call === undefined ? undefined : argumentsOf(call)
    if (scene === null || received === null || args === undefined) return undefined
    const property = /^The "([\w$]+\.)?([\w$]+)" property /.exec(dump.exception?.message ?? '')?.[2]
    const passed =
      property === undefined
        ? args.map(node => ({ node, value: scene.value(node) }))
        : args.flatMap(each => propertyOf(scene, each, property) ?? [])
    const fits = passed.filter(({ value }) => value !== undefined && isReceived(value, received))
    // If the value of another argument is not known, the message may mean that argument.
    if (fits.length !== 1 || (property === undefined && passed.some(({ value }) => value === undefined))) {
      return undefined
    }
    const [{ node, value }] = fits
    const name = /^The (?:first argument|"([^"]+)")/.exec(dump.exception?.message ?? '')?.[1]
    const origin = value !== undefined && isNullish(value) ? originOf(scene, node) : undefined
    const of = name === undefined ? '' : `, passed as ${inCode(name)},`
    return (
      `${scene.code(node)}${of} is ${whatItIs(scene, /** @type {Value} */ (value))}` +
      (origin === undefined ? '' : `: ${origin}`)
    )
  }
}

/**
 * @param {Value} value
 * @param {RegExpExecArray} received
 */
function isReceived (value, [text, , type, className]) {
  if (text === 'Received undefined') return value.type === 'undefined'
  if (text === 'Received null') return value.subtype === 'null'
  if (text === 'Received function') return value.type === 'function'
  if (type !== undefined) return value.type === type
  return value.type === 'object' && value.className === className
}

/**
 * @param {Scene} scene
 * @param {AnyNode} argument
 * @param {string} name
 * @returns {{ node: AnyNode, value: Value|undefined }[]|undefined}
 */
function propertyOf (scene, argument, name) {
  const property =
    argument.type === 'ObjectExpression'
      ? children(argument, 'properties').find(each => literalKey(each) === name)
      : undefined
  const node = property === undefined ? null : child(property, 'value')
  return node === null ? undefined : [{ node, value: scene.value(node) }]
}

module.exports = { argumentType }
