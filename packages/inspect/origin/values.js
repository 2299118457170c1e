'use strict'
// Finds the expressions that may have given a value of one kind: it follows variables, arguments, results of functions
// and properties back through the code that the request ran.

const { plainValue } = require('../explain/known-value')
const { child, children, isFunction, literalKey, memberKey } = require('../source/syntax')
const { ELEMENT } = require('./flow')
const { canBe } = require('./kinds')
const { requiredBirths, requiredName } = require('./modules')
const { isOtherKind, kindOfValue, seenValue } = require('./seen')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Births} Births */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */
/** @typedef {import('./kinds').Kind} Kind */

const COPIES = new Set(['filter', 'slice', 'sort', 'reverse', 'toSorted', 'toReversed', 'concat'])
const TAKES_ELEMENT = new Set(['find', 'findLast', 'pop', 'shift', 'at'])
/** Functions of `Object`. */
const RETURNS_ARGUMENT = new Set(['assign', 'freeze', 'seal', 'preventExtensions', 'defineProperty'])
/** @type {Kind[]} */
const NOTHING = ['undefined', 'null']
/** @type {Kind[]} */
const OTHERS = ['string', 'number', 'boolean', 'object', 'function', 'symbol', 'bigint']
const LOOP = /^(?:For|While|Do)/
const FALSY = new Set(['undefined', 'null', 'string', 'number', 'boolean', 'bigint'])

/**
 * @param {Flow} flow
 * @param {Place} place
 * @param {Kind} kind
 * @param {Births} births gets what is found
 * @param {boolean} [isAwaited] what the promise is fulfilled with, if it is one
 */
function birthsOf (flow, place, kind, births, isAwaited = false) {
  const { node, keys = [] } = place
  if (keys.length > 0) {
    const key = keys[keys.length - 1]
    const asked = { key, kind, read: node, isAwaited, mayMiss: false }
    return flow.follow.memberBirths(flow, { ...place, keys: keys.slice(0, -1) }, asked, births)
  }
  if (!isAwaited && (!canBe(node, kind) || isOtherKind(flow, place, kind))) return
  flow.once(place, `${kind} ${isAwaited}`, births, () => search(flow, place, kind, births, isAwaited))
}

/**
 * @param {Flow} flow
 * @param {Place} place
 * @param {Kind} kind
 * @param {Births} births
 * @param {boolean} isAwaited
 */
function search (flow, { node, live }, kind, births, isAwaited) {
  const follow = (/** @type {AnyNode|null} */ to, awaited = isAwaited) => {
    if (to !== null && flow.ran(to)) birthsOf(flow, { node: to, live }, kind, births, awaited)
  }
  switch (node.type) {
    case 'Identifier':
      if (node.name === 'undefined') return kind === 'undefined' ? births.add(node) : undefined
      return flow.follow.variableBirths(flow, { node, live }, kind, births, isAwaited)
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return follow(child(node, 'expression'))
    case 'AwaitExpression':
      return follow(child(node, 'argument'), true)
    case 'SequenceExpression':
      return follow(children(node, 'expressions').at(-1) ?? null)
    case 'AssignmentExpression':
      if (String(node.operator).length > 2 && /^(?:\?\?|\|\||&&)=$/.test(String(node.operator))) {
        follow(child(node, 'left'))
      } else if (node.operator !== '=') return births.add(node)
      return follow(child(node, 'right'))
    case 'ConditionalExpression':
      follow(child(node, 'consequent'))
      return follow(child(node, 'alternate'))
    case 'LogicalExpression':
      if (leftMayBe(String(node.operator), kind)) follow(child(node, 'left'))
      return follow(child(node, 'right'))
    case 'ThisExpression':
      return thisBirths(flow, node, births)
    case 'MemberExpression':
      return memberAt(flow, { node, live }, kind, births, isAwaited)
    case 'CallExpression':
      return callBirths(flow, { node, live }, kind, births, isAwaited)
    case 'NewExpression':
      if (isAwaited && child(node, 'callee')?.name === 'Promise') return promiseBirths(flow, node, kind, births)
      return isAwaited && !canBe(node, kind) ? undefined : births.add(node)
    case 'YieldExpression':
    case 'Super':
      births.isOpen = true
      return
  }
  if (canBe(node, kind)) births.add(node)
}

/**
 * @param {string} operator
 * @param {Kind} kind
 * @returns {boolean} true if the left side of `??`, `||` or `&&` may be the value of the whole
 */
function leftMayBe (operator, kind) {
  if (operator === '??') return kind !== 'undefined' && kind !== 'null'
  return operator === '&&' ? FALSY.has(kind) : kind !== 'undefined' && kind !== 'null'
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node
 * @param {Births} births gets the class or the object that has the method
 */
function thisBirths ({ code }, node, births) {
  let fn = code.functionOf(node)
  while (fn?.type === 'ArrowFunctionExpression') {
    if (code.parent(fn)?.type === 'PropertyDefinition') break
    fn = code.functionOf(fn)
  }
  const holder = fn === undefined ? undefined : code.parent(fn)
  const around = holder === undefined ? undefined : code.parent(holder)
  const isMember = holder?.type === 'MethodDefinition' || holder?.type === 'PropertyDefinition'
  if (isMember && around !== undefined) births.add(/** @type {AnyNode} */ (code.parent(around)))
  else if (holder?.type === 'Property' && around?.type === 'ObjectExpression') births.add(around)
  else births.isOpen = true
}

/**
 * @param {Flow} flow
 * @param {Place} place of a member expression
 * @param {Kind} kind
 * @param {Births} births
 * @param {boolean} isAwaited
 */
function memberAt (flow, { node, live }, kind, births, isAwaited) {
  const object = { node: /** @type {AnyNode} */ (node.object), live }
  if (node.optional === true && kind === 'undefined') {
    birthsOf(flow, object, 'undefined', births)
    birthsOf(flow, object, 'null', births)
  }
  const name = child(node, 'property')
  const key = memberKey(node)
  const isIndex = node.computed === true && (key === undefined || /^\d+$/.test(key))
  if (isIndex && key === undefined && name !== null) {
    return elementAt(flow, object, { node: name, live }, { kind, read: node, isAwaited }, births)
  }
  const asked = { key: isIndex ? ELEMENT : key, kind, read: node, isAwaited, mayMiss: isIndex, exact: key }
  flow.follow.memberBirths(flow, object, asked, births)
}

/**
 * `object[key]` and `map.get(key)`.
 * @param {Flow} flow
 * @param {Place} object
 * @param {Place} place of the key
 * @param {{ kind: Kind, read: AnyNode, isAwaited: boolean }} asked
 * @param {Births} births
 */
function elementAt (flow, object, place, asked, births) {
  if (asked.kind === 'undefined') {
    const keys = nothingAsKey(flow, place)
    if (keys !== undefined) {
      if (keys.isOpen || keys.found.size === 0) births.isOpen = true
      for (const node of keys.found.keys()) births.add(node, 'noKey')
      return
    }
  }
  const value = place.node.type === 'Literal' ? place.node.value : plainValue(seenValue(flow, place))
  const exact = value === undefined ? undefined : String(value)
  flow.follow.memberBirths(flow, object, { ...asked, key: ELEMENT, mayMiss: true, exact }, births)
}

/**
 * @param {Flow} flow
 * @param {Place} place of the key of a lookup
 * @returns {Births|undefined} what made it undefined or null; undefined if it may have been anything else
 */
function nothingAsKey (flow, place) {
  const seen = seenValue(flow, place)
  if (seen !== undefined) {
    const kind = kindOfValue(seen)
    return NOTHING.includes(kind) ? kindsAt(flow, place, [kind]) : undefined
  }
  const others = kindsAt(flow, place, OTHERS)
  if (others.isOpen || others.found.size > 0) return undefined
  const births = kindsAt(flow, place, NOTHING)
  return births.found.size > 0 ? births : undefined
}

/** @param {Flow} flow @param {Place} place @param {Kind[]} kinds @returns {Births} */
function kindsAt (flow, place, kinds) {
  return flow.ask(place, kinds.join(), births => {
    for (const kind of kinds) birthsOf(flow, place, kind, births)
  })
}

/**
 * @param {Flow} flow
 * @param {Place} place of a call
 * @param {Kind} kind
 * @param {Births} births
 * @param {boolean} isAwaited
 */
function callBirths (flow, { node, live }, kind, births, isAwaited) {
  const { functions, isOpen } = flow.calls.calleesOf(node)
  if (isOpen) births.isOpen = true
  for (const fn of functions) resultBirths(flow, fn, node, kind, births, isAwaited)
  if (functions.length > 0 || isOpen) return
  if (requiredName(node) !== undefined) return requiredBirths(flow, node, kind, births)
  const callee = /** @type {AnyNode} */ (node.callee)
  const method = callee.type === 'MemberExpression' ? literalKey(callee) : undefined
  const object = callee.type === 'MemberExpression' ? { node: /** @type {AnyNode} */ (callee.object), live } : undefined
  if (object === undefined || method === undefined) return births.add(node)
  const [first] = children(node, 'arguments')
  if (object.node.name === 'Object' && RETURNS_ARGUMENT.has(method) && first !== undefined) {
    return birthsOf(flow, { node: first, live }, kind, births)
  }
  if (method === 'then' && isAwaited) {
    if (first !== undefined && isFunction(first)) return resultBirths(flow, first, node, kind, births, true)
    births.isOpen = true
    return
  }
  if (COPIES.has(method) && kind === 'object') return birthsOf(flow, object, kind, births)
  if (method === 'get' && first !== undefined) {
    return elementAt(flow, object, { node: first, live }, { kind, read: node, isAwaited }, births)
  }
  if (TAKES_ELEMENT.has(method)) {
    return flow.follow.memberBirths(flow, object, { key: ELEMENT, kind, read: node, isAwaited, mayMiss: true }, births)
  }
  if (method.startsWith('reduce')) births.isOpen = true
  births.add(node)
}

/**
 * @param {Flow} flow
 * @param {AnyNode} fn
 * @param {AnyNode} call
 * @param {Kind} kind
 * @param {Births} births
 * @param {boolean} isAwaited
 */
function resultBirths (flow, fn, call, kind, births, isAwaited) {
  const { code } = flow
  if (!code.wasCalled(fn) && !flow.calls.isLoaded(fn)) return
  if (fn.generator === true || (fn.async === true && !isAwaited)) {
    if (kind === 'object') births.add(call)
    return
  }
  const body = /** @type {AnyNode} */ (fn.body)
  if (body.type !== 'BlockStatement') return birthsOf(flow, { node: body, live: null }, kind, births, isAwaited)
  for (const statement of returnsOf(flow, fn)) {
    const argument = child(statement, 'argument')
    const around = children(/** @type {AnyNode} */ (code.parent(statement)), 'body')
    // Whether the loop finds something depends on more than this statement.
    if (isNothing(argument) && hasSearch(flow, fn, around.slice(0, around.indexOf(statement)))) {
      if (argument === null ? kind === 'undefined' : canBe(argument, kind)) births.isOpen = true
    } else if (argument !== null) birthsOf(flow, { node: argument, live: null }, kind, births, isAwaited)
    else if (kind === 'undefined') births.add(statement, 'nothing')
  }
  if (kind !== 'undefined' || !completes(flow, body)) return
  if (hasSearch(flow, fn, children(body, 'body').slice(-1))) births.isOpen = true
  else births.add(call, 'nothing')
}

/** @param {AnyNode|null} argument of `return` */
function isNothing (argument) {
  return argument === null || argument.name === 'undefined' || (argument.type === 'Literal' && argument.raw === 'null')
}

/**
 * @param {Flow} flow
 * @param {AnyNode} fn
 * @param {AnyNode[]} statements
 * @returns {boolean} true if one is a loop that returns what it was looking for
 */
function hasSearch ({ code }, fn, statements) {
  return statements.some(loop => LOOP.test(loop.type) && code.nodes.some(node =>
    node.type === 'ReturnStatement' && loop.start < node.start && node.end <= loop.end && code.functionOf(node) === fn
  ))
}

/** @param {Flow} flow @returns {Map<AnyNode|undefined, AnyNode[]>} the `return` statements by function */
function allReturns ({ code }) {
  /** @type {Map<AnyNode|undefined, AnyNode[]>} */
  const found = new Map()
  for (const node of code.nodes) {
    if (node.type !== 'ReturnStatement') continue
    const fn = code.functionOf(node)
    const list = found.get(fn)
    if (list === undefined) found.set(fn, [node])
    else list.push(node)
  }
  return found
}

/** @param {Flow} flow @param {AnyNode} fn @returns {AnyNode[]} the `return` statements that ran */
function returnsOf (flow, fn) {
  return (flow.remembered(allReturns).get(fn) ?? []).filter(node => flow.ran(node))
}

/**
 * @param {Flow} flow
 * @param {AnyNode} statement
 * @returns {boolean} true if what follows the statement may have run
 */
function completes (flow, statement) {
  if (!flow.ran(statement)) return false
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return false
    case 'BlockStatement': {
      const last = children(statement, 'body').findLast(({ type }) => type !== 'FunctionDeclaration')
      return last === undefined || completes(flow, last)
    }
    case 'IfStatement': {
      const otherwise = child(statement, 'alternate')
      return otherwise === null || completes(flow, /** @type {AnyNode} */ (statement.consequent)) ||
        completes(flow, otherwise)
    }
    case 'TryStatement': {
      const handler = child(statement, 'handler')
      return completes(flow, /** @type {AnyNode} */ (statement.block)) ||
        (handler !== null && completes(flow, /** @type {AnyNode} */ (handler.body)))
    }
  }
  return true
}

/**
 * `await new Promise(resolve => …)`: what `resolve` was called with.
 * @param {Flow} flow
 * @param {AnyNode} node
 * @param {Kind} kind
 * @param {Births} births
 */
function promiseBirths (flow, node, kind, births) {
  const { code } = flow
  const [executor] = children(node, 'arguments')
  const [resolve] = executor !== undefined && isFunction(executor) ? children(executor, 'params') : []
  if (resolve?.type !== 'Identifier') {
    births.isOpen = true
    return
  }
  for (const each of code.named(String(resolve.name), executor)) {
    if (each === resolve) continue
    const call = code.parent(each)
    if (call?.type !== 'CallExpression' || call.callee !== each) births.isOpen = true
    else if (flow.ran(call)) {
      const [value] = children(call, 'arguments')
      if (value !== undefined) birthsOf(flow, { node: value, live: null }, kind, births, true)
      else if (kind === 'undefined') births.add(call, 'noArgument')
    }
  }
}

module.exports = { birthsOf, resultBirths }
