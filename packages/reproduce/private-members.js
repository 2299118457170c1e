'use strict'
// Tells which private members the process had and a test has not. No code outside of a class can give its objects
// private members, so an object that is made anew has none; a class that is evaluated again has its first ones.

const { isDependency } = require('crash-collector-inspect/source/location')
const { child, children, isClass, privateName, walk } = require('crash-collector-inspect/source/syntax')
const { prototypeOf } = require('./values/origin')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./types').LeftOut} LeftOut */

const MAX_PROTOTYPES = 20
const CLASS_NAME = /^class(?:\s+(?!extends\b)([\p{ID_Start}$_][\p{ID_Continue}$]*))?[\s{]/u

/**
 * @param {Dump} dump
 * @param {ObjectRecord} record of an object that a test makes anew
 * @param {LeftOut['of']} of
 * @returns {LeftOut[]} nothing for an object of Node.js, whose code is not the application's
 */
function leftOutOf (dump, record, of) {
  const names = (record.privateProperties ?? []).map(({ name, generatedName = name }) => generatedName)
  if (names.length === 0) return []
  const constructors = constructorsOf(dump, record)
  if (of === 'standIn' && !isDependency(constructors[0]?.functionLocation?.url ?? '')) return []
  const classes = constructors.map(each => CLASS_NAME.exec(each?.source ?? ''))
  const known = classes.every(match => match !== null) ? classes.map(match => match?.[1] ?? '') : null
  return [{ className: record.className ?? '', names, classes: known, of }]
}

/**
 * @param {Dump} dump
 * @param {ObjectRecord} record
 * @returns {(ObjectRecord|undefined)[]} its class and those that it extends; undefined for one that the dump has not
 */
function constructorsOf (dump, record) {
  const found = []
  let at = record
  for (let i = 0; i < MAX_PROTOTYPES; i++) {
    const { objectId, intrinsic, notCapturedReason, subtype } = prototypeOf(at) ?? { subtype: 'null' }
    if (subtype === 'null' || intrinsic !== undefined || notCapturedReason === 'internal') return found
    const prototype = objectId === undefined ? undefined : dump.object(objectId)
    const id = prototype?.properties.find(({ name, symbol }) => name === 'constructor' && !symbol)?.value?.objectId
    found.push(id === undefined ? undefined : dump.object(id))
    if (prototype === undefined) return found
    at = prototype
  }
  return [...found, undefined]
}

/**
 * @param {AnyNode} program
 * @returns {LeftOut[]} the static private fields whose values are not those with which the class begins, or may not be
 */
function staticFieldsIn (program) {
  /** @type {LeftOut[]} */
  const found = []
  walk(program, node => {
    if (!isClass(node)) return
    const className = String(child(node, 'id')?.name ?? '')
    const fields = membersOf(node).filter(({ type, static: isStatic }) => type === 'PropertyDefinition' && isStatic)
    const changing = assignedIn(node)
    const names = fields.flatMap(field => {
      const name = privateName(child(field, 'key'))
      return name === null || (isConstant(child(field, 'value')) && !changing.has(name)) ? [] : [name]
    })
    if (names.length > 0) found.push({ className, names, classes: [className], of: 'class' })
  }, { intoFunctions: true })
  return found
}

/** @param {AnyNode|null} value */
function isConstant (value) {
  return value === null || /^(?:Literal|ArrowFunctionExpression|FunctionExpression|ClassExpression)$/.test(value.type)
}

/**
 * @param {AnyNode} node a class
 * @returns {Set<string>} private names to which its code assigns
 */
function assignedIn (node) {
  /** @type {Set<string>} */
  const names = new Set()
  const add = (/** @type {AnyNode|null} */ target) => {
    if (target === null) return
    walk(target, each => {
      const name = each.type === 'MemberExpression' ? privateName(child(each, 'property')) : null
      if (name !== null) names.add(name)
    }, { intoFunctions: false })
  }
  walk(node, each => {
    if (each.type === 'AssignmentExpression' || /^For(?:In|Of)Statement$/.test(each.type)) add(child(each, 'left'))
    if (each.type === 'UpdateExpression') add(child(each, 'argument'))
  }, { intoFunctions: true })
  return names
}

/** @param {AnyNode} node a class */
function membersOf (node) {
  return children(/** @type {AnyNode} */ (node.body), 'body')
}

module.exports = { leftOutOf, membersOf, staticFieldsIn }
