'use strict'
// Tells which expressions make the objects that an expression may give, and whether two may give the same.

const { declarationOf, isAssignedOnce } = require('../source/declarations')
const { child, children, isFunction, literalKey, memberKey } = require('../source/syntax')
const { Births, ELEMENT } = require('./flow')
const { canBe } = require('./kinds')
const { dominates, endedBefore, isOnce } = require('./order')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */
/** @typedef {import('./kinds').Kind} Kind */

/**
 * value: null for `delete`; isUnknown: what another object brings; entry: the key of a Map's entry.
 * @typedef {{ node: AnyNode, object: AnyNode, value: AnyNode|null, isUnknown?: boolean, entry?: AnyNode }} Write
 */

/** Methods that add an element, by what has them. */
const ADDS = { Map: ['set'], Set: ['add'], list: ['push', 'unshift'] }
/** Methods that change which element has which position. */
const MOVES = ['push', 'unshift', 'pop', 'shift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin', 'set', 'delete',
  'clear']

const RETURNS_THIS = /^(?:sort|reverse|fill|copyWithin|set|add|concat|valueOf)$/

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
  const makers = [...objects.found.keys()]
  const variable = object.type === 'Identifier' ? declaredBy(flow, object) : undefined
  if (variable !== undefined) {
    if (makers.some(each => onlyVariableOf(flow, each) === variable.id)) return 'yes'
    const made = variable.declarator === undefined ? null : child(variable.declarator, 'init')
    if (made !== null && onlyVariableOf(flow, made) === variable.id) return 'no'
  }
  const free = makers.filter(each => onlyVariableOf(flow, each) === undefined)
  if (free.length === 0 && !objects.isOpen) return 'no'
  const others = objectsAt(flow, { node: object, live: null })
  const theirs = [...others.found.keys()]
  if (free.some(each => theirs.includes(each) || isInstance(flow, each, theirs))) return 'yes'
  if (theirs.some(each => isInstance(flow, each, free))) return 'yes'
  return objects.isOpen || others.isOpen ? 'maybe' : 'no'
}

/** @param {Flow} flow @param {AnyNode} id */
function declaredBy ({ code }, id) {
  return declarationOf(String(id.name), code.pathTo(id))
}

/** @param {Flow} _flow @returns {Map<AnyNode, AnyNode|undefined>} */
const variables = _flow => new Map()

/**
 * @param {Flow} flow
 * @param {AnyNode} made an expression that makes an object
 * @returns {AnyNode|undefined} the identifier that declares the only variable that ever has the object: nothing but its
 *   elements, entries and properties is used
 */
function onlyVariableOf (flow, made) {
  const known = flow.remembered(variables)
  if (!known.has(made)) known.set(made, findOnlyVariable(flow, made))
  return known.get(made)
}

/** @param {Flow} flow @param {AnyNode} made */
function findOnlyVariable (flow, made) {
  const { code } = flow
  const declarator = code.parent(made)
  const id = declarator?.type === 'VariableDeclarator' ? child(declarator, 'id') : null
  if (id?.type !== 'Identifier' || !hasNoMethods(made)) return undefined
  const declaration = declaredBy(flow, id)
  if (declaration?.id !== id || !isAssignedOnce(declaration)) return undefined
  const isUsedForParts = (/** @type {AnyNode} */ node) => {
    const parent = code.parent(node)
    if (parent === undefined) return false
    if (parent.type === 'SpreadElement') return true
    if (parent.type === 'ForOfStatement') return parent.right === node
    if (parent.type !== 'MemberExpression') return false
    if (parent.object !== node) return parent.computed !== true
    const call = code.parent(parent)
    if (call?.type !== 'CallExpression' || call.callee !== parent) return true
    return !RETURNS_THIS.test(literalKey(parent) ?? 'sort') || code.parent(call)?.type === 'ExpressionStatement'
  }
  const isItself = (/** @type {AnyNode} */ node) => node === id || declaredBy(flow, node)?.id !== id
  return code.named(String(id.name), declaration.scope)
    .every(node => isItself(node) || isUsedForParts(node))
    ? id
    : undefined
}

/** @param {AnyNode} made @returns {boolean} true for a list, an object of values, and a new Map or Set */
function hasNoMethods (made) {
  if (made.type === 'NewExpression') return /^(?:Map|Set|Array)$/.test(String(child(made, 'callee')?.name))
  if (made.type === 'ArrayExpression') return true
  return made.type === 'ObjectExpression' && children(made, 'properties').every(property =>
    property.type === 'Property' && property.kind === 'init' && !isFunction(/** @type {AnyNode} */ (property.value)))
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
 * @returns {Write[]}
 */
function writesOf (flow, key, adding) {
  const { assigned, called, merged } = flow.remembered(changesIn)
  const calls = key === ELEMENT ? adding.flatMap(method => called.get(method) ?? []) : []
  return [
    ...(assigned.get(key) ?? []),
    ...calls.flatMap(/** @returns {Write[]} */ node => {
      const { object } = /** @type {{ object: AnyNode }} */ (/** @type {unknown} */ (node.callee))
      const args = children(node, 'arguments')
      if (adding === MOVES) return [{ node, object, value: null }]
      return literalKey(/** @type {AnyNode} */ (node.callee)) === 'set'
        ? args.slice(1).map(value => ({ node, object, value, entry: args[0] }))
        : args.map(value => ({ node, object, value }))
    }),
    ...merged.flatMap(node => {
      const [object, ...others] = children(node, 'arguments')
      return others.flatMap(from => {
        const property = children(from, 'properties').find(each => literalKey(each) === key)
        if (property !== undefined) return [{ node, object, value: /** @type {AnyNode} */ (property.value) }]
        return from.type === 'ObjectExpression' ? [] : [{ node, object, value: from, isUnknown: true }]
      })
    })
  ]
}

/**
 * @typedef {object} Changes
 * @property {Map<string|symbol|undefined, Write[]>} assigned by key
 * @property {Map<string, AnyNode[]>} called calls of methods, by name
 * @property {AnyNode[]} merged `Object.assign(object, …)`
 * @property {AnyNode[]} computed assignments to `object[key]`
 */

/** @param {Flow} flow @returns {Changes} what the code that ran may have changed */
function changesIn (flow) {
  /** @type {Changes} */
  const changes = { assigned: new Map(), called: new Map(), merged: [], computed: [] }
  for (const node of flow.code.nodes) {
    const isDelete = node.type === 'UnaryExpression' && node.operator === 'delete'
    if ((!isDelete && !/^(?:Assignment|Call)Expression$/.test(node.type)) || !flow.ran(node)) continue
    const target = child(node, node.type === 'CallExpression' ? 'callee' : isDelete ? 'argument' : 'left')
    if (target?.type !== 'MemberExpression') continue
    const object = /** @type {AnyNode} */ (target.object)
    if (node.type === 'CallExpression') {
      const method = literalKey(target)
      if (method !== undefined) addTo(changes.called, method, node)
      if (object.name === 'Object' && method === 'assign') changes.merged.push(node)
      continue
    }
    const value = node.operator === '=' ? child(node, 'right') : isDelete ? null : node
    addTo(changes.assigned, keyIn(target), { node, object, value })
    if (!isDelete && target.computed === true && literalKey(target) === undefined) changes.computed.push(node)
  }
  return changes
}

/** @template K, V @param {Map<K, V[]>} map @param {K} key @param {V} value */
function addTo (map, key, value) {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** @param {AnyNode} member @returns {string|symbol|undefined} */
function keyIn (member) {
  const key = memberKey(member)
  return member.computed === true && (key === undefined || /^\d+$/.test(key)) ? ELEMENT : key
}

/**
 * @param {Flow} flow
 * @param {Births} objects
 * @param {Kind} [kind] of the value; missing: any
 * @returns {boolean} true if `object[name] = …` may have written any property of them
 */
function computedWrites (flow, objects, kind) {
  const isPlain = [...objects.found.keys()].some(({ type }) => type === 'ObjectExpression')
  return isPlain && flow.remembered(changesIn).computed.some(node => {
    const { object } = /** @type {{ object: AnyNode }} */ (/** @type {unknown} */ (node.left))
    if (kind !== undefined && !canBe(/** @type {AnyNode} */ (node.right), kind)) return false
    return aliasOf(flow, object, objects) !== 'no'
  })
}

/**
 * @param {Flow} flow
 * @param {string|symbol} key
 * @param {AnyNode} read
 * @param {AnyNode} [object] that has the property
 * @returns {boolean} true if the property may have another value now than it had there
 */
function mayBeChangedAfter (flow, key, read, object) {
  const late = writesOf(flow, key, MOVES)
    .filter(({ node }) => !(isOnce(flow, node) && endedBefore(flow, node, read)))
  if (late.length === 0 || object === undefined) return late.length > 0
  const objects = objectsAt(flow, { node: object, live: null })
  return late.some(write => aliasOf(flow, write.object, objects) !== 'no')
}

/**
 * @param {Flow} flow
 * @param {AnyNode} list a literal
 * @returns {boolean} true if its elements stay where they are
 */
function keepsPositions (flow, list) {
  const objects = new Births()
  objects.add(list)
  return writesOf(flow, ELEMENT, MOVES).every(({ node, object }) => {
    const callee = child(node, 'callee')
    return (callee !== null && literalKey(callee) === 'push') || aliasOf(flow, object, objects) === 'no'
  })
}

/** @param {Flow} flow @param {Births} maps @returns {boolean} true if none loses an entry */
function keepsEntries (flow, maps) {
  return writesOf(flow, ELEMENT, MOVES).every(({ node, object }) => {
    const callee = child(node, 'callee')
    return !/^(?:delete|clear)$/.test((callee && literalKey(callee)) ?? '') || aliasOf(flow, object, maps) === 'no'
  })
}

module.exports = {
  addingMethods,
  aliasOf,
  certaintyOf,
  classOf,
  computedWrites,
  keepsEntries,
  keepsPositions,
  mayBeChangedAfter,
  objectsAt,
  superClassOf,
  writesOf
}
