'use strict'
// Summarises fetch's Request, Response, Headers and URL. They keep their state in private fields, or, up to Node.js 22,
// under symbols.

const { quote } = require('../../text/terminal-text')

/** @typedef {import('./fields').Fields} Fields */

const MAX_HEADERS = 6
const MAX_HEADER_VALUE = 60
const METHOD = /^[!#$%&'*+.^`|~\w-]{1,40}$/

/**
 * @param {Fields} fields
 * @returns {string|undefined}
 */
function clientSummary (fields) {
  switch (fields.className) {
    case 'URL':
      return url(fields)
    case 'Request':
      return request(fields)
    case 'Response':
      return response(fields)
    case 'Headers':
      return headers(fields)
  }
  return undefined
}

/** @param {Fields} fields */
function stateOf (fields) {
  return fields.object('#state', 'Symbol(state)')
}

/**
 * @param {Fields|undefined} url
 * @returns {string|undefined}
 */
function addressOf (url) {
  return url?.object('#context', 'Symbol(context)')?.string('href')
}

/** @param {Fields} fields */
function url (fields) {
  const address = addressOf(fields)
  return address === undefined ? undefined : `URL { href: ${quote(address)} }`
}

/**
 * The last address to which the request was sent.
 * @param {Fields} state
 */
function lastAddress (state) {
  const list = state.object('urlList')
  const count = list?.record.subtype === 'array' ? (list.record.length ?? 0) : 0
  return count === 0 ? undefined : addressOf(list?.object(String(count - 1)))
}

/** @param {Fields} fields */
function request (fields) {
  const state = stateOf(fields)
  const method = state?.string('method')
  const address = state && (addressOf(state.object('url')) ?? lastAddress(state))
  if (method === undefined || !METHOD.test(method) || address === undefined) return undefined
  return `Request ${method} ${address}`
}

/** @param {Fields} fields */
function response (fields) {
  const state = stateOf(fields)
  const status = state?.number('status')
  if (state === undefined || status === undefined || !Number.isInteger(status)) return undefined
  const statusText = state.string('statusText')
  const parts = ['Response', status, statusText, lastAddress(state)]
  return parts.filter(part => part !== undefined && part !== '').join(' ')
}

/** @param {Fields} fields */
function headers (fields) {
  const list = fields.object('#headersList', 'Symbol(headers list)')
  const map = list?.object('headersMap', '#headersMap', 'Symbol(headers map)')
  const entries = map?.record.subtype === 'map' ? map.record.entries : undefined
  if (map === undefined || entries === undefined || map.record.size === undefined) return undefined
  const texts = entries.slice(0, MAX_HEADERS).map(({ key, value }) => {
    const held = map.of(value)?.value('value') ?? value
    const name = key?.type === 'string' ? String(key.value) : '…'
    if (held.notCapturedReason === 'redacted') return `${name}: <redacted>`
    return `${name}: ${held.type === 'string' ? quote(String(held.value).slice(0, MAX_HEADER_VALUE)) : '…'}`
  })
  const more = map.record.size - texts.length
  if (more > 0) texts.push(`… ${more} more`)
  return texts.length === 0 ? 'Headers {}' : `Headers { ${texts.join(', ')} }`
}

module.exports = { clientSummary }
