'use strict'
// Writes a dump of an error with which a framework answers a request with status 500 or more. The process lives on.
// express and fastify announce errors on channels of node:diagnostics_channel, so nothing of theirs is replaced; other
// frameworks, and those of frameworks/, hand the error over.

const { saveHandedOver } = require('./handed-over')
const { dataProperty, isObject } = require('../safe/data-property')
const { enterCollector } = require('../safe/enter-collector')
const { ArrayIncludes, StringSlice, builtinModule } = require('../safe/primordials')
const { WeakMapGet, WeakMapSet, WeakSetAdd, WeakSetHas, newWeakMap, newWeakSet } = require('../safe/reflection')

/**
 * @typedef {import('../capture/types').Context} Context
 * @typedef {import('../capture/types').FailedRequest} FailedRequest
 * @typedef {import('../../packages/shared/dump/terms').RequestInfo} RequestInfo
 */

/** Channels on which frameworks announce errors, and the path from a message to the response of node:http. */
const CHANNELS = /** @type {const} */ ([
  // router 2.3, from express 5.3 on (https://github.com/pillarjs/router)
  { framework: 'express', channel: 'tracing:express.router.request:error', response: ['res'] },
  // https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
  { framework: 'fastify', channel: 'tracing:fastify.request.handler:error', response: ['reply', 'raw'] }
])
const RESPONSE_SENT = 'http.server.response.finish'

const MAX_URL_LENGTH = 2000
const MAX_NAME_LENGTH = 100
/** Names of frameworks and methods that are no texts of the application. */
const WELL_KNOWN = [
  'express', 'fastify', 'koa', 'nest', 'next', 'hono', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'
]

/**
 * @param {Context} context
 * @returns {(error: unknown, request: FailedRequest) => void} to be called when a request has failed. Never throws
 */
function watchRequests (context) {
  /** The last error of each response that is not sent yet. */
  const failures = newWeakMap()
  const reported = newWeakSet()
  /** @param {() => void} call @returns {void} */
  const guarded = call => {
    try {
      call()
    } catch (error) {
      context.notices.failed(error)
    }
  }

  /** @param {unknown} error @param {FailedRequest} request @param {number} [statusCode] */
  const write = (error, request, statusCode) => {
    const { config } = context
    if (config.mode === 'off' || !ArrayIncludes(config.triggers, 'handled500')) return
    // A framework that runs within another one hands over the same error.
    if (isObject(error)) {
      if (WeakSetHas(reported, error)) return
      WeakSetAdd(reported, error)
    }
    const saved = saveHandedOver(context, 'handled500', { value: error }, report => {
      report.request = requestInfo(context, request, statusCode)
    })
    enterCollector(context.native, () => context.notices.sayDumpWritten(saved))
  }

  /** @param {unknown} error @param {FailedRequest} request */
  const failed = (error, request) =>
    guarded(() => {
      const { response } = request
      if (response === undefined) write(error, request)
      else WeakMapSet(failures, response, { error, request: { ...request, response: undefined, ...sentBy(response) } })
    })

  const { subscribe } = /** @type {typeof import('node:diagnostics_channel')} */ (
    builtinModule('node:diagnostics_channel')
  )
  for (let i = 0; i < CHANNELS.length; i++) {
    const { framework, channel, response: path } = CHANNELS[i]
    subscribe(channel, message =>
      guarded(() => {
        /** @type {unknown} */
        let response = message
        for (let at = 0; at < path.length; at++) response = dataProperty(response, path[at])
        if (isObject(response)) failed(dataProperty(message, 'error'), { framework, response })
      })
    )
  }
  subscribe(RESPONSE_SENT, message =>
    guarded(() => {
      const response = dataProperty(message, 'response')
      const failure = isObject(response) ? WeakMapGet(failures, response) : undefined
      const statusCode = dataProperty(response, 'statusCode')
      if (failure === undefined || typeof statusCode !== 'number' || statusCode < 500) return
      write(failure.error, failure.request, statusCode)
    })
  )
  return failed
}

/**
 * @param {object} response
 * @returns {{ method?: string, url?: string }} of the request. Routers shorten `url` while they handle it, and keep the
 *   original
 */
function sentBy (response) {
  const request = dataProperty(response, 'req')
  const method = dataProperty(request, 'method')
  const url = dataProperty(request, 'originalUrl') ?? dataProperty(request, 'url')
  return {
    method: typeof method === 'string' ? method : undefined,
    url: typeof url === 'string' ? url : undefined
  }
}

/**
 * @param {Context} context
 * @param {FailedRequest} request
 * @param {number | undefined} statusCode
 * @returns {RequestInfo}
 */
function requestInfo (context, { framework, method, url, route }, statusCode) {
  const redactor = context.redactor()
  /** @param {unknown} text @param {number} length */
  const safe = (text, length) => {
    if (typeof text !== 'string') return undefined
    if (ArrayIncludes(WELL_KNOWN, text)) return text
    const cut = StringSlice(text, 0, length)
    // Without the addon nothing finds a secret in a text, so no text of the application is written.
    return redactor === null ? (context.config.redact ? undefined : cut) : redactor.text(cut)
  }
  return {
    framework: safe(framework, MAX_NAME_LENGTH) ?? 'unknown',
    method: safe(method, MAX_NAME_LENGTH),
    url: safe(url, MAX_URL_LENGTH),
    route: safe(route, MAX_URL_LENGTH),
    statusCode
  }
}

module.exports = { watchRequests }
