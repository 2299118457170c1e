'use strict'
// Tells apart what an application sets on a request or a response, and what Node.js or a framework keeps there. What
// the application and its middleware have set says more of this one request.

/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * @typedef {object} MessageKind
 * @property {(record: ObjectRecord) => boolean} is
 * @property {string[]} first names that come before all others, in this order
 * @property {Set<string>} own names of what Node.js or the framework itself sets, of which the application reads little
 * @property {string[]} then names that come after what the application has set, in this order
 */

const has = (/** @type {ObjectRecord} */ { properties }, /** @type {string[]} */ ...names) =>
  names.every(name => properties.some(each => each.name === name && each.symbol === undefined))
const hasSymbol = (/** @type {ObjectRecord} */ { properties }, /** @type {string} */ description) =>
  properties.some(({ symbol }) => symbol?.description === description)

/** @type {MessageKind[]} */
const KINDS = [
  {
    // Node.js's own. express keeps in `originalUrl` what was sent, and changes `url`.
    is: record => /^(?:IncomingMessage|ServerResponse)$/.test(record.className ?? '') && has(record, '_events'),
    first: ['method', 'originalUrl', 'url'],
    own: new Set([
      ...['method', 'url', 'originalUrl', 'statusCode', 'statusMessage', 'status', 'path', 'protocol', 'host'],
      ...['hostname', 'port', 'headers', 'rawHeaders', 'remoteAddress', 'remotePort', 'localAddress', 'localPort'],
      ...['fd', 'pid', 'exitCode', 'signalCode', 'spawnfile', 'spawnargs', 'bytesRead', 'bytesWritten', 'listening'],
      ...['connecting', 'destroyed', 'closed', 'errored', 'readable', 'writable', 'aborted', 'complete', 'finished'],
      ...['headersSent', 'httpVersion', 'socket', 'httpVersionMajor', 'httpVersionMinor', 'rawTrailers'],
      ...['joinDuplicateHeaders', 'upgrade', 'client', 'next', 'baseUrl', 'res', 'req', 'length', 'route', 'secret'],
      ...['cookies', 'signedCookies', 'locals', 'app', 'log', 'logger', 'outputData', 'outputSize', 'chunkedEncoding'],
      ...['shouldKeepAlive', 'maxRequestsOnConnectionReached', 'useChunkedEncodingByDefault', 'sendDate'],
      ...['strictContentLength', 'requestTimeout', 'headersTimeout']
    ]),
    then: []
  },
  {
    // A request of fastify.
    is: record => hasSymbol(record, 'Symbol(fastify.context)') && has(record, 'raw', 'params', 'query'),
    first: ['id'],
    own: new Set(['raw', 'log', 'server']),
    then: ['body', 'params', 'query']
  },
  {
    // The context of koa, and its request and response.
    is: record => has(record, 'app', 'req', 'res') && (has(record, 'ctx') || has(record, 'request', 'response')),
    first: [],
    own: new Set(['request', 'response', 'app', 'req', 'res', 'ctx', 'originalUrl', 'respond']),
    then: ['state']
  }
]

/**
 * @param {ObjectRecord} record
 * @returns {MessageKind|undefined} undefined for an object that is no request, response or context
 */
function messageKind (record) {
  if (record.type !== 'object' || record.subtype !== undefined) return undefined
  return KINDS.find(({ is }) => is(record))
}

/**
 * @param {MessageKind} kind
 * @param {Property} property
 * @returns {boolean} true if the application or its middleware has given it a value
 */
function isOfApplication ({ own, then }, { name, symbol, value }) {
  if (symbol !== undefined || name.startsWith('_') || value === undefined) return false
  if (own.has(name) || then.includes(name)) return false
  return value.type !== 'function' && value.type !== 'undefined'
}

module.exports = { isOfApplication, messageKind }
