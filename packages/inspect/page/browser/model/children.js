'use strict'
// Lists the lines that unfold below a value: properties, elements, entries, private fields, internal state, scopes of a
// function, and what is missing.

const { missingText } = require('../../../values/describe-value')
const { passedNote } = require('../../../values/passed-note')
const { bytesToNumbers } = require('../../../values/typed-array-bytes')
const { quote } = require('../../../text/terminal-text')
const { scopeTitle } = require('./scopes')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('./dump').PageDump} PageDump */

/**
 * A line of a tree.
 * @typedef {object} TreeNode
 * @property {string} name
 * @property {Value} [key] key of a Map's entry, shown instead of the name
 * @property {Value} [value]
 * @property {string} [text] shown instead of a value
 * @property {string} [note] shown beside the value
 * @property {boolean} [dim] the property is not enumerable, or not the application's
 * @property {() => TreeNode[]} [children] if they are not the value's own
 * @property {string} [id] identifies the owner of the children if it is not an object
 */

const PLAIN_NAME = /^[#\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** @param {string} name */
const propertyName = name => (PLAIN_NAME.test(name) || /^\d+$/.test(name) ? name : quote(name))

/**
 * @param {import('../../../values/types').PassedVariable} variable
 * @returns {TreeNode}
 */
function variableNode ({ name, value, notCapturedReason, passedTo, passedBy }) {
  if (value === undefined) return { name, text: missingText(notCapturedReason) }
  const note = passedNote({ name, passedTo, passedBy })
  return { name, value, ...(note !== '' && { note }) }
}

/**
 * @param {{ name: string, symbol?: Value, value?: Value, get?: Value, set?: Value, enumerable?: boolean,
 *   notCapturedReason?: string }} property
 * @returns {TreeNode[]}
 */
function propertyNodes ({ name: key, symbol, value, get, set, enumerable, notCapturedReason }) {
  const name = symbol === undefined ? propertyName(key) : `[${symbol.description ?? key}]`
  const dim = enumerable === false
  if (value !== undefined) return [{ name, value, dim }]
  if (notCapturedReason !== undefined) return [{ name, text: missingText(notCapturedReason), dim }]
  return [
    ...(get === undefined ? [] : [{ name: `get ${name}`, value: get, dim }]),
    ...(set === undefined ? [] : [{ name: `set ${name}`, value: set, dim }])
  ]
}

/**
 * @param {PageDump} dump
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
function childrenOf (dump, node) {
  if (node.children !== undefined) return node.children()
  const objectId = node.value?.type === 'symbol' ? undefined : node.value?.objectId
  const record = objectId === undefined ? undefined : dump.object(objectId)
  return record === undefined ? [] : recordNodes(dump, record)
}

/**
 * @param {PageDump} dump
 * @param {ObjectRecord} record
 * @returns {TreeNode[]}
 */
function recordNodes (dump, record) {
  return [
    ...(record.privateProperties ?? []).flatMap(each => propertyNodes(each)),
    ...record.properties.flatMap(each => propertyNodes(each)),
    ...entryNodes(record),
    ...byteNodes(dump, record),
    ...(record.internalProperties ?? []).map(({ name, value }) => ({ name, value, dim: true })),
    ...scopesNode(dump, record),
    ...sizeNodes(record),
    ...(record.notCaptured ?? []).map(({ reason, count, what }) => {
      const more = `${count === undefined ? '' : `${count} `}more${what === undefined ? '' : ` ${what}`}`
      return { name: '', text: `… ${more} ${missingText(reason)}`, dim: true }
    })
  ]
}

/**
 * @param {ObjectRecord} record
 * @returns {TreeNode[]}
 */
function entryNodes ({ entries = [] }) {
  return entries.map(({ key, value }, i) =>
    key === undefined ? { name: String(i), value } : { name: String(i), key, value }
  )
}

/**
 * @param {PageDump} dump
 * @param {ObjectRecord} record
 * @returns {TreeNode[]}
 */
function byteNodes (dump, record) {
  if (record.bytes === undefined) return []
  const { values, missing } = bytesToNumbers(record, dump)
  const nodes = values.map((value, i) => ({ name: String(i), value }))
  return missing === 0 ? nodes : [...nodes, { name: '', text: `… ${missing} more not captured`, dim: true }]
}

/**
 * @param {PageDump} dump
 * @param {ObjectRecord} record
 * @returns {TreeNode[]}
 */
function scopesNode (dump, { objectId, scopes = [] }) {
  if (scopes.length === 0) return []
  const children = () =>
    scopes.map((scope, i) => ({
      name: '',
      text: scopeTitle(dump.scope(scope)),
      id: `scope ${scope.scopeId ?? `${objectId}.${i}`}`,
      children: () => dump.scope(scope).variables.map(variableNode)
    }))
  return [{ name: '[[Scopes]]', text: `Scopes(${scopes.length})`, dim: true, id: `scopes ${objectId}`, children }]
}

/**
 * @param {ObjectRecord} record
 * @returns {TreeNode[]}
 */
function sizeNodes (record) {
  const hasLength = record.properties.some(({ name, symbol }) => name === 'length' && symbol === undefined)
  /** @type {TreeNode[]} */
  const nodes = []
  if (record.length !== undefined && !hasLength) {
    nodes.push({
      name: record.subtype === 'array' || record.subtype === 'typedarray' ? 'length' : 'byteLength',
      value: { type: 'number', value: record.length },
      dim: true
    })
  }
  if (record.size !== undefined) nodes.push({ name: 'size', value: { type: 'number', value: record.size }, dim: true })
  return nodes
}

/**
 * @param {PageDump} dump
 * @param {TreeNode} node
 */
function hasChildren (dump, node) {
  if (node.children !== undefined) return true
  if (node.value === undefined || node.value.objectId === undefined || node.value.type === 'symbol') return false
  return dump.object(node.value.objectId) !== undefined
}

module.exports = { childrenOf, hasChildren, variableNode }
