'use strict'
// Orders the properties of an object for display: the most wanted ones come first, and the private state of a class
// comes last.

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

/**
 * @param {ObjectRecord} record
 * @param {Property[]} [properties] some of its properties
 * @returns {Property[]} in the object's own order if its class is not known
 */
function inReadingOrder (record, properties = record.properties) {
  const isOrdinary = record.type === 'object' && (record.subtype === undefined || record.subtype === 'error')
  if (!isOrdinary || !properties.some(isInner)) return properties
  const isEmitter = record.properties.some(({ name }) => name === EMITTER)
  const rank = (/** @type {Property} */ property) => {
    if (isInner(property)) return WELL_KNOWN.length + 1
    return isEmitter ? (RANKS.get(property.name) ?? WELL_KNOWN.length) : 0
  }
  // Sorting is stable, so properties of equal rank keep the object's order.
  return [...properties].sort((a, b) => rank(a) - rank(b))
}

/** @param {Property} property */
function isInner ({ name, symbol }) {
  return symbol !== undefined || name.startsWith('_')
}

module.exports = { inReadingOrder }
