'use strict'
// Explains the error of an HTTP client whose request was answered with a status of failure, or not in time: names
// method, URL and status. The fields are those of axios (`config`), Octokit (`request`) and superagent
// (`response.request`).

const { applicationCall, callWords } = require('../application-call')
const { errorProperty } = require('../error-properties')
const { dataProperty, wholeString } = require('../properties')
const { formatValue } = require('../../values/format-value')
const { cut, plain } = require('../../text/terminal-text')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** Paths of properties, from the error, at which clients keep the request. */
const REQUESTS = [['config'], ['request'], ['response', 'request']]
const MAX_BODY = 80

/** @type {import('../types').Rule} */
const httpResponse = {
  name: 'http-response',
  explain (dump) {
    const request = requestOf(dump)
    if (request === undefined) return undefined
    const response = errorProperty(dump, 'response')
    const status = statusOf(dump, response)
    const call = applicationCall(dump)
    const asked = call === undefined ? '' : `; requested by ${callWords(call)}`
    if (status !== undefined) {
      const text = ['statusText', 'statusMessage'].map(name => wholeString(dataProperty(dump, response, name)))
      const words = text.find(each => each !== undefined && each !== '')
      const answer = `${status}${words ? ` ${plain(words)}` : ''}${bodyOf(dump, response)}`
      return `${request.text} was answered with ${answer}${asked}`
    }
    const { timeout } = request
    const isLate = dump.exception?.message?.startsWith('timeout of ') ?? false
    return isLate && errorProperty(dump, 'isAxiosError') !== undefined && timeout !== undefined
      ? `${request.text} was not answered within ${timeout} ms, its \`timeout\`${asked}`
      : undefined
  }
}

/**
 * @param {Dump} dump
 * @returns {{ text: string, timeout?: number }|undefined}
 */
function requestOf (dump) {
  for (const path of REQUESTS) {
    /** @type {Value|undefined} */
    let holder = dump.exception?.value
    for (const name of path) holder = dataProperty(dump, holder, name)
    const read = (/** @type {string} */ name) => addressText(dump, dataProperty(dump, holder, name))
    const [method, url, base] = ['method', 'url', 'baseURL'].map(read)
    if (method === undefined || url === undefined || !/^[a-z]{1,10}$/i.test(method)) continue
    const isWhole = base === undefined || /^[a-z]+:\/\//i.test(url)
    const address = isWhole ? url : `${base.replace(/\/$/, '')}/${url.replace(/^\//, '')}`
    const timeout = dataProperty(dump, holder, 'timeout')
    return {
      text: `${method.toUpperCase()} ${cut(plain(address), 120)}`,
      ...(timeout?.type === 'number' && Number(timeout.value) > 0 && { timeout: Number(timeout.value) })
    }
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} value a text, or a URL
 * @returns {string|undefined}
 */
function addressText (dump, value) {
  return wholeString(value) ?? wholeString(dataProperty(dump, value, 'href'))
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} response
 * @returns {number|undefined}
 */
function statusOf (dump, response) {
  for (const holder of [response, dump.exception?.value]) {
    for (const name of ['status', 'statusCode']) {
      const status = dataProperty(dump, holder, name)?.value
      if (typeof status === 'number' && status >= 300 && status <= 599) return status
    }
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} response
 */
function bodyOf (dump, response) {
  const body = dataProperty(dump, response, 'data') ?? dataProperty(dump, response, 'body')
  if (body === undefined || (body.type !== 'string' && body.type !== 'object')) return ''
  if (body.value === '' || body.subtype !== undefined) return ''
  const text = formatValue(body, dump, { columns: MAX_BODY, depth: 1, maxString: MAX_BODY, maxItems: 4, notes: false })
  return text.includes('\n') || text === '' ? '' : `: ${cut(text, MAX_BODY)}`
}

module.exports = { httpResponse }
