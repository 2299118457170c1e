'use strict'
// Explains "Cannot destructure property 'id' of 'order' as it is undefined": says where the value came from.

const { callOfCaller } = require('../calls')
const { originOf } = require('../origins')
const { shortMessage } = require('../error-properties')
const { throwScene } = require('../scene')
const { child, children } = require('../../source/syntax')
const { counted } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

const MESSAGE = /^Cannot destructure (?:property '.*' of )?'(.*)' as it is (undefined|null)\.$/s

/** @type {import('../types').Rule} */
const nullishDestructuring = {
  name: 'nullish-destructuring',
  explain (dump) {
    const match = MESSAGE.exec(shortMessage(dump))
    const scene = match === null ? null : throwScene(dump)
    if (match === null || scene === null) return undefined
    const [, , what] = match
    const declarator = scene.nearest('VariableDeclarator', 'AssignmentExpression')
    const pattern = declarator && (child(declarator, 'id') ?? child(declarator, 'left'))
    const init = declarator && (child(declarator, 'init') ?? child(declarator, 'right'))
    if (!init || pattern?.type !== 'ObjectPattern') return ofParameter(scene, what)
    // A nested pattern destructures another value than that of the declaration.
    if (children(pattern, 'properties').some(each => child(each, 'value')?.type === 'ObjectPattern')) return undefined
    const value = scene.value(init)
    if (value !== undefined && (value.subtype ?? value.type) !== what) return undefined
    const origin = originOf(scene, init)
    return `${scene.code(init)} is ${what}${origin === undefined ? ', and is taken apart here' : `: ${origin}`}`
  }
}

/**
 * Explains a pattern among the parameters, as in `function describe ({ id }) {}`, called without that argument.
 * @param {Scene} scene
 * @param {string} what
 * @returns {string|undefined}
 */
function ofParameter (scene, what) {
  const own = scene.function
  const index =
    own === null
      ? -1
      : children(own, 'params').findIndex(
        each => each.type === 'ObjectPattern' && each.start <= scene.offset && scene.offset <= each.end
      )
  const found = index === -1 ? undefined : callOfCaller(scene)
  if (found === undefined) return undefined
  const { caller, call, args } = found
  const argument = args[index]
  if (argument === undefined) {
    return what === 'undefined'
      ? `the call ${caller.code(call)} at ${caller.place} passes ` +
        (args.length === 0 ? 'no argument' : `only ${counted(args.length, 'argument')}`) +
        `, and the function takes its ${index === 0 ? 'first' : `${index + 1}.`} one apart`
      : undefined
  }
  const value = caller.value(argument)
  if (value === undefined || (value.subtype ?? value.type) !== what) return undefined
  const origin = originOf(caller, argument)
  const why = origin === undefined ? '' : `: ${origin}`
  return `${caller.code(argument)} is ${what} in the call at ${caller.place}${why}`
}

module.exports = { nullishDestructuring }
