'use strict'
// Tells whether the code that a test has run used private members which the objects of the test have not: it takes
// another way then, also where it catches V8's error or asks `#name in object`, and a like error proves nothing.

const fs = require('node:fs')
const { coverageIn, hasRunAt, isOf } = require('./coverage')
const { membersOf } = require('../private-members')
const {
  child, childNodes, isClass, isFunction, memberKey, parseProgram, privateName
} = require('crash-collector-inspect/source/syntax')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('../types').LeftOut} LeftOut */
/** @typedef {LeftOut & { usedBy: string|null }} Used usedBy: null if it is not known whether the code used them */

/**
 * @typedef {object} Use of a private member
 * @property {string} name with `#`
 * @property {string} className of the class that has it; '' if it has no name
 * @property {boolean} isStatic
 * @property {number} offset
 * @property {string} by the function around it
 */

const MAX_NAMES = 4

/** Their coverage is that of the code itself: other runners make new code of it. */
const RUN_AS_IT_IS = new Set(['node', 'mocha'])

/**
 * @param {import('../types').Runner} runner
 * @returns {boolean} true if V8's coverage tells which code of the files has run
 */
function hasCoverage (runner) {
  return RUN_AS_IT_IS.has(runner)
}

/**
 * @param {LeftOut[]} leftOut
 * @param {string|undefined} directory into which V8 has written the coverage of a test; undefined if it can't be known
 * @returns {Used|null} null if no code that ran used one of them
 */
function privateUse (leftOut, directory) {
  if (leftOut.length === 0) return null
  const certain = leftOut.find(({ of }) => of !== 'standIn')
  const unknown = certain === undefined ? null : { ...certain, usedBy: null }
  const coverage = directory === undefined ? null : coverageIn(directory)
  if (coverage === null) return unknown
  for (const [file, written] of coverage) {
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
    if (text !== null && !leftOut.some(({ names }) => names.some(name => text.includes(name)))) continue
    const program = text === null || !isOf(written, text) ? null : parseProgram(text)
    if (program === null && unknown !== null) return unknown
    for (const use of program === null ? [] : usesIn(program)) {
      const found = leftOut.find(each => isMeant(use, each))
      if (found !== undefined && hasRunAt(written, use.offset)) return { ...found, usedBy: use.by }
    }
  }
  return null
}

/**
 * @param {Use} use
 * @param {LeftOut} leftOut
 */
function isMeant ({ name, className, isStatic }, { names, classes, of }) {
  return isStatic === (of === 'class') && names.includes(name) && (classes === null || classes.includes(className))
}

/**
 * @typedef {object} Around what is around a node
 * @property {AnyNode[]} classes innermost first
 * @property {AnyNode|null} made the class whose members `this` gets here before any other code has it
 * @property {boolean} isInitial code that runs once, when a class is evaluated
 * @property {string} by
 */

/**
 * @param {AnyNode} program
 * @returns {Use[]} without those of a constructor, whose `this` has the members
 */
function usesIn (program) {
  /** @type {Use[]} */
  const found = []
  /** @type {(node: AnyNode, parent: AnyNode|null, around: Around) => void} */
  const visit = (node, parent, around) => {
    const name = parent === null || /Definition$/.test(parent.type) ? null : privateName(node)
    if (name !== null && parent !== null) {
      const declaring = declarationOf(name, around.classes)
      const isOwn = child(parent, 'object')?.type === 'ThisExpression' && around.made === declaring?.node
      if (declaring !== null && !(declaring.isStatic ? around.isInitial : isOwn)) {
        const { node: { id }, isStatic } = declaring
        const className = String(/** @type {AnyNode|null} */ (id)?.name ?? '')
        found.push({ name, className, isStatic, offset: node.start, by: around.by })
      }
    }
    const inner = within(node, parent, around)
    for (const each of childNodes(node)) visit(each, node, inner)
  }
  visit(program, null, { classes: [], made: null, isInitial: false, by: '' })
  return found
}

/**
 * @param {AnyNode} node
 * @param {AnyNode|null} parent
 * @param {Around} around the node
 * @returns {Around} what is around its children
 */
function within (node, parent, around) {
  const [own] = around.classes
  if (isClass(node)) return { ...around, classes: [node, ...around.classes], made: null }
  if (node.type === 'StaticBlock') return { ...around, isInitial: true }
  if (node.type === 'PropertyDefinition') {
    return { ...around, isInitial: node.static === true, made: node.static === true ? null : own }
  }
  if (!isFunction(node)) return around
  const name = (parent === null ? '' : heldName(parent)) || heldName(node)
  const isAccessor = parent?.kind === 'get' || parent?.kind === 'set'
  const isArrow = node.type === 'ArrowFunctionExpression'
  return {
    ...around,
    by: name === '' ? around.by : isAccessor ? name : `${name}()`,
    isInitial: false,
    made: parent?.kind === 'constructor' ? own : isArrow ? around.made : null
  }
}

/**
 * @param {AnyNode} node what holds a function: a member of a class or an object, a variable, or the function itself
 * @returns {string} the name; '' if it has none
 */
function heldName (node) {
  const id = child(node, 'id')
  if (id !== null) return String(id.name ?? '')
  return /Definition$|^Property$/.test(node.type) ? (memberKey(node) ?? '') : ''
}

/**
 * @param {string} name
 * @param {AnyNode[]} classes innermost first
 * @returns {{ node: AnyNode, isStatic: boolean }|null}
 */
function declarationOf (name, classes) {
  for (const node of classes) {
    const member = membersOf(node).find(each => privateName(child(each, 'key')) === name)
    if (member !== undefined) return { node, isStatic: member.static === true }
  }
  return null
}

/**
 * @param {Used} used
 * @returns {string} why the failure of the test proves nothing
 */
function useText ({ className, names, of, usedBy }) {
  const list = [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ')
  const owner = className === '' ? 'a class' : `\`${className}\``
  const had =
    of === 'class'
      ? `the dump does not have the static private fields of ${owner} (${list})`
      : `${owner} had private members (${list}), which the test's objects have not`
  const how = usedBy === null ? 'whether the code used them is not known' : `${usedBy || 'the code'} used them`
  return `${had}, and ${how}`
}

module.exports = { hasCoverage, privateUse, useText }
