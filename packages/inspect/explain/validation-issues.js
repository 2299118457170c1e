'use strict'
// Reads what validators found wrong: the issues of zod, Ajv, Fastify, joi, yup and mongoose.

const { dataProperty, wholeString } = require('./properties')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/**
 * @typedef {object} Issue
 * @property {string[]} path of the value, from the validated object
 * @property {string} message
 * @property {boolean} [isMissing] Ajv names a missing property beside the path of its object
 */

const LISTS = ['issues', 'details', 'validation', 'errors', 'inner']
const MAX_ISSUES = 100
const MAX_PATH = 30

/**
 * @param {Dump} dump
 * @param {Value|undefined} holder an error, or a function of Ajv
 * @returns {Issue[]}
 */
function issuesOf (dump, holder) {
  for (const name of LISTS) {
    const list = elementsOf(dump, dataProperty(dump, holder, name))
    const issues = list.slice(0, MAX_ISSUES).map(each => issueOf(dump, each))
    if (issues.length > 0 && issues.every(each => each !== undefined)) return /** @type {Issue[]} */ (issues)
  }
  const own = holder?.subtype === 'error' ? issueOf(dump, holder) : undefined
  return own === undefined || own.path.length === 0 ? [] : [own]
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} value
 * @returns {Value[]} the elements of an array, or the values of mongoose's object
 */
function elementsOf (dump, value) {
  const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
  if (record === undefined || (record.subtype !== undefined && record.subtype !== 'array')) return []
  return record.properties.flatMap(({ name, symbol, value: held }) =>
    symbol !== undefined || held === undefined || name === 'length' ? [] : [held]
  )
}

/**
 * @param {Dump} dump
 * @param {Value} value
 * @returns {Issue|undefined}
 */
function issueOf (dump, value) {
  const message = wholeString(dataProperty(dump, value, 'message'))
  if (value.type !== 'object' || message === undefined || message === '') return undefined
  const pointer = wholeString(dataProperty(dump, value, 'instancePath'))
  if (pointer !== undefined) {
    const path = pointer.split('/', MAX_PATH).slice(1).map(each => each.replaceAll('~1', '/').replaceAll('~0', '~'))
    const isRequired = wholeString(dataProperty(dump, value, 'keyword')) === 'required'
    const missing = isRequired
      ? wholeString(dataProperty(dump, dataProperty(dump, value, 'params'), 'missingProperty'))
      : undefined
    return missing === undefined ? { path, message } : { path: [...path, missing], message, isMissing: true }
  }
  const path = dataProperty(dump, value, 'path')
  const text = wholeString(path)
  if (text === undefined && path?.subtype !== 'array') return undefined
  const keys =
    text === undefined
      ? elementsOf(dump, path).map(({ value: key }) => String(key))
      : text.replaceAll('[', '.').replaceAll(']', '').split('.', MAX_PATH + 1)
  return keys.length > MAX_PATH ? undefined : { path: keys, message }
}

module.exports = { issuesOf }
