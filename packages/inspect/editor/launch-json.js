'use strict'
// Adds a debug configuration to the text of VS Code's launch.json. The text may have comments, and commas before
// closing brackets, which JSON.parse rejects and which must stay. acorn parses such text as an expression of
// JavaScript, and tells where each part stands.

const acorn = require('acorn')

/** The name of the configuration, by which a later run finds it. */
const NAME = 'crash-collector'
const SCHEMA_VERSION = '0.2.0'

/**
 * @param {number} port
 */
function launchConfiguration (port) {
  return { type: 'node', request: 'attach', name: NAME, address: '127.0.0.1', port, continueOnAttach: false }
}

/**
 * @param {string} text
 * @returns {number|undefined} the port that the configuration of an earlier run names
 */
function portOf (text) {
  const root = parseObject(text)
  const port = root === undefined ? undefined : valueOf(ownConfiguration(root), 'port')
  const value = port?.type === 'Literal' ? port.value : undefined
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 65535 ? value : undefined
}

/**
 * Comments, other configurations, and whatever the user has added to this one stay.
 * @param {string} text of the file; empty if there is none
 * @param {number} port
 * @returns {string|undefined} the new text; undefined if the old one is none that can be edited
 */
function withConfiguration (text, port) {
  if (text.trim() === '') {
    return `${JSON.stringify({ version: SCHEMA_VERSION, configurations: [launchConfiguration(port)] }, null, 2)}\n`
  }
  const root = parseObject(text)
  if (root === undefined) return undefined
  const own = ownConfiguration(root)
  if (own !== undefined) return withPort(text, own, port)
  const list = valueOf(root, 'configurations')
  const { indent, newline } = styleOf(text, root)
  const entry = JSON.stringify(launchConfiguration(port), null, indent).split('\n')
  const added = entry.map(line => newline + indent.repeat(2) + line).join('')
  if (list?.type === 'ArrayExpression') {
    // The first one: VS Code's F5 starts it unless the user has chosen another one before.
    return insert(text, list.start + 1, list.elements.length > 0 ? `${added},` : added + newline + indent)
  }
  if (list !== undefined) return undefined
  const property = `${newline}${indent}"configurations": [${added}${newline}${indent}]`
  return insert(text, root.start + 1, property + (root.properties.length > 0 ? ',' : newline))
}

/**
 * @param {string} text
 * @param {acorn.ObjectExpression} own
 * @param {number} port
 */
function withPort (text, own, port) {
  const [request, old] = [valueOf(own, 'request'), valueOf(own, 'port')]
  if (request?.type !== 'Literal' || request.value !== 'attach' || old === undefined) return undefined
  return text.slice(0, old.start) + port + text.slice(old.end)
}

/**
 * @param {acorn.ObjectExpression} root
 * @returns {acorn.ObjectExpression|undefined}
 */
function ownConfiguration (root) {
  const list = valueOf(root, 'configurations')
  if (list?.type !== 'ArrayExpression') return undefined
  for (const each of list.elements) {
    if (each?.type !== 'ObjectExpression') continue
    const name = valueOf(each, 'name')
    if (name?.type === 'Literal' && name.value === NAME) return each
  }
  return undefined
}

/**
 * @param {string} text
 * @returns {acorn.ObjectExpression|undefined} the outermost object, if the text is JSON with comments and nothing else
 */
function parseObject (text) {
  try {
    // The parser of expressions stops after the first one, and does not say what follows it. Blanks keep the positions.
    const root = acorn.parseExpressionAt(text, 0, { ecmaVersion: 'latest', sourceType: 'module' })
    const rest = acorn.parse(' '.repeat(root.end) + text.slice(root.end), { ecmaVersion: 'latest' })
    return rest.body.length === 0 && root.type === 'ObjectExpression' && isJson(root) ? root : undefined
  } catch {
    return undefined // neither JSON nor JavaScript
  }
}

/** @param {acorn.AnyNode|null} node @returns {boolean} */
function isJson (node) {
  switch (node?.type) {
    case 'ObjectExpression':
      return node.properties.every(
        each =>
          each.type === 'Property' &&
          each.kind === 'init' &&
          !each.computed &&
          !each.method &&
          each.key.type === 'Literal' &&
          typeof each.key.value === 'string' &&
          isJson(each.value)
      )
    case 'ArrayExpression':
      return node.elements.every(isJson)
    case 'UnaryExpression':
      return node.operator === '-' && node.argument.type === 'Literal' && typeof node.argument.value === 'number'
    case 'Literal':
      return node.value === null ? node.raw === 'null' : ['string', 'number', 'boolean'].includes(typeof node.value)
    default:
      return false
  }
}

/**
 * @param {acorn.ObjectExpression|undefined} object
 * @param {string} key
 * @returns {acorn.Expression|undefined} of a key that occurs more than once the last value, as in JSON
 */
function valueOf (object, key) {
  const property = object?.properties.findLast(
    each => each.type === 'Property' && each.key.type === 'Literal' && each.key.value === key
  )
  return property?.type === 'Property' ? property.value : undefined
}

/**
 * @param {string} text
 * @param {acorn.ObjectExpression} root
 */
function styleOf (text, root) {
  const start = root.properties[0]?.start ?? 0
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start)
  return { indent: /^[ \t]+$/.test(before) ? before : '  ', newline: text.includes('\r\n') ? '\r\n' : '\n' }
}

/**
 * @param {string} text
 * @param {number} place
 * @param {string} added
 */
function insert (text, place, added) {
  return text.slice(0, place) + added + text.slice(place)
}

module.exports = { launchConfiguration, portOf, withConfiguration }
