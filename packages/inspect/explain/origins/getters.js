'use strict'
// Tells what a getter gives that does nothing but read a property of its object, as in
// `get client () { return this.#client }`. It is not run: its source says what it reads.

const { dataProperty } = require('../properties')
const { internalProperty } = require('../../values/describe-value')
const { child, children, memberKey, parseProgram } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MAX_PROTOTYPES = 50
const MAX_SOURCE = 1000

/**
 * @param {Dump} dump
 * @param {Value} object
 * @param {string} key
 * @returns {Value | undefined} undefined if the property is no such getter, or the dump does not say
 */
function getterValue (dump, object, key) {
  const getter = getterOf(dump, object, key)
  const source = getter?.objectId === undefined ? undefined : dump.object(getter.objectId)?.source
  const read = source === undefined || source.length > MAX_SOURCE ? undefined : pathRead(source)
  return read?.reduce((/** @type {Value | undefined} */ value, name) => memberOf(dump, value, name), object)
}

/**
 * @param {Dump} dump
 * @param {Value} object
 * @param {string} key
 * @returns {Value | undefined} function of the getter, own or inherited
 */
function getterOf (dump, object, key) {
  let record = object.objectId === undefined ? undefined : dump.object(object.objectId)
  for (let i = 0; record !== undefined && record.subtype !== 'proxy' && i < MAX_PROTOTYPES; i++) {
    const found = record.properties.find(({ name, symbol }) => symbol === undefined && name === key)
    if (found !== undefined) return found.get
    if (record.notCaptured?.length) return undefined
    const prototype = internalProperty(record, '[[Prototype]]')
    record = prototype?.objectId === undefined ? undefined : dump.object(prototype.objectId)
  }
  return undefined
}

/**
 * @param {string} source of a getter
 * @returns {string[] | undefined} names that it reads one after the other, beginning at `this`; undefined if it does
 *   anything else
 */
function pathRead (source) {
  const program = parseProgram(`(class { ${privateNames(source)} ${source}\n})`)
  const [statement] = program === null ? [] : children(program, 'body')
  const made = statement === undefined ? null : child(statement, 'expression')
  const body = made?.type === 'ClassExpression' ? child(made, 'body') : null
  const method = body === null ? undefined : children(body, 'body').find(({ kind }) => kind === 'get')
  const block = method === undefined ? null : child(/** @type {AnyNode} */ (method.value), 'body')
  const statements = block === null ? [] : children(block, 'body')
  if (statements.length !== 1 || statements[0].type !== 'ReturnStatement') return undefined
  /** @type {string[]} */
  const names = []
  let node = child(statements[0], 'argument')
  while (node?.type === 'MemberExpression') {
    const name = memberKey(node)
    if (name === undefined) return undefined
    names.unshift(name)
    node = child(node, 'object')
  }
  return node?.type === 'ThisExpression' && names.length > 0 ? names : undefined
}

/**
 * @param {string} source
 * @returns {string} declarations of the private names in it, without which it can't be parsed
 */
function privateNames (source) {
  return [...new Set(source.match(/#[\w$]+/g))].map(name => `${name};`).join(' ')
}

/**
 * @param {Dump} dump
 * @param {Value | undefined} value
 * @param {string} name
 */
function memberOf (dump, value, name) {
  if (!name.startsWith('#')) return dataProperty(dump, value, name)
  const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
  return record?.privateProperties?.find(each => each.name === name)?.value
}

module.exports = { getterValue }
