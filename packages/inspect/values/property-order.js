'use strict'
// Orders the properties of an object for display: the most wanted ones come first, then fields, byte counts, methods,
// and the private state of a class last.

const { isOfApplication, messageKind } = require('./message-kinds')

/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * The most wanted properties of requests, responses, sockets, streams and child processes, in this order.
 */
const WELL_KNOWN = [
  'method',
  'url',
  'originalUrl',
  'statusCode',
  'statusMessage',
  'status',
  'path',
  'protocol',
  'host',
  'hostname',
  'port',
  'headers',
  'rawHeaders',
  'params',
  'query',
  'body',
  'remoteAddress',
  'remotePort',
  'localAddress',
  'localPort',
  'fd',
  'pid',
  'exitCode',
  'signalCode',
  'spawnfile',
  'spawnargs',
  'bytesRead',
  'bytesWritten',
  'listening',
  'connecting',
  'destroyed',
  'closed',
  'errored',
  'readable',
  'writable',
  'aborted',
  'complete',
  'finished',
  'headersSent',
  'httpVersion'
]
const RANKS = new Map(WELL_KNOWN.map((name, rank) => [name, rank]))

/**
 * Every EventEmitter has this property. So has every class of Node.js whose properties are not ordered by importance.
 */
const EMITTER = '_events'

/** Which object it is: the first fields to look at, if an object of a class has more than fit on a line or two. */
const IDENTITY = ['id', '_id', 'uuid', 'key', 'name', 'type', 'kind', 'state', 'data', 'payload']
const MANY_FIELDS = 8

/** Places behind the well-known properties. */
const FIRST_FIELDS = WELL_KNOWN.length + 1
const FIELDS = FIRST_FIELDS + IDENTITY.length
const BYTES = FIELDS + 1
const METHODS = FIELDS + 2
const INNER = FIELDS + 3

/**
 * @param {ObjectRecord} record
 * @param {Property[]} [properties] some of its properties
 * @returns {Property[]} in the object's own order if it is an object literal or the like
 */
function inReadingOrder (record, properties = record.properties) {
  const isOrdinary = record.type === 'object' && (record.subtype === undefined || record.subtype === 'error')
  const isOfClass = record.className !== undefined && record.className !== 'Object'
  const message = messageKind(record)
  if (!isOrdinary || !(isOfClass || message !== undefined || properties.some(isInner))) return properties
  const isLarge = record.properties.length > MANY_FIELDS
  const isEmitter = record.properties.some(({ name }) => name === EMITTER)
  const rank = (/** @type {Property} */ property) => {
    if (isInner(property)) return INNER
    const { name, value } = property
    if (message !== undefined) {
      if (message.first.includes(name)) return message.first.indexOf(name) - message.first.length
      if (isOfApplication(message, property)) return 0
      if (message.then.includes(name)) return message.then.indexOf(name) + 1
    }
    if (isEmitter && RANKS.has(name)) return (RANKS.get(name) ?? 0) + 1
    if (!isOfClass) return FIELDS
    if (value?.type === 'function') return METHODS
    if (isLarge && IDENTITY.includes(name)) return FIRST_FIELDS + IDENTITY.indexOf(name)
    return value !== undefined && isBytes(name, value) ? BYTES : FIELDS
  }
  // Sorting is stable, so properties of equal rank keep the object's order.
  return [...properties].sort((a, b) => rank(a) - rank(b))
}

/**
 * @param {string} name
 * @param {import('crash-collector-shared/dump/format').Value} value
 * @returns {boolean} true for buffers and counts of bytes, which seldom tell what an object is about
 */
function isBytes (name, { type, subtype, className }) {
  return (
    subtype === 'typedarray' || subtype === 'arraybuffer' || className === 'Buffer' ||
    (type === 'number' && /(?:^bytes|Bytes|ByteLength|BufferSize|WaterMark|bufferLength)/.test(name))
  )
}

/** @param {Property} property */
function isInner ({ name, symbol }) {
  return symbol !== undefined || name.startsWith('_')
}

module.exports = { inReadingOrder }
