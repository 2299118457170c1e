'use strict'
// Finds the HTTP requests under way, of servers and clients, when a dump is written, and makes the last events of the
// process (events.js) readable, most of which are of requests. An open socket of node:http has its message as
// `_httpMessage` (test/workarounds/socket-names-message.js, Node.js 20 to 26). Only data properties are read.

const { getActiveHandles } = require('../../safe/node-builtins')
const { dataProperty, isObject } = require('../../safe/data-property')
const { isoTime } = require('../../safe/primordials')
const { find } = require('./text-files')

const MAX_REQUESTS = 100

/**
 * @typedef {object} HttpRequest
 * @property {'server' | 'client'} side
 * @property {string} method
 * @property {number} [ageMs] only if `record` asks for `ages`
 * @property {string} url path and query, as they were sent; for a client with protocol and host
 */

/**
 * @param {import('../types').Ages | null} [ages] null or undefined if ages are not recorded
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
 * @param {import('../types').Ages | null | undefined} ages
 * @returns {HttpRequest | null}
 */
function requestOf (socket, ages) {
  const message = dataProperty(socket, '_httpMessage')
  if (!isObject(message)) return null
  const incoming = dataProperty(message, 'req')
  if (isObject(incoming)) {
    const method = dataProperty(incoming, 'method')
    // express and connect change `url` for what they mount, and keep what was sent.
    const sent = dataProperty(incoming, 'originalUrl')
    const url = typeof sent === 'string' ? sent : dataProperty(incoming, 'url')
    return typeof method !== 'string' || typeof url !== 'string'
      ? null
      : { side: 'server', method, url, ageMs: ages?.ageMs(incoming) }
  }
  // A client's request keeps the text of the head that it has sent (test/workarounds/request-header-text.js, Node.js 20
  // to 26).
  const header = dataProperty(message, '_header')
  const sent = typeof header === 'string' ? header : ''
  const url = clientUrl(sent, dataProperty(message, 'protocol'))
  if (url === undefined) return null
  return { side: 'client', method: find(/^(\S+)/, sent) ?? '', url, ageMs: ages?.ageMs(message) }
}

/**
 * @param {string} head of the request, as it was sent
 * @param {unknown} protocol of the request
 * @returns {string | undefined} with protocol and host; undefined if this is no head
 */
function clientUrl (head, protocol) {
  const path = find(/^\S+ (\S+)/, head)
  if (path === undefined) return undefined
  const scheme = typeof protocol === 'string' ? (find(/^([a-z]+:)/, protocol) ?? '') : ''
  return `${scheme}//${find(/^host: *(\S+)/im, head) ?? ''}${path}`
}

/**
 * @typedef {object} Event
 * @property {string} channel
 * @property {string} time ISO 8601
 * @property {string} [method]
 * @property {string} [url]
 * @property {number} [statusCode] of the answer
 * @property {string} [error] code of the error with which the request has failed
 * @property {string} [text] of a message of another channel than those of requests
 */

/**
 * @param {import('./events').Slot[]} [slots]
 * @returns {Event[] | undefined} undefined when there are none
 */
function readEvents (slots = []) {
  /** @type {Event[]} */
  const events = []
  for (let i = 0; i < slots.length; i++) {
    const { timeMs, channel, head, protocol, path, statusCode, error, text } = slots[i]
    const url = clientUrl(head, protocol) ?? protocol + path
    events[i] = {
      channel,
      time: isoTime(timeMs),
      method: find(/^(\S+)/, head),
      url: url === '' ? undefined : url,
      statusCode: statusCode === 0 ? undefined : statusCode,
      error: error === '' ? undefined : error,
      text: text === '' ? undefined : text
    }
  }
  return events.length === 0 ? undefined : events
}

module.exports = { readEvents, readHttpRequests }
