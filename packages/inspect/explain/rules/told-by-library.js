'use strict'
// Explains an error of a library by what the library itself has kept on it: the answer of a service, a list of errors,
// or the status and details of gRPC.

const { isApplicationFrame } = require('../../crash/application-frames')
const { applicationCall, callWords } = require('../application-call')
const { errorProperty, errorText } = require('../error-properties')
const { madeAt } = require('../conditions/made-error')
const { plainValue } = require('../known-value')
const { dataProperty, wholeString } = require('../properties')
const { cut, plain, quote } = require('../../text/terminal-text')
const { inCode } = require('../words')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('../application-call').ApplicationCall} ApplicationCall */

/** https://grpc.github.io/grpc/core/md_doc_statuscodes.html */
const GRPC_STATUS = [
  ...['OK', 'CANCELLED', 'UNKNOWN', 'INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'NOT_FOUND', 'ALREADY_EXISTS'],
  ...['PERMISSION_DENIED', 'RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION', 'ABORTED', 'OUT_OF_RANGE', 'UNIMPLEMENTED'],
  ...['INTERNAL', 'UNAVAILABLE', 'DATA_LOSS', 'UNAUTHENTICATED']
]
/** Paths from the error to the answer of a service, as its clients keep it. */
const ANSWERS = [
  ['response', 'data', 'error'], ['response', 'data'], ['response', 'body', 'error'], ['response', 'body'],
  ['response'], ['body', 'error'], ['body'], ['data', 'error'], ['data'], ['error', 'error'], ['error'], ['reason'],
  ['info', 'error'], ['info'], ['meta', 'body', 'error']
]
/** Paths to the status of the answer. */
const STATUSES = [['status'], ['statusCode'], ['meta', 'statusCode'], ['$metadata', 'httpStatusCode']]
/** What services call their sentence. */
const SENTENCES = ['message', 'description', 'error_description', 'detail', 'details', 'title', 'error', 'reason']
const LISTS = ['errors', 'issues', 'details', 'graphQLErrors']
const MAX_TEXT = 160
const MAX_ARGUMENTS = 2

/** @type {import('../types').Rule} */
const toldByLibrary = {
  name: 'told-by-library',
  explain (dump) {
    if (dump.exception?.value.subtype !== 'error' && dump.exception?.value.type !== 'object') return undefined
    const told = grpc(dump) ?? listed(dump) ?? answered(dump)
    // What the application has put on an error that it makes itself is not a library's.
    if (told === undefined || madeAt(dump) !== undefined) return undefined
    const call = applicationCall(dump)
    return `${cut(plain(told.replace(/\s+/g, ' ')), MAX_TEXT)}${call === undefined ? '' : askedBy(call)}`
  }
}

/**
 * @param {Dump} dump
 * @returns {string|undefined}
 */
function grpc (dump) {
  const code = plainValue(errorProperty(dump, 'code'))
  const details = errorText(dump, 'details')
  const isIt = details !== undefined && errorProperty(dump, 'metadata') !== undefined
  if (!isIt || typeof code !== 'number') return undefined
  const status = GRPC_STATUS[code]
  return status === undefined ? undefined : `gRPC status ${status} (${code}): ${details}`
}

/**
 * The first of several errors, with its path and code.
 * @param {Dump} dump
 * @returns {string|undefined}
 */
function listed (dump) {
  for (const holder of [dump.exception?.value, errorProperty(dump, 'response')]) {
    for (const name of LISTS) {
      const list = dataProperty(dump, holder, name)
      const record = list?.objectId === undefined ? undefined : dump.object(list.objectId)
      if (record?.subtype !== 'array' || record.length === undefined || record.length === 0) continue
      const first = record.properties.find(each => each.name === '0')?.value
      const message = sentenceOf(dump, first)
      if (message === undefined || first?.subtype === 'error') continue
      const path = pathText(dump, dataProperty(dump, first, 'path'))
      const more = record.length === 1 ? '' : ` (and ${record.length - 1} more of ${inCode(name)})`
      return `${path === '' ? '' : `${inCode(path)}: `}${message}${more}`
    }
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} path text, or an array of keys
 */
function pathText (dump, path) {
  const text = wholeString(path)
  const record = path?.objectId === undefined ? undefined : dump.object(path.objectId)
  if (text !== undefined || record?.subtype !== 'array') return text ?? ''
  return record.properties
    .flatMap(({ name, value }) => (/^\d+$/.test(name) ? String(plainValue(value) ?? '?') : []))
    .join('.')
}

/**
 * What a service has answered, if the error's own message does not say it.
 * @param {Dump} dump
 * @returns {string|undefined}
 */
function answered (dump) {
  const status = STATUSES.map(path => plainValue(atPath(dump, path)))
    .find(each => typeof each === 'number' && each >= 100 && each <= 599)
  // Clients of AWS make the sentence their message.
  const isOfAws = errorProperty(dump, '$metadata') !== undefined && status !== undefined
  for (const path of isOfAws ? [[]] : ANSWERS) {
    const holder = atPath(dump, path)
    const sentence = holder?.subtype === 'error' && !isOfAws ? undefined : sentenceOf(dump, holder)
    if (sentence === undefined) continue
    return `${status === undefined ? 'the service answered' : `the service answered ${status}`}: ${quote(sentence)}`
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {string[]} path from the error
 */
function atPath (dump, path) {
  return path.reduce((holder, name) => dataProperty(dump, holder, name), dump.exception?.value)
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} holder
 * @returns {string|undefined}
 */
function sentenceOf (dump, holder) {
  if (holder?.type !== 'object') return undefined
  return SENTENCES.map(name => wholeString(dataProperty(dump, holder, name))).find(each => / /.test(each ?? ''))
}

/**
 * @param {ApplicationCall} call
 * @returns {string} who asked, and with which values
 */
function askedBy (call) {
  const { scene, args } = call
  if (!isApplicationFrame(scene.frame)) return ''
  const values = args.flatMap(node => {
    const value = /^(?:Identifier|MemberExpression)$/.test(node.type) ? scene.value(node) : undefined
    return value === undefined || value.type === 'function' ? [] : [`${scene.code(node)} is ${scene.describe(value)}`]
  })
  const shown = values.slice(0, MAX_ARGUMENTS)
  return `; requested by ${callWords(call)}${shown.length === 0 ? '' : `, ${shown.join(', ')}`}`
}

module.exports = { toldByLibrary }
