'use strict'
// Chooses what is shown of a request or a response in one line: which one it is, and what a person asks for at first.

const { describeIn } = require('../../values/describe-value')
const { isOfApplication, messageKind } = require('../../values/message-kinds')
const { inReadingOrder } = require('../../values/property-order')
const { Fields } = require('../../values/summaries/fields')
const { messageSummary } = require('../../values/summaries/messages')

/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('../../values/types').ObjectSource} ObjectSource */
/**
 * count: of the others, if they are mentioned
 * @typedef {{ className: string|undefined, properties: Property[], count: number }} MessageLine
 */

/** Short ones come first: a body may take the line. */
const ASKED_FOR = ['params', 'query', 'user', 'body']

/**
 * What `show` has of a request or response if it is shown in one line: a request on the first screen. A response is
 * never shown in more: applications ask what it was, and not how it is kept.
 * @param {ObjectRecord} record
 * @param {ObjectSource} source
 * @param {import('../types').Limits} limits
 * @returns {MessageLine | undefined} undefined for any other object
 */
function messageLine (record, source, { isBrief, valueLines }) {
  const { className, properties } = record
  const fields = new Fields(record, source)
  const line = (/** @type {Property[]} */ shown) =>
    ({ className, properties: shown, count: properties.filter(each => !shown.includes(each)).length })
  // That of fastify holds it.
  const answer = isBrief && className === 'Reply' ? fields.object('raw') : fields
  if (answer?.record.className === 'ServerResponse') {
    const shown = answerFields(answer)
    return isBrief ? { className, properties: shown, count: 0 } : line(shown)
  }
  const kind = isBrief || valueLines === 1 ? messageKind(record) : undefined
  if (kind === undefined) return undefined
  const ordered = inReadingOrder(record)
  const ofApplication = ordered.filter(each => isOfApplication(kind, each))
  if (messageSummary(fields) !== undefined) {
    const rank = (/** @type {Property} */ { name }) => ASKED_FOR.indexOf(name) >>> 0
    const set = ofApplication.filter(each => !isEmpty(fields, each)).sort((a, b) => rank(a) - rank(b))
    return { className: describeIn(record, source), properties: set, count: 0 }
  }
  if (className === 'IncomingMessage') return valueLines === 1 ? line(ofApplication) : undefined
  const shown = ordered.filter(each => ofApplication.includes(each) || kind.then.includes(each.name))
  return shown.length === 0 ? undefined : line(shown)
}

/**
 * @param {Fields} fields
 * @param {Property} property
 */
function isEmpty (fields, { value }) {
  const held = fields.of(value)?.record
  if (held === undefined || !/^(?:Object|Array)$/.test(held.className ?? '')) return false
  return held.properties.every(({ name }) => name === 'length') && held.notCaptured === undefined
}

/**
 * @param {Fields} fields of a response
 * @returns {Property[]} also what its prototype gives, which the dump does not have
 */
function answerFields (fields) {
  const header = fields.value('_header')
  const given = fields.record.properties.filter(({ name }) => name === 'statusCode')
  if (header === undefined) return given
  const isSent = header.type === 'string'
  /** @type {Property} */
  const ofPrototype = { name: 'statusCode', value: { type: 'number', value: 200 } }
  return [
    ...(given.length > 0 ? given : [ofPrototype]),
    { name: 'headersSent', value: { type: 'boolean', value: isSent } },
    ...(isSent ? fields.record.properties.filter(({ name }) => name === 'finished') : [])
  ]
}

/**
 * @param {ObjectSource} source
 * @returns {ObjectSource} without the note on objects that have no prototype, as the params and queries of frameworks
 */
function withoutPrototypes (source) {
  return {
    ...source,
    object: objectId => {
      const record = source.object(objectId)
      return record?.className === 'Object' ? { ...record, internalProperties: undefined } : record
    }
  }
}

module.exports = { messageLine, withoutPrototypes }
