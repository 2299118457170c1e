'use strict'
// Makes one value of a program wrong at a known statement, in all the ways it can.

const acorn = require('acorn')

/** @typedef {any} Node */

/**
 * @typedef {object} Mutation
 * @property {string} kind
 * @property {number} start offset of the text that is replaced
 * @property {number} end
 * @property {string} text
 * @property {number} line of the mutation, from 1
 * @property {[from: number, to: number]} statement lines of the statement
 * @property {[start: number, end: number]} range offsets of the statement
 */

const STATEMENT = /(?:Statement|Declaration)$/

/**
 * @param {string} source
 * @returns {Mutation[]}
 */
function mutationsOf (source) {
  const program = acorn.parse(source, { ecmaVersion: 'latest', sourceType: 'script', locations: true })
  /** @type {Mutation[]} */
  const found = []
  visit(program, program)

  /** @param {Node} node @param {Node} statement */
  function visit (node, statement) {
    const isArrowValue = node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement'
    if (STATEMENT.test(node.type) && node.type !== 'BlockStatement') statement = node
    mutate(node, statement)
    for (const [field, value] of Object.entries(node)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (typeof each?.type !== 'string') continue
        visit(each, isArrowValue && field === 'body' ? each : statement)
      }
    }
  }

  /** @param {Node} node @param {Node} statement */
  function mutate (node, statement) {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) value(node.init, statement, 'variable')
        return
      case 'AssignmentExpression':
        if (node.operator === '=') value(node.right, statement, 'assignment')
        return
      case 'ReturnStatement':
        if (node.argument) value(node.argument, statement, 'result')
        return
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') value(node.body, node.body, 'result')
        return
      case 'ObjectExpression':
        node.properties.forEach((/** @type {Node} */ property, /** @type {number} */ i) => {
          if (property.type !== 'Property' || property.method || property.kind !== 'init') return
          value(property.value, statement, 'property', property.shorthand ? `${property.key.name}: ` : '')
          const next = node.properties[i + 1]
          const [start, end] = next
            ? [property.start, next.start]
            : [node.properties[i - 1]?.end ?? property.start, property.end]
          add('left out', start, end, '', statement, property)
        })
        return
      case 'CallExpression':
        if (node.arguments.length > 0 && node.callee.name !== 'require') {
          const last = node.arguments.at(-1)
          if (!/Function/.test(last.type)) value(last, statement, 'argument')
        }
        if (/^find/.test(node.callee.property?.name) && /Function/.test(node.arguments[0]?.type)) {
          add('finds nothing', node.arguments[0].start, node.arguments[0].end, '() => false', statement, node)
        }
    }
  }

  /** @param {Node} node @param {Node} statement @param {string} kind @param {string} [before] */
  function value (node, statement, kind, before = '') {
    if (/Function|Class/.test(node.type) || isRequire(node)) return
    for (const text of ['undefined', 'null', "'?'"]) {
      add(`${kind} ${text}`, node.start, node.end, before + text, statement, node)
    }
    if (node.type === 'MemberExpression' && !node.computed && node.property.name.length > 3) {
      const { start, end, name } = node.property
      add(`${kind} misspelt`, start, end, name.slice(0, -2) + name.at(-1), statement, node)
    }
  }

  /** @param {Node} node @returns {boolean} */
  function isRequire (node) {
    return node.type === 'CallExpression' && (node.callee.name === 'require' || isRequire(node.callee))
  }

  /**
   * @param {string} kind
   * @param {number} start
   * @param {number} end
   * @param {string} text
   * @param {Node} statement
   * @param {Node} at
   */
  function add (kind, start, end, text, statement, at) {
    found.push({
      kind,
      start,
      end,
      text,
      line: at.loc.start.line,
      statement: [statement.loc.start.line, statement.loc.end.line],
      range: [statement.start, statement.end]
    })
  }

  return found
}

module.exports = { mutationsOf }
