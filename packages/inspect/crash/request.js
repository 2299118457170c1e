'use strict'
// Finds the request that the failing code worked on: among the variables of the frames, their `this` and arguments, in
// what AsyncLocalStorage held, in the emitter of the error and what that is piped into, and, if only a package failed,
// among the variables of the functions that wait. Only requests that a server has received count.

const { isApplicationFrame } = require('./application-frames')
const { asyncStoresOf } = require('./async-stores')
const { emitterOf, pipedInto } = require('./emitters/emitter')
const { describeValue } = require('../values/describe-value')
const { durationText } = require('../text/words')
const { formatValue } = require('../values/format-value')
const { isIndex } = require('../values/member-text')
const { plain } = require('../text/terminal-text')
const { messageKind } = require('../values/message-kinds')
const { headersMap, nextRequest, webRequest } = require('../values/summaries/fetch')
const { Fields } = require('../values/summaries/fields')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

/**
 * @typedef {object} Request
 * @property {string} [method]
 * @property {string} [url]
 * @property {string} [id] that the application or a middleware has given it
 * @property {string} [route] pattern of the route
 * @property {number} [statusCode] with which it was answered
 * @property {string} [framework]
 * @property {[name: string, value: Value][]} headers
 * @property {Value} [user] whom the application has found to be the sender
 * @property {number} [bodyBytes] by the header content-length
 * @property {number} [ageMs] how long it had been under way
 * @property {string} [traceId]
 * @property {string} [spanId]
 * @property {boolean} [isOfWaiting] true: no function that failed had it, but one that waits, and no other request
 */

/** Properties in which fastify, koa, hono and other frameworks keep the request of Node.js. */
const HELD_AS = ['raw', 'req', 'request', '#rawRequest', 'Symbol(incomingKey)']

/** How many steps from a variable to the request are followed. */
const MAX_STEPS = 2

/** Names under which a request has its id, by what is usual for express, fastify and their middleware. */
const ID_NAMES = ['id', 'requestId', 'reqId', 'correlationId']

/** How the user is shown: in short, its own fields only. */
const USER = { columns: 60, depth: 0, maxItems: 4, maxString: 40, notes: false }

/** @type {import('crash-collector-shared/dump/format').ObjectRecord} */
const NOTHING = { kind: 'object', objectId: '', type: 'object', depth: 0, properties: [] }

/** Scopes of which every call has the same variables, so that these tell nothing of one request. */
const SHARED = new Set(['module', 'script', 'global'])

/**
 * @param {Dump} dump
 * @returns {Request|null}
 */
function requestOf (dump) {
  const stores = asyncStoresOf(dump).stores.map(({ store }) => store)
  const found = findRequest(dump, stores)
  const { request: known } = dump.header
  if (known === undefined && found === undefined) return null
  const request = { headers: [], ...found, ...known }
  return { ...request, ...bodyOf(request), ...ageOf(dump, request), ...traceOf(dump, request, stores) }
}

/**
 * @param {Dump} dump
 * @param {Value[]} stores
 * @returns {Request|undefined}
 */
function findRequest (dump, stores) {
  for (const value of candidates(dump, stores)) {
    const found = requestIn(fieldsOf(dump, value), MAX_STEPS)
    if (found !== undefined) return found.request
  }
  return dump.callFrames.some(isApplicationFrame) ? undefined : requestOfWaiting(dump)
}

/**
 * @param {Dump} dump in which only packages have failed
 * @returns {Request|undefined} undefined if the functions that wait have several requests, or none
 */
function requestOfWaiting (dump) {
  /** @type {Map<string, Request>} by the id of its object */
  const found = new Map()
  for (const { scopeChain, this: self } of dump.asyncTasks) {
    for (const value of valuesIn(dump, { scopeChain, this: self })) {
      const own = requestIn(fieldsOf(dump, value), MAX_STEPS)
      if (own !== undefined) found.set(own.objectId, own.request)
    }
  }
  const [request] = found.size === 1 ? found.values() : []
  return request && { ...request, isOfWaiting: true }
}

/**
 * @param {Dump} dump
 * @param {Value[]} stores
 * @returns {Generator<Value|undefined, void, void>} what the frames have, innermost first, and then the stores,
 *   and the emitter of the error
 */
function * candidates (dump, stores) {
  for (const frame of dump.callFrames) yield * valuesIn(dump, frame)
  for (const store of stores) {
    yield store
    yield * members(dump, store)
  }
  const emitter = emitterOf(dump)
  if (emitter === undefined) return
  yield emitter
  yield * pipedInto(dump, emitter)
}

/**
 * @param {Dump} dump
 * @param {{ scopeChain: CallFrameRecord['scopeChain'], this?: Value }} call
 * @returns {Generator<Value|undefined, void, void>} what belongs to this call
 */
function * valuesIn (dump, { scopeChain, this: self }) {
  for (const scope of scopeChain) {
    if (SHARED.has(scope.type)) continue
    for (const { name, value } of dump.scope(scope).variables) {
      yield value
      if (name === 'arguments') yield * members(dump, value)
    }
  }
  yield self
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} value
 * @returns {(Value|undefined)[]} elements of an array, values of an object or Map
 */
function members (dump, value) {
  const { properties = [], entries = [] } = fieldsOf(dump, value)?.record ?? {}
  return [...properties, ...entries].map(each => each.value)
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} value
 */
function fieldsOf (dump, value) {
  return new Fields(NOTHING, dump).of(value)
}

/**
 * @param {Fields|undefined} fields of an object that may be a request, or hold one
 * @param {number} steps
 * @returns {{ objectId: string, request: Request } | undefined}
 */
function requestIn (fields, steps) {
  // Next.js hands its request to the application through a Proxy.
  const target = fields?.record.subtype === 'proxy' ? fields.internal('[[Target]]') : fields
  if (target === undefined || target.record.subtype !== undefined) return undefined
  const own = requestFacts(target) ?? nextFacts(target)
  if (own !== undefined) return { objectId: target.record.objectId, request: own }
  if (steps === 0) return undefined
  for (const name of HELD_AS) {
    const found = requestIn(target.object(name), steps - 1)
    if (found === undefined) continue
    return { objectId: found.objectId, request: { ...found.request, ...holderFacts(target) } }
  }
  return undefined
}

/**
 * If both say something of the request, the framework's own object is right.
 * @param {Fields} holder of a request
 * @returns {Partial<Request>}
 */
function holderFacts (holder) {
  const isOfKoa = holder.record.className === 'Object' && messageKind(holder.record) !== undefined
  const own = isOfKoa && holder.object('request')
  const { id, ...facts } = { ...(own && frameworkFacts(own)), ...frameworkFacts(holder) }
  // An object literal that holds a request may have an id of its own.
  const isFrameworks = id !== undefined && (isOfKoa || holder.record.className !== 'Object')
  return { ...facts, ...(isFrameworks && { id }) }
}

/**
 * @param {Fields} fields
 * @returns {Request|undefined} undefined if the object is no request that a server of Node.js has received; an answer
 *   that a client has received has no method
 */
function requestFacts (fields) {
  const method = fields.string('method')
  const url = fields.string('originalUrl') ?? fields.string('url')
  const names = fields.object('rawHeaders')?.record
  if (method === undefined || url === undefined || names?.subtype !== 'array') return undefined
  const texts = names.properties.filter(({ name }) => isIndex(name)).map(({ value }) => value)
  /** @type {Request['headers']} */
  const headers = []
  for (let i = 0; i + 1 < texts.length; i += 2) {
    const [name, value] = [texts[i]?.value, texts[i + 1]]
    if (typeof name === 'string' && value !== undefined) headers.push([name, value])
  }
  return { method, url, headers, ...frameworkFacts(fields) }
}

/**
 * @param {Fields} fields
 * @returns {Request|undefined} undefined if the object is no request that Next.js has received
 */
function nextFacts (fields) {
  const { method, address } = (nextRequest(fields) && webRequest(fields)) ?? {}
  if (method === undefined || address === undefined || !URL.canParse(address)) return undefined
  const { pathname, search } = new URL(address)
  const headers = fields.object('#headers', 'Symbol(headers)')
  const map = headers && headersMap(headers)
  return {
    method,
    url: pathname + search,
    headers: (map?.record.entries ?? []).flatMap(({ key, value }) =>
      typeof key?.value === 'string' ? [[key.value, map?.of(value)?.value('value') ?? value]] : []
    )
  }
}

/**
 * Reads the facts that frameworks and their middleware add to a request, or to an object that holds it.
 * @param {Fields} fields
 * @returns {Partial<Request>}
 */
function frameworkFacts (fields) {
  const route = expressRoute(fields) ?? fields.string('_matchedRoute')
  const user = [fields, fields.object('state')].map(each => each?.value('user')).find(isWorthShowing)
  const id = ID_NAMES.map(name => fields.string(name) ?? fields.number(name)).find(each => each !== undefined)
  const response = fields.object('res')
  // Until the head of the answer is sent, the status is what it would be without the error.
  const statusCode = response?.string('_header') === undefined ? undefined : response.number('statusCode')
  return {
    ...(id !== undefined && id !== '' && { id: String(id) }),
    ...(route !== undefined && { route }),
    ...(user !== undefined && { user }),
    ...(statusCode !== undefined && { statusCode })
  }
}

/** @param {Fields} fields @returns {string | undefined} with the path of the router in which the route is */
function expressRoute (fields) {
  const path = fields.object('route')?.string('path')
  const base = fields.string('baseUrl') ?? ''
  if (path === undefined || base === '') return path
  return path === '/' ? base : base + path
}

/** @param {Value|undefined} value */
function isWorthShowing (value) {
  return value !== undefined && value.type !== 'undefined' && value.subtype !== 'null' && value.type !== 'function'
}

/**
 * @param {Request} request
 * @param {string} name in small letters
 * @returns {string|undefined} undefined if there is no such header, or it is cut or redacted
 */
function headerOf ({ headers }, name) {
  const value = headers.find(([each]) => each.toLowerCase() === name)?.[1]
  return value?.notCapturedReason === undefined && typeof value?.value === 'string' ? value.value : undefined
}

/**
 * @param {Request} request
 * @returns {Pick<Request, 'bodyBytes'>}
 */
function bodyOf (request) {
  const length = headerOf(request, 'content-length')
  return length !== undefined && /^\d{1,15}$/.test(length) ? { bodyBytes: Number(length) } : {}
}

/**
 * @param {Dump} dump
 * @param {Request} request
 * @returns {Pick<Request, 'ageMs'>} empty if several requests under way are alike, or ages were not recorded
 */
function ageOf (dump, { method, url }) {
  const { requests = [] } = /** @type {{ requests?: Record<string, unknown>[] }} */ (dump.process?.httpRequests ?? {})
  const same = requests.filter(each => each.side === 'server' && each.method === method && each.url === url)
  const ageMs = same.length === 1 ? same[0].ageMs : undefined
  return typeof ageMs === 'number' ? { ageMs } : {}
}

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/
const TRACE_ID = /^[0-9a-f]{32}$/
const SPAN_ID = /^[0-9a-f]{16}$/

/**
 * The ids of the span that OpenTelemetry had as the current one. It keeps its context in an AsyncLocalStorage. Without
 * it, the trace that the sender of the request has named.
 * @param {Dump} dump
 * @param {Request} request
 * @param {Value[]} stores
 * @returns {Pick<Request, 'traceId' | 'spanId'>}
 */
function traceOf (dump, request, stores) {
  for (const store of stores) {
    for (const { value } of fieldsOf(dump, store)?.object('_currentContext')?.record.entries ?? []) {
      const span = fieldsOf(dump, value)?.object('_spanContext')
      const [traceId, spanId] = [span?.string('traceId') ?? '', span?.string('spanId') ?? '']
      if (TRACE_ID.test(traceId) && SPAN_ID.test(spanId)) return { traceId, spanId }
    }
  }
  const traceId = TRACE_PARENT.exec(headerOf(request, 'traceparent') ?? '')?.[1]
  return traceId === undefined ? {} : { traceId }
}

/**
 * @param {Request} request
 * @param {import('../values/types').ObjectSource} source of its values
 * @returns {string} one line without terminal escapes
 */
function requestText (request, source) {
  const { framework, method, url, id, route, statusCode, bodyBytes, ageMs, user, traceId, spanId } = request
  const target = url ?? route
  const what = method === undefined ? target : target === undefined ? `a ${method} request` : `${method} ${target}`
  const answer = statusCode === undefined ? '' : ` was answered with status ${statusCode}`
  const by = framework === undefined ? '' : ` (${framework})`
  const details = [
    request.isOfWaiting === true && 'of a function that waits',
    id !== undefined && `id ${id}`,
    route !== undefined && route !== url && `route ${route}`,
    bodyBytes !== undefined && `body of ${bodyBytes} bytes`,
    ageMs !== undefined && `${durationText(ageMs)} old`,
    user !== undefined && `user ${formatValue(user, source, USER)}`,
    traceId !== undefined && `trace ${traceId}`,
    spanId !== undefined && `span ${spanId}`
  ].filter(Boolean)
  const first = `${what ?? 'the request'}${answer}${by}`
  return plain([first, ...details].join(' · ').replace(/\s+/g, ' '))
}

/**
 * @param {Request} request
 * @param {import('../values/types').ObjectSource} source of its values
 * @returns {string[]} the headers, one a line
 */
function headerLines ({ headers }, source) {
  return headers.map(([name, value]) => {
    const isWhole = typeof value.value === 'string' && value.notCapturedReason === undefined
    return plain(`  ${name}: ${isWhole ? value.value : describeValue(value, source)}`)
  })
}

module.exports = { headerLines, requestOf, requestText }
