'use strict'
// Orders the properties of an object for display: the most wanted ones come first, then fields, byte counts, methods,
// and the private state of a class last.

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
 * What Node.js and express give to each request and response themselves. Any other property was set by the application
 * or its middleware, and says more of this one request.
 */
const OF_MESSAGE = new Set([
  ...WELL_KNOWN.filter(name => !['params', 'query', 'body'].includes(name)),
  ...['socket', 'httpVersionMajor', 'httpVersionMinor', 'rawTrailers', 'joinDuplicateHeaders', 'upgrade', 'client'],
  ...['next', 'baseUrl', 'res', 'req', 'length', 'route', 'secret', 'cookies', 'signedCookies', 'locals', 'app'],
  ...['log', 'logger'],
  ...['outputData', 'outputSize', 'chunkedEncoding', 'shouldKeepAlive', 'maxRequestsOnConnectionReached'],
  ...['useChunkedEncodingByDefault', 'sendDate', 'strictContentLength', 'requestTimeout', 'headersTimeout']
])
/** express keeps in `originalUrl` what was sent, and changes `url`. */
const REQUEST_LINE = ['method', 'originalUrl', 'url']
/** Places behind the well-known properties. */
const FIELDS = WELL_KNOWN.length
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
  if (!isOrdinary || !(isOfClass || properties.some(isInner))) return properties
  const isEmitter = record.properties.some(({ name }) => name === EMITTER)
  const isMessage = isEmitter && /^(?:IncomingMessage|ServerResponse)$/.test(record.className ?? '')
  const rank = (/** @type {Property} */ property) => {
    if (isInner(property)) return INNER
    const { name, value } = property
    if (isMessage) {
      if (REQUEST_LINE.includes(name)) return REQUEST_LINE.indexOf(name) - REQUEST_LINE.length
      if (isOfApplication(record, property)) return 0
    }
    if (isEmitter && RANKS.has(name)) return (RANKS.get(name) ?? 0) + 1
    if (!isOfClass) return FIELDS
    if (value?.type === 'function') return METHODS
    return value !== undefined && isBytes(name, value) ? BYTES : FIELDS
  }
  // Sorting is stable, so properties of equal rank keep the object's order.
  return [...properties].sort((a, b) => rank(a) - rank(b))
}

/**
 * @param {ObjectRecord} message a request or a response
 * @param {Property} property
 * @returns {boolean} true if the application or its middleware has given it a value
 */
function isOfApplication (message, { name, symbol, value }) {
  if (symbol !== undefined || name.startsWith('_') || value === undefined || OF_MESSAGE.has(name)) return false
  return value.type !== 'function' && value.type !== 'undefined'
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

module.exports = { inReadingOrder, isOfApplication }
