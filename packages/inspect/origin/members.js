'use strict'
// Finds what a property of an object, or an element of a list, may have been given.

const { nearestName } = require('../explain/nearest-name')
const { child, children, isFunction, literalKey } = require('../source/syntax')
const { Births, ELEMENT } = require('./flow')
const { canBe } = require('./kinds')
const { exportsOf, moduleOf, requiredName, wholeExports } = require('./modules')
const { aliasOf, certaintyOf, classOf, objectsAt, superClassOf } = require('./objects')
const { lastBefore } = require('./order')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Asked} Asked */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */
/** @typedef {import('./kinds').Kind} Kind */

/** @typedef {import('./order').Candidate & { births: Births }} Source */

/** Methods that add an element, by what has them. */
const ADDS = { Map: ['set'], Set: ['add'], list: ['push', 'unshift'] }
/** @type {Kind[]} */
const PRIMITIVES = ['string', 'number', 'boolean']
const COPIES = new Set(['filter', 'slice', 'sort', 'reverse', 'toSorted', 'toReversed', 'concat', 'values', 'flat'])

/**
 * @param {Flow} flow
 * @param {Place} object
 * @param {Asked} asked
 * @param {Births} births
 */
function memberBirths (flow, object, asked, births) {
  const what = `.${String(asked.key)} ${asked.kind} ${asked.isAwaited}`
  flow.once(object, what, births, () => search(flow, object, asked, births))
}

/**
 * @param {Flow} flow
 * @param {Place} object
 * @param {Asked} asked
 * @param {Births} births
 */
function search (flow, object, asked, births) {
  const { key, kind, read } = asked
  if (key === undefined) {
    births.isOpen = true
    return
  }
  const seen = kind === 'undefined' ? primitiveSeen(flow, object, read) : undefined
  if (seen !== undefined) return primitivesAt(flow, object, [seen], births)
  const objects = objectsAt(flow, object)
  if (objects.isOpen) {
    births.isOpen = true
    return
  }
  if (objects.found.size === 0) {
    if (kind === 'undefined') primitivesAt(flow, object, PRIMITIVES, births)
    // The elements of a text are texts.
    else if (kind === 'string') births.isOpen = true
    return
  }
  /** @type {Source[]} */
  const sources = []
  let isForeign = false
  for (const node of objects.found.keys()) {
    const found = contentOf(flow, node, asked)
    if (found === 'foreign') {
      isForeign = true
      if (mayHoldOwn(flow, node)) births.isOpen = true
    } else if (found !== undefined) sources.push(found)
  }
  const adding = addingMethods(objects)
  for (const write of writesOf(flow, key, adding)) {
    const alias = aliasOf(flow, write.object, objects)
    if (alias === 'no') continue
    const given = new Births()
    if (write.isUnknown === true) given.isOpen = write.value !== null && canBe(write.value, 'object')
    else if (write.value === null) {
      if (kind === 'undefined') given.add(write.node)
    } else flow.follow.birthsOf(flow, { node: write.value, live: null }, kind, given, asked.isAwaited)
    if (alias === 'maybe') {
      if (given.found.size > 0 || given.isOpen) births.isOpen = true
      continue
    }
    // Another element may stay as it was.
    const isPart = key === ELEMENT || write.isUnknown === true
    const certainty = isPart ? { isCertain: false } : certaintyOf(flow, write, object, objects)
    sources.push({ node: write.node, ...certainty, births: given })
  }
  if (computedWrites(flow, objects, kind)) births.isOpen = true
  const last = lastBefore(flow, sources, read)
  for (const { births: given } of last) {
    for (const [node, how] of given.found) births.add(node, how)
    if (given.isOpen) births.isOpen = true
  }
  const isSet = last.length > 0 && last.every(each => each.isFirst !== true) &&
    last.some(each => each.isAlways === true || each.isCertain)
  if (isForeign && !isSet && !births.isOpen) births.add(read)
  // Whether a list has such an element depends on more than what wrote it.
  if (asked.mayMiss && kind === 'undefined') births.isOpen = true
}

/**
 * Texts, numbers and booleans in the place of an object, which have no such property.
 * @param {Flow} flow
 * @param {Place} object
 * @param {Kind[]} kinds
 * @param {Births} births
 */
function primitivesAt (flow, object, kinds, births) {
  for (const kind of kinds) {
    const found = new Births()
    flow.follow.birthsOf(flow, object, kind, found)
    if (found.isOpen) births.isOpen = true
    for (const node of found.found.keys()) births.add(node, 'noObject')
  }
}

/**
 * @param {Flow} flow
 * @param {Place} object
 * @param {AnyNode} read
 * @returns {Kind|undefined} the kind of the text, number or boolean that the crash has in the place of the object
 */
function primitiveSeen (flow, { node, live, keys = [] }, read) {
  if (live === null || keys.length > 0 || read !== flow.use) return undefined
  const kind = /** @type {Kind|undefined} */ (live.value(node)?.type)
  return kind !== undefined && PRIMITIVES.includes(kind) ? kind : undefined
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node that makes the object
 * @param {Asked} asked
 * @returns {Source|'foreign'|undefined} what it has from the start; foreign if that is not known
 */
function contentOf (flow, node, asked) {
  const births = new Births()
  const { key, kind, isAwaited } = asked
  const source = { node, isCertain: true, isFirst: true, births }
  const give = (/** @type {AnyNode} */ value, awaited = isAwaited) =>
    flow.follow.birthsOf(flow, { node: value, live: null }, kind, births, awaited)
  if (node.type === 'ObjectExpression') {
    if (key === ELEMENT) {
      for (const property of children(node, 'properties')) {
        if (property.type === 'Property') give(/** @type {AnyNode} */ (property.value))
        else births.isOpen = true
      }
    } else ofLiteral(flow, node, asked, births)
    return source
  }
  if (node.type === 'ArrayExpression') {
    if (key !== ELEMENT) return 'foreign'
    for (const element of children(node, 'elements')) {
      if (element.type !== 'SpreadElement') give(element)
      else memberBirths(flow, { node: /** @type {AnyNode} */ (element.argument), live: null }, asked, births)
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
      else memberBirths(flow, { node: whole[0], live: null }, asked, births)
    }
    return source
  }
  if (node.type === 'NewExpression' && key === ELEMENT) {
    const name = child(node, 'callee')?.name
    return (name === 'Map' || name === 'Set' || name === 'Array') && children(node, 'arguments').length === 0
      ? source
      : 'foreign'
  }
  return node.type === 'CallExpression' && key === ELEMENT ? ofList(flow, node, asked, births, source) : 'foreign'
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node an object literal
 * @param {Asked} asked
 * @param {Births} births
 */
function ofLiteral (flow, node, asked, births) {
  const { key, kind, isAwaited } = asked
  for (const property of children(node, 'properties').reverse()) {
    if (property.type === 'SpreadElement') {
      const spread = new Births()
      memberBirths(flow, { node: /** @type {AnyNode} */ (property.argument), live: null }, asked, spread)
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
  if (kind === 'undefined') absentBirth(flow, node, children(node, 'properties').map(literalKey), asked, births)
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
  const meant = nearestName(name, names.flatMap(each => each ?? []))
  if (meant === undefined || !isOnlyOne(name)) births.add(node, 'absent')
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
      const name = child(member, 'key')
      const own = name?.type === 'PrivateIdentifier' ? `#${name.name}` : literalKey(member)
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
    memberBirths(flow, { node: object, live: null }, asked, births)
    return source
  }
  if (object.name === 'Promise' && method === 'all' && args.length === 1) {
    memberBirths(flow, { node: args[0], live: null }, { ...asked, isAwaited: true }, births)
    return source
  }
  return 'foreign'
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node that makes an object in code that is not known
 * @returns {boolean} true if that was given objects of the application, which it may give back, or copy
 */
function mayHoldOwn (flow, node) {
  const callee = child(node, 'callee')
  if (callee === null) return false
  const isMethod = callee.type === 'MemberExpression'
  if (isMethod && child(callee, 'object')?.name === 'JSON' && literalKey(callee) === 'parse') return false
  const object = isMethod ? child(callee, 'object') : null
  const given = [...children(node, 'arguments'), ...(object === null ? [] : [object])]
  return given.some(each => {
    const objects = objectsAt(flow, { node: each, live: null })
    const isOwn = (/** @type {AnyNode} */ { type }) => /^(?:Object|Array|New|Class)/.test(type)
    return each.type === 'SpreadElement' || objects.isOpen || [...objects.found.keys()].some(isOwn)
  })
}

/** @param {Births} objects @returns {string[]} the methods that may add an element to them */
function addingMethods ({ found }) {
  return [...new Set([...found.keys()].flatMap(node => {
    const name = node.type === 'NewExpression' ? child(node, 'callee')?.name : 'list'
    return name === 'Map' || name === 'Set' ? ADDS[name] : ADDS.list
  }))]
}

/**
 * @param {Flow} flow
 * @param {string|symbol} key
 * @param {string[]} adding methods that add an element
 * @returns {{ node: AnyNode, object: AnyNode, value: AnyNode|null, isUnknown?: boolean }[]} value: null for
 *   `delete`; isUnknown: what another object brings
 */
function writesOf ({ code }, key, adding) {
  return code.nodes.flatMap(node => {
    if (!code.ran(node)) return []
    if (node.type === 'AssignmentExpression' || (node.type === 'UnaryExpression' && node.operator === 'delete')) {
      const target = child(node, 'left') ?? child(node, 'argument')
      if (target?.type !== 'MemberExpression' || keyIn(target) !== key) return []
      const value = node.operator === '=' ? child(node, 'right') : node.operator === 'delete' ? null : node
      return [{ node, object: /** @type {AnyNode} */ (target.object), value }]
    }
    const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
    if (callee?.type !== 'MemberExpression') return []
    const args = children(node, 'arguments')
    const method = literalKey(callee)
    const object = /** @type {AnyNode} */ (callee.object)
    if (key === ELEMENT && method !== undefined && adding.includes(method)) {
      const values = method === 'set' ? args.slice(1) : args
      return values.map(value => ({ node, object, value }))
    }
    if (object.name !== 'Object' || method !== 'assign' || args.length < 2) return []
    return args.slice(1).flatMap(from => {
      const property = children(from, 'properties').find(each => literalKey(each) === key)
      if (property !== undefined) return [{ node, object: args[0], value: /** @type {AnyNode} */ (property.value) }]
      return from.type === 'ObjectExpression' ? [] : [{ node, object: args[0], value: from, isUnknown: true }]
    })
  })
}

/** @param {AnyNode} member @returns {string|symbol|undefined} */
function keyIn (member) {
  const name = child(member, 'property')
  if (name?.type === 'PrivateIdentifier') return `#${name.name}`
  const key = literalKey(member)
  return member.computed === true && (key === undefined || /^\d+$/.test(key)) ? ELEMENT : key
}

/**
 * @param {Flow} flow
 * @param {Births} objects
 * @param {Kind} kind
 * @returns {boolean} true if `object[name] = …` may have written any property of them
 */
function computedWrites (flow, objects, kind) {
  const plain = [...objects.found.keys()].some(({ type }) => type === 'ObjectExpression')
  return plain && flow.code.nodes.some(node => {
    const target = node.type === 'AssignmentExpression' && flow.code.ran(node) ? child(node, 'left') : null
    const isComputed = target?.type === 'MemberExpression' && target.computed === true
    if (target === null || !isComputed || literalKey(target) !== undefined) return false
    if (!canBe(/** @type {AnyNode} */ (node.right), kind)) return false
    return aliasOf(flow, /** @type {AnyNode} */ (target.object), objects) !== 'no'
  })
}

module.exports = { memberBirths }
