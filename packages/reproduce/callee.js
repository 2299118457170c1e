'use strict'
// Finds the function of a frame in the text of its script, and what it was called with.

const { LineTable } = require('crash-collector-inspect/source/lines')
const { scriptTree } = require('crash-collector-inspect/source/script-trees')
const syntax = require('crash-collector-inspect/source/syntax')

const { child, children, functionStart, isFunction, literalKey, pathTo, walk } = syntax

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

/** Why no test can be written that calls a function. */
class NotPossible extends Error {}

/**
 * @typedef {object} Callee
 * @property {CallFrameRecord} frame
 * @property {AnyNode} program
 * @property {string} source of the script
 * @property {AnyNode[]} path from the program to the function
 * @property {AnyNode} node the function
 * @property {AnyNode|null} member the method or property that holds it, of a class or an object
 * @property {AnyNode[]} holderPath path of the class of a method; empty for others
 * @property {string} name that it is called by; '' if it has none
 * @property {boolean} usesThis
 */

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @returns {Callee}
 * @throws {NotPossible}
 */
function calleeOf (dump, frame) {
  const source = dump.script(frame.scriptId)?.source
  if (source === undefined) throw new NotPossible('the dump does not have its source')
  const program = scriptTree(dump, frame.scriptId)
  const path = program && frame.functionLocation && pathOfFunction(source, program, frame.functionLocation)
  if (!path || program === null) throw new NotPossible('it is not found in its source')
  const node = path[path.length - 1]
  const parent = path[path.length - 2]
  const isMember =
    (parent.type === 'Property' && (parent.method === true || parent.kind !== 'init')) ||
    parent.type === 'MethodDefinition' ||
    parent.type === 'PropertyDefinition'
  const member = isMember ? parent : null
  const classIndex = member === null || member.type === 'Property' ? -1 : path.length - 4
  return {
    frame,
    program,
    source,
    path,
    node,
    member,
    holderPath: classIndex < 0 ? [] : path.slice(0, classIndex + 1),
    name: nameOf(node, member, parent) ?? '',
    usesThis: usesThis(node)
  }
}

/**
 * @param {string} source
 * @param {AnyNode} program
 * @param {{ lineNumber: number, columnNumber: number }} location as V8 reports it
 * @returns {AnyNode[]|null} the path to the function, null if there is none at the place
 */
function pathOfFunction (source, program, location) {
  const offset = new LineTable(source).offsetOf(location)
  if (offset === -1) return null
  const path = pathTo(program, offset)
  const index = path.findLastIndex(node => isFunction(node) && functionStart(source, node) === offset)
  return index === -1 ? null : path.slice(0, index + 1)
}

/**
 * @param {AnyNode} node a function
 * @param {AnyNode|null} member
 * @param {AnyNode} parent
 * @returns {string|undefined}
 */
function nameOf (node, member, parent) {
  if (member !== null) return literalKey(member)
  const id = child(node, 'id') ?? (parent.type === 'VariableDeclarator' ? child(parent, 'id') : null)
  if (id?.type === 'Identifier') return String(id.name)
  return parent.type === 'Property' ? literalKey(parent) : undefined
}

/**
 * @param {AnyNode} node a function
 * @returns {boolean} true if its own `this` matters
 */
function usesThis (node) {
  let found = false
  const look = (/** @type {AnyNode} */ each) => {
    if (each.type === 'ThisExpression' || each.type === 'Super') found = true
    for (const key of Object.values(each)) {
      for (const inner of Array.isArray(key) ? key : [key]) {
        if (typeof inner !== 'object' || inner === null || typeof inner.type !== 'string') continue
        if (inner.type !== 'FunctionExpression' && inner.type !== 'FunctionDeclaration') look(inner)
      }
    }
  }
  look(node)
  return found
}

/**
 * An argument: a value of the dump, or an object or a list that a pattern has taken apart.
 * @typedef {{ value: Value|undefined, name: string } | { members: [key: string, argument: Argument][] } |
 *   { elements: (Argument|null)[] }} Argument
 */

/**
 * The arguments, from the variables of the parameters, which hold what they held at the throw.
 * @param {Dump} dump
 * @param {Callee} callee
 * @returns {{ args: Argument[], rest: Value|null, changed: string[] }} rest: the array of a rest parameter; changed:
 *   parameters that the function assigns to
 */
function argumentsOf (dump, { frame, node }) {
  const own = ownVariables(dump, frame)
  const list = own.get('arguments')
  const record = list?.objectId === undefined ? undefined : dump.object(list.objectId)
  const length = record?.length ?? record?.properties.find(({ name }) => name === 'length')?.value?.value
  if (record !== undefined && typeof length === 'number' && record.notCaptured === undefined && length < 50) {
    const args = Array.from({ length }, (_, i) => ({
      value: record.properties.find(({ name }) => name === String(i))?.value ?? UNDEFINED,
      name: `argument${i}`
    }))
    return { args, rest: null, changed: [] }
  }
  /** @type {Argument[]} */
  const args = []
  let rest = null
  for (const parameter of children(node, 'params')) {
    if (parameter.type === 'RestElement') {
      const id = child(parameter, 'argument')
      rest = (id?.type === 'Identifier' ? own.get(String(id.name)) : undefined) ?? null
    } else args.push(argumentFor(parameter, own))
  }
  const last = rest === null ? args.findLastIndex(each => !isUndefined(each)) + 1 : args.length
  args.length = last
  return { args, rest, changed: changedIn(node) }
}

/** @type {Value} */
const UNDEFINED = { type: 'undefined' }

/** @param {Argument} argument */
function isUndefined (argument) {
  return 'value' in argument && argument.value?.type === 'undefined' && argument.value.notCapturedReason === undefined
}

/**
 * @param {AnyNode} pattern
 * @param {Map<string, Value|undefined>} own
 * @returns {Argument}
 */
function argumentFor (pattern, own) {
  if (pattern.type === 'Identifier') {
    const name = String(pattern.name)
    return { value: own.get(name), name }
  }
  if (pattern.type === 'AssignmentPattern') return argumentFor(/** @type {AnyNode} */ (pattern.left), own)
  if (pattern.type === 'ObjectPattern') {
    /** @type {[string, Argument][]} */
    const members = []
    for (const property of children(pattern, 'properties')) {
      const key = property.type === 'Property' ? literalKey(property) : undefined
      if (key !== undefined) members.push([key, argumentFor(/** @type {AnyNode} */ (property.value), own)])
    }
    return { members }
  }
  if (pattern.type === 'ArrayPattern') {
    const elements = /** @type {(AnyNode|null)[]} */ (pattern.elements)
    return { elements: elements.map(each => (each === null ? null : argumentFor(each, own))) }
  }
  return { value: undefined, name: '' }
}

/**
 * Variables of the function itself, by the names of the code that ran.
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @returns {Map<string, Value|undefined>} the inner ones win; undefined for a value that is not in the dump
 */
function ownVariables (dump, { scopeChain }) {
  /** @type {Map<string, Value|undefined>} */
  const found = new Map()
  const last = scopeChain.findIndex(({ type }) => type === 'local')
  for (const scope of scopeChain.slice(0, last + 1)) {
    for (const { name, generatedName = name, value } of dump.scope(scope).variables) {
      if (!found.has(generatedName)) found.set(generatedName, value)
    }
  }
  return found
}

/**
 * @param {AnyNode} node a function
 * @returns {string[]} names of its parameters that it assigns to
 */
function changedIn (node) {
  const names = new Set(children(node, 'params').map(({ name, left }) => name ?? /** @type {any} */ (left)?.name))
  /** @type {Set<string>} */
  const changed = new Set()
  const note = (/** @type {AnyNode|null} */ id) => {
    if (id?.type === 'Identifier' && names.has(id.name)) changed.add(String(id.name))
  }
  walk(
    /** @type {AnyNode} */ (node.body),
    each => {
      if (each.type === 'AssignmentExpression') note(child(each, 'left'))
      if (each.type === 'UpdateExpression') note(child(each, 'argument'))
    },
    { intoFunctions: true }
  )
  return [...changed]
}

module.exports = { NotPossible, argumentsOf, calleeOf, ownVariables, pathOfFunction }
