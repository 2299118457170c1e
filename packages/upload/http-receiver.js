'use strict'
// A receiver by HTTP that takes one text about each crash: a log record in OTLP, or an envelope of Sentry.

const { setTimeout: sleep } = require('node:timers/promises')

/** @typedef {import('./address').Source} Source */
/** @typedef {{ url: string, headers: Record<string, string> }} Request */

const MAX_ATTEMPTS = 4
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 10_000
const TIMEOUT_MS = 15_000
/** Answers after which another attempt makes sense: https://opentelemetry.io/docs/specs/otlp/#failures-1 */
const RETRIED = new Set([408, 429, 500, 502, 503, 504])
const MAX_ANSWER = 200

/**
 * The path and the headers with which each kind of text is sent.
 * @type {Record<string, (source: Source, address: import('./address').HttpAddress) => Request>}
 */
const REQUESTS = {
  otlp: (source, { url }) => ({
    url: url.href,
    headers: { 'content-type': 'application/json', ...otlpHeaders(source) }
  }),
  // https://develop.sentry.dev/sdk/foundations/transport/authentication/
  sentry: (source, { url }) => {
    const [, path = '', project] = /^(.*?)\/(\d+)\/?$/.exec(url.pathname) ?? []
    if (url.username === '' || project === undefined) {
      throw source.error('ADDRESS_WRONG', 'that is not a Sentry DSN', 'sentry+https://<key>@<host>/<project>')
    }
    const auth = `Sentry sentry_version=7, sentry_client=crash-collector/${source.version}, sentry_key=${url.username}`
    return {
      url: `${url.origin}${path}/api/${project}/envelope/`,
      headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth }
    }
  }
}

/**
 * @param {Source} source
 * @returns {Record<string, string>} of the variable that OpenTelemetry has for it: names and values of a key, a tenant
 */
function otlpHeaders (source) {
  const { OTEL_EXPORTER_OTLP_LOGS_HEADERS, OTEL_EXPORTER_OTLP_HEADERS = '' } = process.env
  const pairs = (OTEL_EXPORTER_OTLP_LOGS_HEADERS ?? OTEL_EXPORTER_OTLP_HEADERS).split(',').filter(each => each.trim())
  try {
    return Object.fromEntries(
      pairs.map(pair => {
        const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? []
        return [name.toLowerCase(), decodeURIComponent(value.trim())]
      })
    )
  } catch {
    throw source.error('HEADERS_WRONG', 'OTEL_EXPORTER_OTLP_HEADERS is not a list of headers', 'key=abc,tenant=shop')
  }
}

/**
 * @param {Source} source
 * @param {import('./address').HttpAddress} address
 * @returns {{ name: string, put: (key: string, content: Buffer) => Promise<void> }}
 */
function createHttpReceiver (source, address) {
  const { url, headers } = REQUESTS[address.kind](source, address)
  const { name } = address
  return {
    name,
    async put (key, body) {
      for (let attempt = 1; ; attempt++) {
        const { status, text, retryMs } = await post(url, { headers, body })
        if (status >= 200 && status < 300) return checkAnswer(source, name, text)
        const isFinal = attempt === MAX_ATTEMPTS || (status !== 0 && !RETRIED.has(status))
        if (isFinal) throw refused(source, name, status, text)
        await sleep(Math.min(MAX_WAIT_MS, retryMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random())))
      }
    }
  }
}

/**
 * @param {string} url
 * @param {{ headers: Record<string, string>, body: Buffer }} request
 * @returns {Promise<{ status: number, text: string, retryMs?: number }>} status: 0 if there was no answer
 */
async function post (url, { headers, body }) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal
    })
    const seconds = Number(response.headers.get('retry-after') ?? NaN)
    const text = await response.text()
    return { status: response.status, text, ...(seconds >= 0 && { retryMs: seconds * 1000 }) }
  } catch (error) {
    const { cause = error } = /** @type {{ cause?: unknown }} */ (error)
    return { status: 0, text: cause instanceof Error ? cause.message : String(cause) }
  }
}

/**
 * A receiver of OTLP may take a request and reject what is in it:
 * https://opentelemetry.io/docs/specs/otlp/#partial-success-1
 * @param {Source} source
 * @param {string} name
 * @param {string} text
 */
function checkAnswer (source, name, text) {
  /** @type {any} */
  let answer
  try {
    answer = JSON.parse(text)
  } catch {
    return // it need not be JSON
  }
  const { rejectedLogRecords = 0, errorMessage = '' } = answer?.partialSuccess ?? {}
  if (Number(rejectedLogRecords) > 0) throw refused(source, name, 200, errorMessage)
}

/**
 * @param {Source} source
 * @param {string} name
 * @param {number} status
 * @param {string} text
 */
function refused (source, name, status, text) {
  const said = text.replace(/\s+/g, ' ').trim().slice(0, MAX_ANSWER)
  return status === 0
    ? source.error('STORE_NOT_REACHED', `${name} does not answer: ${said}`)
    : source.error('STORE_REFUSED', `${name} refuses it: ${[status, said].filter(Boolean).join(' ')}`)
}

module.exports = { createHttpReceiver }
