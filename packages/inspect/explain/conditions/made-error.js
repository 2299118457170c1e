'use strict'
// Finds the place at which the application made the error, and what led there.

const { isApplicationFrame } = require('../../crash/application-frames')
const { child, children, isFunction } = require('../../source/syntax')
const { callAt, calleeName } = require('../calls')
const { throwScene } = require('../scene')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/**
 * - test: the condition that was true (`holds`) or false
 * - switchCase: the `case` or `default` that was taken
 * - caught: the `catch` that ran
 * @typedef {{ test: AnyNode, holds: boolean } | { statement: AnyNode, switchCase: AnyNode } | { caught: AnyNode }} Lead
 */

const MAX_CLASSES = 8
const LEAVES = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'])

/**
 * The application's own `new SomeError(…)` that made the error. If V8 gives the position of a `throw` of a new error
 * (test/workarounds/throw-position.js, Node.js 20 to 26), the statement is the node.
 * @param {import('../../reader').Dump} dump
 * @returns {{ scene: Scene, node: AnyNode }|undefined}
 */
function madeAt (dump) {
  let scene = throwScene(dump)
  // A class of the application calls the constructor of Error by `super()`.
  for (let i = 0; scene !== null && i < MAX_CLASSES && callsSuper(scene); i++) scene = scene.caller
  if (scene === null || !isApplicationFrame(scene.frame)) return undefined
  const { path, offset } = scene
  const statement = path.findLast(({ type, start }) => type === 'ThrowStatement' && start === offset)
  const creation = statement === undefined ? callAt(scene) : child(statement, 'argument')
  const isIt = creation?.type === 'NewExpression' || creation?.type === 'CallExpression'
  return creation && isIt && calleeName(creation) === dump.exception?.className
    ? { scene, node: statement ?? creation }
    : undefined
}

/** @param {Scene} scene */
function callsSuper (scene) {
  const call = callAt(scene)
  return call !== undefined && child(call, 'callee')?.type === 'Super'
}

/**
 * The innermost condition, `case` or `catch` that decided that a node ran.
 * @param {Scene} scene
 * @param {AnyNode} node of the path of the scene
 * @returns {Lead|undefined}
 */
function leadTo ({ path }, node) {
  for (let i = path.indexOf(node) - 1; i >= 0; i--) {
    const [parent, inner] = [path[i], path[i + 1]]
    if (isFunction(parent) || /^(?:For|While|Do)/.test(parent.type)) return undefined
    switch (parent.type) {
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = child(parent, 'test')
        return test === null || inner === test ? undefined : { test, holds: inner === parent.consequent }
      }
      case 'LogicalExpression':
        if (inner === parent.right) {
          return { test: /** @type {AnyNode} */ (parent.left), holds: parent.operator === '&&' }
        }
        break
      case 'SwitchCase':
        return { statement: path[i - 1], switchCase: parent }
      case 'CatchClause':
        return { caught: parent }
      case 'TryStatement':
        if (inner === parent.finalizer) return undefined
        break
      case 'BlockStatement':
      case 'Program': {
        const test = guardBefore(children(parent, 'body'), inner)
        if (test !== undefined) return { test, holds: false }
      }
    }
  }
  return undefined
}

/**
 * The condition of `if (found) return found` directly before a statement, if it is the only one there.
 * @param {AnyNode[]} statements
 * @param {AnyNode} statement
 * @returns {AnyNode|undefined}
 */
function guardBefore (statements, statement) {
  const at = statements.indexOf(statement)
  const [before, guard] = [statements[at - 2], statements[at - 1]]
  return guard !== undefined && isGuard(guard) && !(before !== undefined && isGuard(before))
    ? (child(guard, 'test') ?? undefined)
    : undefined
}

/** @param {AnyNode} statement */
function isGuard (statement) {
  if (statement.type !== 'IfStatement' || statement.alternate) return false
  const body = child(statement, 'consequent')
  const last = body?.type === 'BlockStatement' ? children(body, 'body').at(-1) : body
  return last !== null && last !== undefined && LEAVES.has(last.type)
}

module.exports = { madeAt, leadTo }
