'use strict'
// Finds the call of the application that failed: into a package, into Node.js, or one that it awaited.

const { isApplicationFrame, wasUnderWay } = require('../crash/application-frames')
const { child, children, literalKey, pathTo } = require('../source/syntax')
const { plain } = require('../text/terminal-text')
const { argumentsOf, callAt, calleeName } = require('./calls')
const { Scene } = require('./scene')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../reader').Dump} Dump */

const MAX_FRAMES = 20

/**
 * @typedef {object} ApplicationCall
 * @property {Scene} scene
 * @property {AnyNode} call
 * @property {AnyNode[]} args empty if a spread hides their positions
 */

/**
 * The call in the application's innermost frame that was under way.
 * @param {Dump} dump
 * @returns {ApplicationCall|undefined}
 */
function applicationCall (dump) {
  // Code without a file was made by a package, such as the validators that Ajv compiles.
  const frames = dump.callFrames.filter(each => isApplicationFrame(each) && each.url !== '' && wasUnderWay(each))
  for (const frame of frames.slice(0, MAX_FRAMES)) {
    const found = callIn(new Scene(dump, frame))
    // A frame that only makes the error belongs to a client of the application's own.
    if (found === undefined || !makesError(dump, found.call)) return found
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {AnyNode} call
 */
function makesError ({ exception }, call) {
  return child(call, 'callee')?.type === 'Super' || calleeName(call) === exception?.className
}

/**
 * @param {Scene} scene
 * @returns {ApplicationCall|undefined}
 */
function callIn (scene) {
  const awaiting = awaitAt(scene)
  const awaited = awaiting === undefined ? null : child(awaiting, 'argument')
  // A `throw` that makes its error has the position of the statement (test/workarounds/throw-position.js, Node.js 20 to
  // 26).
  const thrown = scene.path.findLast(({ type, start }) => type === 'ThrowStatement' && start === scene.offset)
  const made = thrown === undefined ? null : child(thrown, 'argument')
  const node = awaiting === undefined ? (made ?? callAt(scene)) : awaited
  const call = node?.type === 'CallExpression' || node?.type === 'NewExpression' ? node : undefined
  return call === undefined ? undefined : { scene, call, args: argumentsOf(call) ?? [] }
}

/**
 * The `await` of a frame that waits. If a function returns what it awaits, and that is rejected, the frame has the
 * position of the end of its `await`, instead of its start (test/workarounds/returned-await-position.js, Node.js 20 to
 * 26).
 * @param {Scene} scene
 * @returns {AnyNode|undefined}
 */
function awaitAt ({ program, path, offset }) {
  const isAwait = (/** @type {AnyNode} */ { type }) => type === 'AwaitExpression'
  const starting = path.findLast(node => isAwait(node) && node.start === offset)
  if (starting !== undefined || program === null || path.length === 0 || offset === 0) return starting
  return pathTo(program, offset - 1).findLast(node => isAwait(node) && node.end === offset)
}

/**
 * Says which call of the application it was: `client.query(…)` (`store`, shop.js:6:9).
 * @param {ApplicationCall} call
 */
function callWords ({ scene, call }) {
  const { functionName } = scene.frame
  return `${scene.code(call)} (${functionName === '' ? '' : `\`${plain(functionName)}\`, `}${scene.place})`
}

/**
 * The value of an option in an object that the call is given: `timeout` of `get(url, { timeout: 50 })`.
 * @param {ApplicationCall} call
 * @param {string} name
 * @returns {AnyNode|undefined}
 */
function optionOf ({ args }, name) {
  for (const each of args) {
    if (each.type !== 'ObjectExpression') continue
    const property = children(each, 'properties').find(part => literalKey(part) === name)
    if (property !== undefined) return child(property, 'value') ?? undefined
  }
  return undefined
}

module.exports = { applicationCall, callIn, callWords, optionOf }
