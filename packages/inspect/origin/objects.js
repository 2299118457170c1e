'use strict'
// Tells which expressions make the objects that an expression may give, and whether two may give the same.

const { declarationOf } = require('../source/declarations')
const { child, children } = require('../source/syntax')
const { Births } = require('./flow')
const { dominates, isOnce } = require('./order')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */

/** @param {Flow} flow @param {Place} object @returns {Births} what makes the object */
function objectsAt (flow, object) {
  return flow.ask(object, 'objects', births => {
    flow.follow.birthsOf(flow, object, 'object', births)
    flow.follow.birthsOf(flow, object, 'function', births)
  })
}

/** @param {Flow} flow @param {AnyNode} node `new …` @returns {AnyNode|undefined} the class of the application */
function classOf (flow, node) {
  const births = new Births()
  flow.follow.birthsOf(flow, { node: /** @type {AnyNode} */ (node.callee), live: null }, 'function', births)
  const [only] = births.found.keys()
  return births.found.size === 1 && !births.isOpen && /^Class/.test(only.type) ? only : undefined
}

/**
 * @param {Flow} flow
 * @param {AnyNode} made a class
 * @returns {AnyNode|undefined|null} null if it has none
 */
function superClassOf (flow, made) {
  const parent = child(made, 'superClass')
  if (parent === null) return null
  return classOf(flow, /** @type {AnyNode} */ ({ type: 'NewExpression', start: 0, end: 0, callee: parent }))
}

/**
 * @param {Flow} flow
 * @param {AnyNode} object
 * @param {Births} objects
 * @returns {'yes'|'no'|'maybe'} whether it may be one of the objects
 */
function aliasOf (flow, object, objects) {
  const others = objectsAt(flow, { node: object, live: null })
  const theirs = [...others.found.keys()]
  if ([...objects.found.keys()].some(each => theirs.includes(each) || isInstance(flow, each, theirs))) return 'yes'
  if (theirs.some(each => isInstance(flow, each, [...objects.found.keys()]))) return 'yes'
  return objects.isOpen || others.isOpen ? 'maybe' : 'no'
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node that makes an object, or a class
 * @param {AnyNode[]} classes
 * @returns {boolean} true for `new C()`, and for a class, if C or what it extends is one of the classes
 */
function isInstance (flow, node, classes) {
  let made = node.type === 'NewExpression' ? classOf(flow, node) : /^Class/.test(node.type) ? node : undefined
  for (let i = 0; made !== undefined && i < 10; i++) {
    if (classes.includes(made)) return true
    made = superClassOf(flow, made) ?? undefined
  }
  return false
}

/**
 * @param {Flow} flow
 * @param {{ node: AnyNode, object: AnyNode }} write
 * @param {Place} object
 * @param {Births} objects
 * @returns {{ isCertain: boolean, isAlways?: boolean, covers?: (made: AnyNode) => boolean }}
 */
function certaintyOf (flow, { node, object: written }, { node: read, keys = [] }, objects) {
  const { code } = flow
  const fn = code.functionOf(node)
  const isHere = fn === code.functionOf(read)
  const isSame = written.type === read.type && /^(?:Identifier|ThisExpression)$/.test(read.type) &&
    written.name === read.name && isHere && keys.length === 0
  if (isSame && dominates(flow, node, read)) return { isCertain: true, isAlways: true }
  const others = objectsAt(flow, { node: written, live: null })
  if (others.isOpen) return { isCertain: false }
  const made = isHere ? undefined : madeBefore(flow, node, written)
  if (made !== undefined) {
    return { isCertain: true, isAlways: true, covers: each => made.start <= each.start && each.end <= made.end }
  }
  const isConstructor = fn !== undefined && code.parent(fn)?.kind === 'constructor'
  if (isConstructor && !isHere && written.type === 'ThisExpression') {
    const parent = code.parent(node)
    const isAlways = parent?.type === 'ExpressionStatement' && code.parent(parent) === fn.body
    return { isCertain: isAlways, isAlways, covers: each => isInstance(flow, each, [...others.found.keys()]) }
  }
  const [only] = objects.found.keys()
  const isCertain = objects.found.size === 1 && !objects.isOpen && others.found.size === 1 && others.found.has(only) &&
    (only.type === 'HandlerParameter' || isOnce(flow, only))
  return { isCertain }
}

/**
 * `const seat = { … }; seat.zone = zone`: whatever the first statement makes goes through the second.
 * @param {Flow} flow
 * @param {AnyNode} node that writes
 * @param {AnyNode} written
 * @returns {AnyNode|undefined} what made the object
 */
function madeBefore (flow, node, written) {
  const { code } = flow
  if (written.type !== 'Identifier') return undefined
  const { declarator, kind } = declarationOf(String(written.name), code.pathTo(written)) ?? {}
  const init = declarator === undefined ? null : child(declarator, 'init')
  if (declarator === undefined || kind !== 'const' || init === null || child(declarator, 'id')?.type !== 'Identifier') {
    return undefined
  }
  const statement = code.statementOf(node)
  const list = code.parent(statement)
  const declared = code.statementOf(declarator)
  if (list === undefined || list !== code.parent(declared) || !dominates(flow, declarator, node)) return undefined
  if (code.parent(node) !== statement || statement.type !== 'ExpressionStatement') return undefined
  const statements = children(list, 'body')
  // Nobody else may have it, or leave, in between.
  const between = statements.slice(statements.indexOf(declared) + 1, statements.indexOf(statement))
  const isPlain = (/** @type {AnyNode} */ each) => each.type === 'VariableDeclaration' ||
    (each.type === 'ExpressionStatement' && child(each, 'expression')?.type === 'AssignmentExpression')
  const handsOver = code.named(String(written.name), list).some(each =>
    each.start > declared.end && each.end < statement.start && code.parent(each)?.type !== 'MemberExpression')
  return between.every(isPlain) && !handsOver ? init : undefined
}

module.exports = { aliasOf, certaintyOf, classOf, objectsAt, superClassOf }
