'use strict'
// Finds the functions and lines of a script in its edited text.

const { LineTable, linesOf } = require('crash-collector-inspect/source/lines')
const { identifiersOfPattern } = require('../imports')
const { commonLines } = require('./code-files')
const syntax = require('crash-collector-inspect/source/syntax')

const { child, childNodes, children, functionStart, isClass, isFunction, literalKey } = syntax

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-inspect/source/lines').Place} Place */
/** @typedef {{ source: string, program: AnyNode }} Code */
/** @typedef {{ key: string, node: AnyNode, start: number }} Known a function or class; start: as V8 reports it */

class EditedCode {
  #before
  #after
  #tables
  #lines
  /** How many lines both texts have at their beginning and at their end. */ #common
  /** @type {Map<number, Known|null>|null} the function after, by the start of that before */ #functions = null

  /**
   * @param {Code} before
   * @param {Code} after
   */
  constructor (before, after) {
    this.#before = before
    this.#after = after
    this.#tables = [new LineTable(before.source), new LineTable(after.source)]
    const [old, now] = [linesOf(before.source), linesOf(after.source)]
    this.#lines = [old, now]
    this.#common = commonLines(old, now)
  }

  /**
   * @param {Place} place at which a function begins, as V8 reports it
   * @returns {{ place: Place, node: AnyNode, before: AnyNode }|null} null if the edited text has no such function, or
   *   several
   */
  functionAt (place) {
    this.#functions ??= matched(functionsOf(this.#before), functionsOf(this.#after))
    const found = this.#functions.get(this.#tables[0].offsetOf(place))
    if (found === undefined || found === null) return null
    const { node, start, before } = /** @type {Known & { before: AnyNode }} */ (found)
    return { place: this.#tables[1].placeAt(start), node, before }
  }

  /** @returns {Set<string>} variables at the top of the script whose initial value was edited */
  editedVariables () {
    const [old, now] = [this.#before, this.#after].map(initialTexts)
    return new Set([...old.keys()].filter(name => old.get(name) !== now.get(name)))
  }

  /**
   * @param {number} line from 0
   * @returns {number[]} the lines after; several if the line was edited, none if it was taken out
   */
  linesFor (line) {
    const [old, now] = this.#lines
    const { first, last } = this.#common
    if (line < first) return [line]
    if (line >= old.length - last) return [line + now.length - old.length]
    const changed = Array.from({ length: now.length - last - first }, (_, i) => first + i)
    const alike = changed.filter(each => now[each].trim() === old[line].trim())
    const isUnique = old.slice(first, old.length - last).filter(each => each === old[line]).length === 1
    return alike.length === 1 && isUnique ? alike : changed
  }

  /**
   * @param {Place} place of a call
   * @returns {Place|null} where the same code stands after; null if it is not found
   */
  placeOf ({ lineNumber, columnNumber }) {
    const [old, now] = this.#lines
    const rest = (old[lineNumber] ?? '').slice(columnNumber).trimEnd()
    for (const line of rest === '' ? [] : this.linesFor(lineNumber)) {
      const column = now[line] === old[lineNumber] ? columnNumber : now[line].indexOf(rest)
      if (column !== -1) return { lineNumber: line, columnNumber: column }
    }
    return null
  }
}

/**
 * @param {Code} code
 * @returns {Known[]} its functions and classes, in the order of the text
 */
function functionsOf ({ source, program }) {
  /** @type {Known[]} */
  const found = []
  const visit = (/** @type {AnyNode} */ node, /** @type {AnyNode[]} */ way, /** @type {string} */ outer) => {
    let key = outer
    const isOfClass = isClass(node)
    if (isFunction(node) || isOfClass) {
      key = `${outer}/${isOfClass ? 'class ' : ''}${nameOf(node, way)}`
      found.push({ key, node, start: isOfClass ? node.start : functionStart(source, node) })
    }
    for (const each of childNodes(node)) visit(each, [node, ...way.slice(0, 2)], key)
  }
  visit(program, [], '')
  return found
}

/**
 * @param {Code} code
 * @returns {Map<string, string>}
 */
function initialTexts ({ source, program }) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const statement of children(program, 'body')) {
    const declared = /^Export/.test(statement.type) ? child(statement, 'declaration') : statement
    for (const declarator of declared?.type === 'VariableDeclaration' ? children(declared, 'declarations') : []) {
      const init = child(declarator, 'init')
      const text = init === null ? '' : source.slice(init.start, init.end)
      for (const id of identifiersOfPattern(/** @type {AnyNode} */ (declarator.id))) texts.set(String(id.name), text)
    }
  }
  return texts
}

/**
 * @param {AnyNode} node a function or class
 * @param {AnyNode[]} way what it stands in, innermost first
 * @returns {string} its name; of a callback, the name of what it is passed to
 */
function nameOf (node, [parent, outer]) {
  const id = child(node, 'id')
  if (id?.type === 'Identifier') return String(id.name)
  switch (parent?.type) {
    case 'VariableDeclarator':
      return identifier(child(parent, 'id'))
    case 'AssignmentExpression':
      return identifier(child(parent, 'left'))
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition': {
      const kind = parent.kind === 'get' || parent.kind === 'set' ? `${parent.kind} ` : ''
      const name = literalKey(parent) ?? identifier(child(parent, 'key'))
      return `${kind}${parent.static === true ? 'static ' : ''}${name}`
    }
    case 'CallExpression':
    case 'NewExpression':
      return `in ${identifier(child(parent, 'callee'))}`
  }
  return outer?.type === 'CallExpression' ? `in ${identifier(child(outer, 'callee'))}` : ''
}

/** @param {AnyNode|null} node */
function identifier (node) {
  if (node?.type === 'Identifier' || node?.type === 'PrivateIdentifier') return String(node.name)
  return node?.type === 'MemberExpression' ? (literalKey(node) ?? '') : ''
}

/**
 * @param {Known[]} before
 * @param {Known[]} after
 * @returns {Map<number, (Known & { before: AnyNode })|null>} by the start of the function before
 */
function matched (before, after) {
  const byKey = (/** @type {Known[]} */ list) => {
    /** @type {Map<string, Known[]>} */
    const groups = new Map()
    for (const each of list) {
      const group = groups.get(each.key)
      if (group === undefined) groups.set(each.key, [each])
      else group.push(each)
    }
    return groups
  }
  const now = byKey(after)
  /** @type {Map<number, (Known & { before: AnyNode })|null>} */
  const found = new Map()
  for (const [key, group] of byKey(before)) {
    const same = now.get(key) ?? []
    // Functions of one name keep their order; with one more or less it can't be told which is which.
    group.forEach((each, i) => {
      found.set(each.start, same.length === group.length ? { ...same[i], before: each.node } : null)
    })
  }
  return found
}

module.exports = { EditedCode }
