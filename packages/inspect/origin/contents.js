'use strict'
// Finds what an object has from the start, by the expression that makes it.

const { nearestName } = require('../explain/nearest-name')
const { child, children, isFunction, literalKey, memberKey } = require('../source/syntax')
const { Births, ELEMENT } = require('./flow')
const { exportsOf, moduleOf, requiredName, wholeExports } = require('./modules')
const { classOf, keepsPositions, objectsAt, superClassOf } = require('./objects')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Asked} Asked */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */
/** @typedef {import('./kinds').Kind} Kind */

/**
 * isThere: the object certainly has the element.
 * @typedef {import('./order').Candidate & { births: Births, isThere?: boolean }} Source
 */

/** @type {Kind[]} */
const NO_OBJECTS = ['undefined', 'null', 'string', 'number', 'boolean']
const COPIES = new Set(['filter', 'slice', 'sort', 'reverse', 'toSorted', 'toReversed', 'concat', 'values', 'flat'])

/**
 * @param {Flow} flow
 * @param {AnyNode} node that makes the object
 * @param {Asked} asked
 * @param {Place} place of the object
 * @returns {Source|'foreign'} what it has from the start; foreign if that is not known
 */
function contentOf (flow, node, asked, place) {
  const births = new Births()
  const { key, kind, isAwaited, exact } = asked
  /** @type {Source} */
  const source = { node, isCertain: true, isFirst: true, births }
  const live = isMadeThere(flow, node, place) ? place.live : null
  const give = (/** @type {AnyNode} */ value, awaited = isAwaited) =>
    flow.follow.birthsOf(flow, { node: value, live }, kind, births, awaited)
  if (node.type === 'ObjectExpression') {
    if (key === ELEMENT && exact !== undefined) {
      source.isThere = children(node, 'properties').some(each => literalKey(each) === exact)
      if (source.isThere) ofLiteral(flow, node, { ...asked, key: exact }, births)
    } else if (key === ELEMENT) {
      for (const property of children(node, 'properties')) {
        if (property.type === 'Property') give(/** @type {AnyNode} */ (property.value))
        else births.isOpen = true
      }
    } else ofLiteral(flow, node, asked, births)
    return source
  }
  if (node.type === 'ArrayExpression') {
    if (key !== ELEMENT) return 'foreign'
    const elements = children(node, 'elements')
    const index = exact !== undefined && /^\d+$/.test(exact) ? Number(exact) : -1
    // With holes, the nodes alone do not tell the positions.
    const isKnown = index in elements && elements.length === /** @type {unknown[]} */ (node.elements).length &&
      elements.slice(0, index + 1).every(({ type }) => type !== 'SpreadElement')
    if (isKnown && keepsPositions(flow, node)) {
      source.isThere = true
      give(elements[index])
      return source
    }
    for (const element of elements) {
      const list = element.type === 'SpreadElement' ? child(element, 'argument') : null
      if (list === null) give(element)
      else flow.follow.memberBirths(flow, { node: list, live }, { ...asked, exact: undefined }, births)
    }
    return source
  }
  const made = node.type === 'NewExpression' ? classOf(flow, node) : undefined
  if (made !== undefined || /^Class/.test(node.type)) {
    return ofClass(flow, made ?? node, node, asked, births) === 'foreign' ? 'foreign' : source
  }
  const required = requiredName(node)
  if (required !== undefined) {
    const file = moduleOf(flow, node, required)
    if (file === 'foreign') return 'foreign'
    const found = file === undefined || typeof key !== 'string' ? [] : exportsOf(flow, file, key)
    if (found.length > 0) found.forEach(each => give(each))
    else {
      const whole = file === undefined ? [] : wholeExports(flow, file)
      if (whole.length !== 1) births.isOpen = true
      else flow.follow.memberBirths(flow, { node: whole[0], live: null }, asked, births)
    }
    return source
  }
  if (node.type === 'NewExpression' && key === ELEMENT) {
    return ofCollection(flow, node, asked, source)
  }
  return node.type === 'CallExpression' && key === ELEMENT ? ofList(flow, node, asked, births, source) : 'foreign'
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node that makes an object
 * @param {Place} place of the object
 * @returns {boolean} true if the frame of the place made it just there, or gave it to a constant
 */
function isMadeThere ({ code }, node, { node: at, keys = [] }) {
  if (keys.length > 0) return false
  if (node === at) return true
  const declarator = code.parent(node)
  const list = declarator === undefined ? undefined : code.parent(declarator)
  return at.type === 'Identifier' && declarator?.type === 'VariableDeclarator' && list?.kind === 'const' &&
    child(declarator, 'id')?.name === at.name && code.functionOf(node) === code.functionOf(at) &&
    code.loopOf(node) === code.loopOf(at)
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node `new Map()`, or of another class
 * @param {Asked} asked
 * @param {Source} source
 * @returns {Source|'foreign'}
 */
function ofCollection (flow, node, { kind, isAwaited, exact }, source) {
  const name = child(node, 'callee')?.name
  const [entries] = children(node, 'arguments')
  if (name !== 'Map' && name !== 'Set' && name !== 'Array') return 'foreign'
  if (entries === undefined) return source
  const pairs = entries.type === 'ArrayExpression' && name === 'Map' ? children(entries, 'elements') : []
  if (pairs.length === 0 || !pairs.every(pair => children(pair, 'elements').length === 2)) return 'foreign'
  for (const pair of pairs) {
    const [key, value] = children(pair, 'elements')
    if (exact !== undefined && key.type === 'Literal' && String(key.value) !== exact) continue
    flow.follow.birthsOf(flow, { node: value, live: null }, kind, source.births, isAwaited)
  }
  return source
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node an object literal
 * @param {Asked} asked
 * @param {Births} births
 */
function ofLiteral (flow, node, asked, births) {
  const { key, kind, isAwaited } = asked
  let isBlamed = false
  for (const property of children(node, 'properties').reverse()) {
    if (property.type === 'SpreadElement') {
      const spread = new Births()
      const place = { node: /** @type {AnyNode} */ (property.argument), live: null }
      flow.follow.memberBirths(flow, place, asked, spread)
      const nothing = kind === 'undefined' ? noObjects(flow, place) : new Births()
      if (nothing.isOpen) births.isOpen = true
      for (const each of nothing.found.keys()) births.add(each, 'noObject')
      if (nothing.found.size > 0) isBlamed = true
      const isAbsent = [...spread.found].some(([, how]) => how === 'absent')
      if (spread.isOpen || spread.found.has(asked.read)) births.isOpen = true
      for (const [each, how] of spread.found) if (how !== 'absent') births.add(each, how)
      if (!isAbsent && spread.found.size > 0) return
      continue
    }
    const name = literalKey(property)
    if (name === undefined) births.isOpen = true
    if (name !== key) continue
    if (property.kind === 'get') births.isOpen = true
    else {
      const value = { node: /** @type {AnyNode} */ (property.value), live: null }
      flow.follow.birthsOf(flow, value, kind, births, isAwaited)
    }
    return
  }
  if (kind !== 'undefined' || isBlamed) return
  absentBirth(flow, node, children(node, 'properties').map(literalKey), asked, births)
}

/**
 * @param {Flow} flow
 * @param {Place} place of what is spread
 * @returns {Births} what may have given something that has no properties
 */
function noObjects (flow, place) {
  return flow.ask(place, NO_OBJECTS.join(), births => {
    for (const kind of NO_OBJECTS) flow.follow.birthsOf(flow, place, kind, births)
  })
}

/**
 * An object has no such property: that is the fault of what made it, or of who reads it by a misspelt name.
 * @param {Flow} flow
 * @param {AnyNode} node that makes the object
 * @param {(string|undefined)[]} names of its properties
 * @param {Asked} asked
 * @param {Births} births
 */
function absentBirth ({ code }, node, names, { key, read }, births) {
  const isOnlyOne = (/** @type {string} */ name) => code.named(name).length < 2
  const name = typeof key === 'string' ? key : ''
  const meant = nearestName(name.replace('#', ''), names.flatMap(each => each?.replace('#', '') ?? []))
  // Instances of a class have what its code gives them: a name that it never gives is the reader's.
  if (meant === undefined && node.type !== 'ObjectExpression' && isOnlyOne(name)) births.isOpen = true
  else if (meant === undefined || !isOnlyOne(name)) births.add(node, 'absent')
  else if (isOnlyOne(meant)) births.isOpen = true
  else births.add(read, 'misspelt')
}

/**
 * @param {Flow} flow
 * @param {AnyNode} made
 * @param {AnyNode} node that makes the object, or the class
 * @param {Asked} asked
 * @param {Births} births
 * @returns {'foreign'|undefined}
 */
function ofClass (flow, made, node, asked, births) {
  const { key, kind, isAwaited } = asked
  /** @type {(string|undefined)[]} */
  const names = []
  for (let each = /** @type {AnyNode|undefined|null} */ (made), i = 0; each !== null && i < 10; i++) {
    if (each === undefined) return 'foreign'
    for (const member of children(/** @type {AnyNode} */ (each.body), 'body')) {
      const own = memberKey(member)
      names.push(own)
      if (own !== key) continue
      if (member.kind === 'get') {
        flow.follow.resultBirths(flow, /** @type {AnyNode} */ (member.value), asked.read, kind, births, isAwaited)
        return undefined
      }
      const value = child(member, 'value')
      if (value !== null) flow.follow.birthsOf(flow, { node: value, live: null }, kind, births, isAwaited)
      else if (kind === 'undefined') births.add(member, 'declared')
      return undefined
    }
    each = superClassOf(flow, each)
  }
  if (kind === 'undefined') absentBirth(flow, node, names, asked, births)
  return undefined
}

/**
 * @param {Flow} flow
 * @param {AnyNode} call that gives a list
 * @param {Asked} asked
 * @param {Births} births
 * @param {Source} source
 * @returns {Source|'foreign'}
 */
function ofList (flow, call, asked, births, source) {
  const callee = /** @type {AnyNode} */ (call.callee)
  if (callee.type !== 'MemberExpression') return 'foreign'
  const object = /** @type {AnyNode} */ (callee.object)
  const method = literalKey(callee)
  const args = children(call, 'arguments')
  if (method === 'map' && args.length > 0 && isFunction(args[0])) {
    flow.follow.resultBirths(flow, args[0], call, asked.kind, births, asked.isAwaited)
    return source
  }
  if (method !== undefined && COPIES.has(method)) {
    flow.follow.memberBirths(flow, { node: object, live: null }, { ...asked, exact: undefined }, births)
    return source
  }
  if (object.name === 'Promise' && method === 'all' && args.length === 1) {
    flow.follow.memberBirths(flow, { node: args[0], live: null }, { ...asked, isAwaited: true }, births)
    // Whether there is one was asked of the list of promises.
    return { ...source, isThere: true }
  }
  return 'foreign'
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node that makes an object in code that is not known
 * @param {Asked} asked
 * @returns {boolean} true if that was given objects of the application, which it may give back, or copy
 */
function mayHoldOwn (flow, node, { key }) {
  const callee = child(node, 'callee')
  if (callee === null) return false
  const isMethod = callee.type === 'MemberExpression'
  const method = isMethod ? literalKey(callee) : undefined
  if (isMethod && child(callee, 'object')?.name === 'JSON' && method === 'parse') return false
  // A list has but elements of the application.
  if (key !== ELEMENT && method !== undefined && (method === 'map' || COPIES.has(method))) return false
  const object = isMethod ? child(callee, 'object') : null
  const given = [...children(node, 'arguments'), ...(object === null ? [] : [object])]
  return given.some(each => {
    const objects = objectsAt(flow, { node: each, live: null })
    const isOwn = (/** @type {AnyNode} */ { type }) => /^(?:Object|Array|New|Class)/.test(type)
    return each.type === 'SpreadElement' || objects.isOpen || [...objects.found.keys()].some(isOwn)
  })
}

module.exports = { contentOf, mayHoldOwn }
