'use strict'
// Tells which kinds of value an expression can have by its form alone.

/** @typedef {import('../source/syntax').AnyNode} AnyNode */

/**
 * What is wrong with a value: its type, or `null`.
 * @typedef {'undefined'|'null'|'string'|'number'|'boolean'|'bigint'|'symbol'|'object'|'function'} Kind
 */

const COMPARES = new Set(['==', '===', '!=', '!==', '<', '<=', '>', '>=', 'in', 'instanceof'])

/** @type {Record<string, Kind[]>} */
const GLOBAL_CALLS = {
  Number: ['number'],
  parseInt: ['number'],
  parseFloat: ['number'],
  String: ['string'],
  Boolean: ['boolean'],
  encodeURIComponent: ['string'],
  Symbol: ['symbol'],
  BigInt: ['bigint']
}

/**
 * @param {AnyNode} node
 * @returns {Kind[]|undefined} undefined if it may have any
 */
function kindsOf (node) {
  switch (node.type) {
    case 'Literal':
      if (node.regex !== undefined) return ['object']
      return [node.value === null ? (node.bigint === undefined ? 'null' : 'bigint') : kindOfLiteral(node.value)]
    case 'TemplateLiteral':
      return ['string']
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'NewExpression':
    case 'ThisExpression':
      return ['object']
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
    case 'ClassDeclaration':
      return ['function']
    case 'UpdateExpression':
      return ['number', 'bigint']
    case 'UnaryExpression':
      return ofUnary(String(node.operator))
    case 'BinaryExpression':
      if (COMPARES.has(String(node.operator))) return ['boolean']
      return node.operator === '+' ? ['string', 'number', 'bigint'] : ['number', 'bigint']
    case 'CallExpression': {
      const callee = /** @type {AnyNode} */ (node.callee)
      const name = callee.type === 'Identifier' ? String(callee.name) : ''
      return Object.hasOwn(GLOBAL_CALLS, name) ? GLOBAL_CALLS[name] : undefined
    }
  }
  return undefined
}

/** @param {unknown} value @returns {Kind} */
function kindOfLiteral (value) {
  return typeof value
}

/** @param {string} operator @returns {Kind[]} */
function ofUnary (operator) {
  if (operator === 'void') return ['undefined']
  if (operator === 'typeof') return ['string']
  return operator === '!' || operator === 'delete' ? ['boolean'] : ['number', 'bigint']
}

/**
 * @param {AnyNode} node
 * @param {Kind} kind
 */
function canBe (node, kind) {
  return kindsOf(node)?.includes(kind) ?? true
}

module.exports = { canBe }
