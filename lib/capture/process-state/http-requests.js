'use strict'
// HTTP requests under way, of servers and of clients: an open socket of node:http knows its message. Nothing is recorded while the process
// lives; the objects are looked at when it dies, data properties only.

const { dataProperty, isObject } = require('../error-text')
const { apply } = require('../primordials')
const { find } = require('./text-files')

const MAX_REQUESTS = 100
const activeHandles = /** @type {(() => unknown[]) | undefined} */ (/** @type {any} */ (process)._getActiveHandles)

/**
 * @typedef {object} HttpRequest
 * @property {'server' | 'client'} side
 * @property {string} method
 * @property {string} url with path and query as it was sent; of a client, with the host
 */

/** @returns {{ requests: HttpRequest[], leftOut: number } | undefined} undefined when there are none */
function readHttpRequests () {
  if (activeHandles === undefined) return undefined
  const handles = apply(activeHandles, process, [])
  /** @type {HttpRequest[]} */
  const requests = []
  let leftOut = 0
  for (let i = 0; i < handles.length; i++) {
    const request = requestOf(handles[i])
    if (request === null) continue
    if (requests.length < MAX_REQUESTS) requests[requests.length] = request
    else leftOut++
  }
  return requests.length === 0 ? undefined : { requests, leftOut }
}

/**
 * @param {unknown} socket
 * @returns {HttpRequest | null}
 */
function requestOf (socket) {
  const message = dataProperty(socket, '_httpMessage')
  if (!isObject(message)) return null
  const incoming = dataProperty(message, 'req')
  if (isObject(incoming)) {
    const method = dataProperty(incoming, 'method')
    const url = dataProperty(incoming, 'url')
    return typeof method !== 'string' || typeof url !== 'string' ? null : { side: 'server', method, url }
  }
  // Of a client's request Node.js keeps the text that it has sent.
  const header = dataProperty(message, '_header')
  const sent = typeof header === 'string' ? header : undefined
  const path = find(/^\S+ (\S+)/, sent)
  return path === undefined ? null : { side: 'client', method: find(/^(\S+)/, sent) ?? '', url: `//${find(/^host: *(\S+)/im, sent) ?? ''}${path}` }
}

module.exports = { readHttpRequests }
