'use strict'
// HTTP requests under way, of servers and of clients: an open socket of node:http knows its message. Nothing is
// recorded while the process lives; the objects are looked at when it dies, data properties only.

const { getActiveHandles } = require('../../safe/node-builtins')
const { dataProperty, isObject } = require('../../safe/data-property')
const { find } = require('./text-files')

const MAX_REQUESTS = 100

/**
 * @typedef {object} HttpRequest
 * @property {'server' | 'client'} side
 * @property {string} method
 * @property {number} [ageMs] when it was recorded
 * @property {string} url with path and query as it was sent; of a client, with protocol and host
 */

/**
 * @param {import('./ages').Ages | null} [ages] when they are recorded
 * @returns {{ requests: HttpRequest[], leftOut: number } | undefined} undefined when there are none
 */
function readHttpRequests (ages) {
  const handles = getActiveHandles()
  /** @type {HttpRequest[]} */
  const requests = []
  let leftOut = 0
  for (let i = 0; i < handles.length; i++) {
    const request = requestOf(handles[i], ages)
    if (request === null) continue
    if (requests.length < MAX_REQUESTS) requests[requests.length] = request
    else leftOut++
  }
  return requests.length === 0 ? undefined : { requests, leftOut }
}

/**
 * @param {unknown} socket
 * @param {import('./ages').Ages | null | undefined} ages
 * @returns {HttpRequest | null}
 */
function requestOf (socket, ages) {
  const message = dataProperty(socket, '_httpMessage')
  if (!isObject(message)) return null
  const incoming = dataProperty(message, 'req')
  if (isObject(incoming)) {
    const method = dataProperty(incoming, 'method')
    const url = dataProperty(incoming, 'url')
    return typeof method !== 'string' || typeof url !== 'string'
      ? null
      : { side: 'server', method, url, ageMs: ages?.ageMs(incoming) }
  }
  // Node.js keeps the text that a client's request has sent (test/workarounds/request-header-text.js, Node.js 20 to
  // 26).
  const header = dataProperty(message, '_header')
  const sent = typeof header === 'string' ? header : undefined
  const path = find(/^\S+ (\S+)/, sent)
  if (path === undefined) return null
  const protocol = dataProperty(message, 'protocol')
  const scheme = typeof protocol === 'string' ? (find(/^([a-z]+:)/, protocol) ?? '') : ''
  const url = `${scheme}//${find(/^host: *(\S+)/im, sent) ?? ''}${path}`
  return { side: 'client', method: find(/^(\S+)/, sent) ?? '', url, ageMs: ages?.ageMs(message) }
}

module.exports = { readHttpRequests }
