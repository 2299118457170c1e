'use strict'
// Finds what a module of the application gives to others.

const { fileUrl } = require('../source/location')
const { child, children, literalKey } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../source/declarations').Declaration} Declaration */
/** @typedef {import('./executed-code').ExecutedFile} ExecutedFile */
/** @typedef {import('./flow').Births} Births */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./kinds').Kind} Kind */

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.mjs']

/**
 * @param {AnyNode} node
 * @returns {string|undefined} what `require(…)` asks for
 */
function requiredName (node) {
  const [name] = children(node, 'arguments')
  return node.type === 'CallExpression' && child(node, 'callee')?.name === 'require' && typeof name?.value === 'string'
    ? name.value
    : undefined
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node
 * @param {string} specifier
 * @returns {ExecutedFile|undefined|'foreign'} undefined: a file of the application that is not known
 */
function moduleOf ({ code }, node, specifier) {
  if (!/^\.{0,2}\//.test(specifier)) return 'foreign'
  const { url } = code.fileOf(node)
  const targets = ENDINGS.map(ending => new URL(specifier + ending, fileUrl(url)).href)
  return code.files.find(file => targets.includes(fileUrl(file.url)))
}

/**
 * @param {Flow} flow
 * @param {ExecutedFile} file
 * @param {string} name of an export
 * @returns {AnyNode[]} expressions that are exported under that name
 */
function exportsOf (flow, { program }, name) {
  /** @type {AnyNode[]} */
  const found = []
  for (const statement of children(program, 'body')) {
    if (statement.type === 'ExportDefaultDeclaration' && name === 'default') {
      found.push(/** @type {AnyNode} */ (statement.declaration))
    }
    if (statement.type !== 'ExportNamedDeclaration') continue
    const declaration = child(statement, 'declaration')
    if (declaration !== null && child(declaration, 'id')?.name === name) found.push(declaration)
    for (const { id } of declaration === null ? [] : children(declaration, 'declarations')) {
      if (/** @type {AnyNode} */ (id).name === name) found.push(/** @type {AnyNode} */ (id))
    }
    for (const each of children(statement, 'specifiers')) {
      if (child(each, 'exported')?.name === name && !statement.source) found.push(/** @type {AnyNode} */ (each.local))
    }
  }
  for (const { left, right } of assignmentsIn(flow, program)) {
    if (literalKey(left) === name && isExports(/** @type {AnyNode} */ (left.object))) found.push(right)
  }
  return found
}

/** @param {AnyNode} node @returns {boolean} true for `exports` and `module.exports` */
function isExports (node) {
  if (node.type === 'Identifier') return node.name === 'exports'
  return node.type === 'MemberExpression' && child(node, 'object')?.name === 'module' && literalKey(node) === 'exports'
}

/**
 * @param {Flow} flow
 * @param {ExecutedFile} file
 * @returns {AnyNode[]} what is assigned to `module.exports`
 */
function wholeExports (flow, { program }) {
  return assignmentsIn(flow, program).flatMap(({ left, right }) => (isExports(left) ? [right] : []))
}

/** @param {Flow} flow @param {AnyNode} program @returns {{ left: AnyNode, right: AnyNode }[]} to properties */
function assignmentsIn (flow, program) {
  return flow.remembered(allAssignments).get(program) ?? []
}

/** @param {Flow} flow */
function allAssignments ({ code }) {
  /** @type {Map<AnyNode, { left: AnyNode, right: AnyNode }[]>} */
  const found = new Map()
  for (const node of code.nodes) {
    const left = node.type === 'AssignmentExpression' ? child(node, 'left') : null
    const right = child(node, 'right')
    if (left?.type !== 'MemberExpression' || right === null) continue
    const [program] = code.pathTo(node)
    found.set(program, [...(found.get(program) ?? []), { left, right }])
  }
  return found
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node `require(…)`
 * @param {Kind} kind
 * @param {Births} births gets the call itself for what has the exports
 */
function requiredBirths (flow, node, kind, births) {
  const file = moduleOf(flow, node, requiredName(node) ?? '')
  if (file === 'foreign' || kind === 'object' || kind === 'function') return births.add(node)
  const whole = file === undefined ? [] : wholeExports(flow, file)
  if (file === undefined || whole.length > 1) births.isOpen = true
  else if (whole.length === 1) flow.follow.birthsOf(flow, { node: whole[0], live: null }, kind, births)
}

/**
 * @param {Flow} flow
 * @param {Declaration} declaration an import
 * @param {AnyNode} node that is used
 * @param {Kind} kind
 * @param {Births} births
 */
function exportedBirths (flow, declaration, node, kind, births) {
  const { code } = flow
  const specifier = /** @type {AnyNode} */ (code.parent(declaration.id))
  const statement = /** @type {AnyNode} */ (code.parent(specifier))
  const file = moduleOf(flow, node, String(child(statement, 'source')?.value))
  if (file === 'foreign') return births.add(node)
  const name = specifier.type === 'ImportDefaultSpecifier'
    ? 'default'
    : specifier.type === 'ImportSpecifier' ? String(child(specifier, 'imported')?.name) : undefined
  const found = file === undefined || name === undefined ? [] : exportsOf(flow, file, name)
  if (found.length !== 1) births.isOpen = true
  else flow.follow.birthsOf(flow, { node: found[0], live: null }, kind, births)
}

module.exports = { exportedBirths, exportsOf, moduleOf, requiredBirths, requiredName, wholeExports }
