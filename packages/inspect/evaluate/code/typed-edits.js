'use strict'
// Edits typed text where JavaScript alone would answer wrongly in a dead frame: the length of a string that was cut,
// which is known although the string is not; the `arguments` of a function that does not use them, for which V8 makes
// none; `new.target`, which is that of the frame; the `this` of a called function, because the variables are members of
// the objects of `with` statements; and the names of properties that a minifier has shortened.

const { childNodes, isFunction, isPropertyName } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {{ start: number, end: number, text: string }} Edit replaces a range of a text */

/**
 * @param {string} text
 * @param {AnyNode} root
 * @param {number} shift added to positions of nodes, gives positions in text
 * @param {string} realm name of the object with the helper functions
 * @param {{ hasArguments: boolean, originalKeys: Set<string>, place: string|null }} options as for expressionCode()
 * @returns {{ edits: Edit[], usesArguments: boolean }}
 */
function typedEdits (text, root, shift, realm, { hasArguments, originalKeys, place }) {
  /** @type {Edit[]} */
  const edits = []
  let usesArguments = false
  /**
   * @param {AnyNode} node
   * @param {boolean} isRead the node is neither assigned to, deleted nor called
   * @param {boolean} isOwn the node is not in a function with arguments of its own
   * @param {boolean} [isShorthand] the node is both name and value of a shorthand property
   */
  const visit = (node, isRead, isOwn, isShorthand = false) => {
    if (node.type === 'Identifier' && node.name === 'arguments' && isOwn) {
      usesArguments = true
      const text = `${isShorthand ? 'arguments: ' : ''}${realm}.noArguments()`
      if (!hasArguments) edits.push({ start: node.start + shift, end: node.end + shift, text })
    }
    if (node.type === 'MetaProperty' && isOwn) {
      const text = `${realm}.newTarget(${JSON.stringify(place)})`
      edits.push({ start: node.start + shift, end: node.end + shift, text })
    }
    if (isRead) readLength(node)
    if (hasOriginalKey(node)) readByOriginalKey(node)
    const statements = statementsOf(node)
    for (const [i, statement] of statements.entries()) {
      // The text of the line before may have no semicolon, and a parenthesis would continue it.
      const isResult = node.type === 'Program' && i === statements.length - 1
      if (statement.type === 'ExpressionStatement' && statement.directive === undefined && !isResult) {
        edits.push({ start: statement.start + shift, end: statement.start + shift, text: ';' })
      }
    }
    const called = /** @type {AnyNode|undefined} */ (
      node.type === 'CallExpression' ? node.callee : node.type === 'TaggedTemplateExpression' ? node.tag : undefined
    )
    if (called?.type === 'Identifier') {
      edits.push({ start: called.start + shift, end: called.start + shift, text: '(0, ' })
      edits.push({ start: called.end + shift, end: called.end + shift, text: ')' })
    }
    const own = isOwn && !(isFunction(node) && node.type !== 'ArrowFunctionExpression')
    for (const child of childNodes(node)) {
      if (isPropertyName(node, child)) continue
      visit(child, !isTarget(node, child), own, node.type === 'Property' && node.shorthand === true)
    }
  }
  /** @param {AnyNode} node */
  const readLength = node => {
    const length = /** @type {AnyNode} */ (node.property)
    const object = /** @type {AnyNode} */ (node.object)
    if (node.type !== 'MemberExpression' || node.computed === true || node.optional === true) return
    if (length.name !== 'length') return
    if (text.slice(object.end + shift, length.start + shift).trim() !== '.') return
    if (object.type === 'Identifier' && object.name !== 'arguments') {
      edits.push({ start: node.start + shift, end: node.start + shift, text: `${realm}.lengthOf(() => ` })
      edits.push({ start: object.end + shift, end: node.end + shift, text: ')' })
      return
    }
    const key = /** @type {AnyNode} */ (object.property)
    const holder = /** @type {AnyNode} */ (object.object)
    if (object.type !== 'MemberExpression' || hasOptional(object)) return
    if (holder.type === 'Super' || key.type === 'PrivateIdentifier') return
    if (hasOriginalKey(object)) return
    const between = text.slice(holder.end + shift, key.start + shift).trim()
    if (between !== (object.computed === true ? '[' : '.')) return
    edits.push({ start: node.start + shift, end: node.start + shift, text: `${realm}.lengthOfMember(` })
    if (object.computed === true) {
      if (text.slice(key.end + shift, object.end + shift).trim() !== ']') {
        edits.pop()
        return
      }
      edits.push({ start: holder.end + shift, end: key.start + shift, text: ', (' })
      edits.push({ start: key.end + shift, end: node.end + shift, text: '))' })
    } else {
      edits.push({ start: holder.end + shift, end: node.end + shift, text: `, ${JSON.stringify(key.name)})` })
    }
  }
  /** @param {AnyNode} node */
  const hasOriginalKey = ({ type, computed, object, property }) =>
    type === 'MemberExpression' &&
    computed !== true &&
    /** @type {AnyNode} */ (object).type !== 'Super' &&
    /** @type {AnyNode} */ (property).type === 'Identifier' &&
    originalKeys.has(String(/** @type {AnyNode} */ (property).name))
  /** @param {AnyNode} node */
  const readByOriginalKey = node => {
    const object = /** @type {AnyNode} */ (node.object)
    const property = /** @type {AnyNode} */ (node.property)
    const between = text.slice(object.end + shift, property.start + shift)
    const key = `${node.optional === true ? '?.' : ''}[${realm}.keyOf(${JSON.stringify(property.name)})]`
    edits.push({ start: object.start + shift, end: object.start + shift, text: `${realm}.holder(` })
    edits.push({ start: object.end + shift, end: property.end + shift, text: `)${closing(between)}${key}` })
  }
  visit(root, true, true)
  return { edits, usesArguments }
}

/**
 * @param {AnyNode} node
 * @returns {AnyNode[]} the statements of a list, in which one begins where the one before ends
 */
function statementsOf (node) {
  if (node.type === 'SwitchCase') return /** @type {AnyNode[]} */ (node.consequent)
  return /^(?:Program|BlockStatement|StaticBlock)$/.test(node.type) ? /** @type {AnyNode[]} */ (node.body) : []
}

/**
 * True if the chain has `?.`. Such a chain may end early, so it must not be taken apart.
 * @param {AnyNode} node
 * @returns {boolean}
 */
function hasOptional (node) {
  if (node.optional === true) return true
  const inner = /** @type {AnyNode|undefined} */ (node.object ?? node.callee)
  return inner !== undefined && hasOptional(inner)
}

/**
 * @param {AnyNode} parent
 * @param {AnyNode} child
 */
function isTarget (parent, child) {
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent.left === child
    case 'UpdateExpression':
      return true
    case 'UnaryExpression':
      return parent.operator === 'delete'
    case 'CallExpression':
      return parent.callee === child
    case 'TaggedTemplateExpression':
      return parent.tag === child
    case 'ChainExpression':
      return true
    case 'MemberExpression':
      return false
    case 'ArrayPattern':
    case 'RestElement':
    case 'AssignmentPattern':
      return true
    case 'Property':
      return parent.shorthand === true
  }
  return false
}

/**
 * The closing parentheses before a dot: `(a).#b`.
 * @param {string} between
 */
function closing (between) {
  return between.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/[^)]/g, '')
}

module.exports = { closing, typedEdits }
