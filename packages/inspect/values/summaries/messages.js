'use strict'

/** @typedef {import('./fields').Fields} Fields */

const MAX_URL = 100

/**
 * A request that a server of Node.js has received: its class with method and URL as they were sent.
 * @param {Fields} fields
 * @returns {string|undefined}
 */
function messageSummary (fields) {
  if (fields.className !== 'IncomingMessage') return undefined
  const method = fields.string('method')
  // express changes `url` and keeps what was sent in `originalUrl`.
  const url = fields.string('originalUrl') ?? fields.string('url')
  return method === undefined || url === undefined || url === ''
    ? undefined
    : `IncomingMessage ${method} ${url.slice(0, MAX_URL)}`
}

module.exports = { messageSummary }
