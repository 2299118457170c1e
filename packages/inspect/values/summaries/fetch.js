'use strict'
// Summarises fetch's Request, Response, Headers and URL. They keep their state in private fields, or, up to Node.js 22,
// under symbols. Next.js derives a class from Request, and @hono/node-server makes objects that stand for one.

const { quote } = require('../../text/terminal-text')

/** @typedef {import('./fields').Fields} Fields */

const MAX_HEADERS = 6
const MAX_HEADER_VALUE = 60
const METHOD = /^[!#$%&'*+.^`|~\w-]{1,40}$/

const CLASSES = new Set(['URL', 'URLSearchParams', 'Request', 'Response', 'Headers'])

/**
 * @param {Fields} fields
 * @returns {string|undefined}
 */
function clientSummary (fields) {
  if (CLASSES.has(fields.className) && isWithoutState(fields)) return `${fields.className} <not captured>`
  switch (fields.className) {
    case 'URL':
      return url(fields)
    case 'Response':
      return response(fields)
    case 'Headers':
      return headers(fields)
  }
  const request = webRequest(fields)
  return request && `${request.className} ${request.method} ${request.address ?? '(URL not captured)'}`
}

/**
 * @param {Fields} fields
 * @returns {boolean} true for an object of Node.js whose state the dump does not have. It is not empty, but looks so
 */
function isWithoutState ({ record: { properties, privateProperties, notCaptured, internalProperties } }) {
  if (properties.length > 0 || privateProperties !== undefined || notCaptured !== undefined) return false
  const prototype = internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value
  return prototype?.intrinsic !== undefined || prototype?.notCapturedReason === 'internal'
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

/** The name that a bundler gives to the second class of a name. */
const RENAMED = /\$\d+$/

/**
 * @param {Fields} fields
 * @returns {{ className: string, method: string, address?: string } | undefined} undefined for any other object
 */
function webRequest (fields) {
  const state = stateOf(fields)
  const method = fields.string('Symbol(methodKey)') ?? (state?.object('urlList') && state.string('method'))
  if (method === undefined || !METHOD.test(method)) return undefined
  const address = fields.string('Symbol(urlKey)') ?? nextRequest(fields)?.string('url') ??
    (state && (addressOf(state.object('url')) ?? lastAddress(state)))
  return { className: fields.className.replace(RENAMED, ''), method, ...(address !== undefined && { address }) }
}

/**
 * @param {Fields} fields
 * @returns {Fields|undefined} what Next.js keeps of a request that it has received
 */
function nextRequest (fields) {
  return fields.object('Symbol(internal request)')
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

/**
 * @param {Fields} fields of a Headers
 * @returns {Fields|undefined} the Map by name; its values are texts, or objects with `name` and `value`
 */
function headersMap (fields) {
  const map = fields
    .object('#headersList', 'Symbol(headers list)')
    ?.object('headersMap', '#headersMap', 'Symbol(headers map)')
  return map?.record.subtype === 'map' && map.record.size !== undefined ? map : undefined
}

/** @param {Fields} fields */
function headers (fields) {
  const map = headersMap(fields)
  const { entries, size = 0 } = map?.record ?? {}
  if (map === undefined || entries === undefined) return undefined
  const texts = entries.slice(0, MAX_HEADERS).map(({ key, value }) => {
    const held = map.of(value)?.value('value') ?? value
    const name = key?.type === 'string' ? String(key.value) : '…'
    if (held.notCapturedReason === 'redacted') return `${name}: <redacted>`
    return `${name}: ${held.type === 'string' ? quote(String(held.value).slice(0, MAX_HEADER_VALUE)) : '…'}`
  })
  const more = size - texts.length
  if (more > 0) texts.push(`… ${more} more`)
  return texts.length === 0 ? 'Headers {}' : `Headers { ${texts.join(', ')} }`
}

module.exports = { clientSummary, headersMap, nextRequest, webRequest }
