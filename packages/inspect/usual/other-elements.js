'use strict'
// Finds the list that a variable's value is an element of, and the other elements: by the loop, the callback or the
// declaration that gives the variable its value.

const { declarationOf, isAssignedOnce } = require('../source/declarations')
const { child, children, isFunction, literalKey, pathTo } = require('../source/syntax')
const { Scene } = require('../explain/scene')
const { plainValue } = require('../explain/known-value')
const { isIndex } = require('../values/member-text')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../source/declarations').Declaration} Declaration */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/** @typedef {{ value: Value, passed: boolean }} Element passed: the loop was there before */
/** @typedef {{ elements: Element[], name: string }} List name: `elements of …`, in words */

/** Methods of arrays, with the parameter of their callback that is an element. @type {Record<string, number>} */
const CALLBACKS = {
  map: 0,
  forEach: 0,
  filter: 0,
  some: 0,
  every: 0,
  find: 0,
  findIndex: 0,
  findLast: 0,
  findLastIndex: 0,
  flatMap: 0,
  reduce: 1,
  reduceRight: 1
}
/** Those that begin at the end. */
const BACKWARDS = /Right$|Last/
const MAX_ELEMENTS = 1000

/**
 * @param {Scene} scene
 * @param {AnyNode} identifier
 * @returns {List|undefined} the others; undefined if the variable is not known to be an element
 */
function otherElements (scene, identifier) {
  if (scene.program === null) return undefined
  const around = pathTo(scene.program, identifier.start, identifier.end)
  const declaration = declarationOf(String(identifier.name), around)
  const own = scene.variable(identifier)
  if (declaration === undefined || own === undefined || !isAssignedOnce(declaration)) return undefined
  if (/^ForOf/.test(declaration.scope.type)) return ofLoop(scene, declaration, own)
  if (declaration.kind === 'parameter') return ofCallback(scene, declaration, own)
  return ofDeclaration(scene, declaration, own)
}

/**
 * @param {Scene} scene
 * @param {Declaration} declaration
 * @param {Value} own
 * @returns {List|undefined}
 */
function ofLoop (scene, { scope, id }, own) {
  const left = child(scope, 'left')
  const pattern = left === null ? undefined : child(children(left, 'declarations')[0] ?? left, 'id')
  const right = child(scope, 'right')
  if (!pattern || right === null) return undefined
  const isSecond = pattern.type === 'ArrayPattern' && children(pattern, 'elements')[1] === id
  if (pattern !== id && !isSecond) return undefined
  return listOf(scene, right, own, { isPair: isSecond, from: 'start' })
}

/**
 * @param {Scene} scene
 * @param {Declaration} declaration
 * @param {Value} own
 * @returns {List|undefined}
 */
function ofCallback (scene, { scope, index, id }, own) {
  if (!isFunction(scope) || scope !== scene.function || scene.program === null) return undefined
  const around = pathTo(scene.program, scope.start, scope.end)
  const call = around.findLast(({ type }) => type === 'CallExpression')
  const callee = call === undefined ? null : child(call, 'callee')
  if (call === undefined || callee?.type !== 'MemberExpression' || children(call, 'arguments')[0] !== scope) {
    return undefined
  }
  const method = literalKey(callee) ?? ''
  if (!Object.hasOwn(CALLBACKS, method) || CALLBACKS[method] !== index) return undefined
  const parameters = children(scope, 'params')
  if (parameters[index] !== id) return undefined
  const caller = callerAround(scene, around)
  const list = child(callee, 'object')
  const counter = parameters[index + 1]
  const at = counter?.type === 'Identifier' ? plainValue(scene.variable(counter)) : undefined
  return caller === undefined || list === null
    ? undefined
    : listOf(caller, list, own, {
      isPair: false, from: BACKWARDS.test(method) ? 'end' : 'start', ...(typeof at === 'number' && { at })
    })
}

/**
 * @param {Scene} scene
 * @param {AnyNode[]} around the function of the scene
 * @returns {Scene|undefined} the nearest frame outwards whose function has the text of this one in it
 */
function callerAround ({ dump, frame }, around) {
  const outer = around.slice(0, -1).findLast(isFunction) ?? null
  const frames = dump.callFrames
  const found = frames.slice(frames.indexOf(frame) + 1).find(each => {
    return each.scriptId === frame.scriptId && each.role === frame.role && new Scene(dump, each).function === outer
  })
  return found === undefined ? undefined : new Scene(dump, found)
}

/**
 * The value of `const tenant = tenants[name]` and `const order = orders.get(id)`.
 * @param {Scene} scene
 * @param {Declaration} declaration
 * @param {Value} own
 * @returns {List|undefined}
 */
function ofDeclaration (scene, { declarator, id }, own) {
  const init = declarator === undefined || child(declarator, 'id') !== id ? null : child(declarator, 'init')
  if (init === null || own.objectId === undefined) return undefined
  if (init.type === 'MemberExpression' && init.computed === true) {
    return listOf(scene, /** @type {AnyNode} */ (init.object), own, { isPair: false })
  }
  const callee = init.type === 'CallExpression' ? child(init, 'callee') : null
  return callee?.type === 'MemberExpression' && literalKey(callee) === 'get'
    ? listOf(scene, /** @type {AnyNode} */ (callee.object), own, { isPair: true })
    : undefined
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node the list, or what lists its values
 * @param {Value} own
 * @param {{ isPair: boolean, from?: 'start'|'end', at?: number }} how isPair: it is the value of an entry; from: where
 *   a loop begins, without which nothing was passed; at: the index, if that is known
 * @returns {List|undefined}
 */
function listOf (scene, node, own, { isPair, from, at }) {
  const { list, isOfValues } = holderOf(node, isPair)
  const value = scene.value(list)
  const record = value?.objectId === undefined ? undefined : scene.dump.object(value.objectId)
  if (record === undefined) return undefined
  const found = elementsOf(record, isOfValues || from === undefined)
  if (found === undefined) return undefined
  const { values, word } = found
  const known = at !== undefined && values[at] !== undefined ? at : indexOf(values, own)
  if (known === -1) return undefined
  const elements = values.flatMap((each, i) => {
    const passed = from !== undefined && (from === 'start' ? i < known : i > known)
    return each === undefined || i === known ? [] : [{ value: each, passed }]
  })
  return { elements: elements.slice(0, MAX_ELEMENTS), name: `${word} of ${scene.code(list)}` }
}

/**
 * @param {AnyNode} node
 * @param {boolean} isPair
 * @returns {{ list: AnyNode, isOfValues: boolean }} what `Object.values(list)`, `list.values()` and the like list
 */
function holderOf (node, isPair) {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
  if (callee?.type !== 'MemberExpression') return { list: node, isOfValues: isPair }
  const object = /** @type {AnyNode} */ (callee.object)
  const method = literalKey(callee)
  const [argument] = children(node, 'arguments')
  if (object.type === 'Identifier' && object.name === 'Object' && (method === 'values' || method === 'entries')) {
    return argument === undefined ? { list: node, isOfValues: isPair } : { list: argument, isOfValues: true }
  }
  return argument === undefined && (method === 'values' || method === 'entries')
    ? { list: object, isOfValues: true }
    : { list: node, isOfValues: isPair }
}

/**
 * @param {ObjectRecord} record
 * @param {boolean} isOfValues the values of a plain object count, too
 * @returns {{ values: (Value|undefined)[], word: string }|undefined}
 */
function elementsOf (record, isOfValues) {
  if (record.subtype === 'array') {
    /** @type {(Value|undefined)[]} */
    const values = []
    for (const { name, value, symbol } of record.properties) {
      if (symbol === undefined && isIndex(name) && Number(name) < (record.length ?? 0)) values.push(value)
    }
    // With holes, the index in the list would be another.
    return values.length === record.length || record.notCaptured?.length
      ? { values, word: 'elements' }
      : undefined
  }
  if (record.subtype === 'map' || record.subtype === 'set') {
    const word = record.subtype === 'map' ? 'values' : 'elements'
    return { values: (record.entries ?? []).map(({ value }) => value), word }
  }
  if (record.subtype !== undefined || !isOfValues) return undefined
  const named = record.properties.filter(({ symbol }) => symbol === undefined)
  return { values: named.map(({ value }) => value), word: 'values' }
}

/**
 * @param {(Value|undefined)[]} values
 * @param {Value} own
 * @returns {number} -1 if it is not among them, or might be more than one
 */
function indexOf (values, own) {
  const found = values.flatMap((each, i) =>
    each !== undefined && each.type === own.type && each.objectId === own.objectId && each.value === own.value &&
    each.subtype === own.subtype
      ? [i]
      : []
  )
  return found.length === 1 ? found[0] : -1
}

module.exports = { otherElements }
