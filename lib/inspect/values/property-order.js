'use strict'
// The order in which the properties of an object are shown: those that people look for come first, and those that a
// class keeps for itself last.

/** @typedef {import('../../dump/format').Property} Property */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */

/**
 * Properties that people ask a request, a response, a socket, a stream or a child process for, the most wanted first.
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
 * Every EventEmitter has this property, and so have all classes of Node.js whose fields are not in the order of their
 * use.
 */
const EMITTER = '_events'

/**
 * @param {ObjectRecord} record
 * @param {Property[]} [properties] some of its properties
 * @returns {Property[]} in the object's own order if nothing is known about its class
 */
function inReadingOrder (record, properties = record.properties) {
  const isOrdinary = record.type === 'object' && (record.subtype === undefined || record.subtype === 'error')
  if (!isOrdinary || !properties.some(isInner)) return properties
  const isEmitter = record.properties.some(({ name }) => name === EMITTER)
  const rank = (/** @type {Property} */ property) => {
    if (isInner(property)) return WELL_KNOWN.length + 1
    return isEmitter ? (RANKS.get(property.name) ?? WELL_KNOWN.length) : 0
  }
  // Sorting is stable, so that equal ranks stay in the object's order.
  return [...properties].sort((a, b) => rank(a) - rank(b))
}

/** @param {Property} property */
function isInner ({ name, symbol }) {
  return symbol !== undefined || name.startsWith('_')
}

module.exports = { inReadingOrder }
