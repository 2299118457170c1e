'use strict'
// Begins a trace for each request that a server of this thread gets. The channels of node:diagnostics_channel tell of
// requests before the application does, and leave no frame on the application's stack.

const { subscribe } = require('node:diagnostics_channel')

const { types } = require('../preload').reflection
const { keepTickClass } = require('./tick-class')

/**
 * Work that goes on after the response is recorded until so many further requests have begun without a path, so that
 * these cost less.
 */
const UNTRACED_BEFORE_REST = 10

/**
 * @typedef {object} Attribution
 * @property {import('./traces').Traces} traces
 * @property {() => number} current number of the request under way; 0 for none
 * @property {(number: number) => unknown} enter returns what `goBack` takes
 * @property {(before: unknown) => void} goBack
 * @property {import('../../../lib/addon/native-functions').Native['wrapCall']} wrapCall
 * @property {(request: import('./choice').StartingRequest) => boolean} isTraced
 * @property {() => void} rest makes code and context cost next to nothing until the next request that is traced
 */

/** Makes the object that it is given the new one, so that fields of a class are added to it. */
class Given {
  /** @param {object} object */
  constructor (object) {
    return object
  }
}

/**
 * Adds the number of its request to an object, in a field that nobody else can see: quicker than a WeakMap, and no work
 * for the garbage collector. packages/execution-path/recording/unweave.js takes the field out of dumps.
 */
class Numbered extends Given {
  #crashCollectorTrace

  /** @param {object} object @param {number} number */
  constructor (object, number) {
    super(object)
    this.#crashCollectorTrace = number
  }

  /** @param {object} object @param {number} number */
  static number (object, number) {
    // To ask first would take longer: V8 has no quick way to learn that a new object lacks the field.
    try {
      new Numbered(object, number) // eslint-disable-line no-new
    } catch {
      /** @type {Numbered} */ (object).#crashCollectorTrace = number
    }
  }

  /**
   * @param {any} object
   * @param {object | null} [end] prototype at which the search ends
   * @returns {number} of its request; 0 for none
   */
  static numberOf (object, end = null) {
    // What inherits from a request is as good as the request.
    for (let each = object; isObject(each) && each !== end; each = prototypeOf(each)) {
      if (#crashCollectorTrace in each) return each.#crashCollectorTrace
    }
    return 0
  }
}

/** @param {unknown} value */
function isObject (value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** @param {object} object @returns {object | null} null for a proxy, which would run code of the application */
function prototypeOf (object) {
  return types.isProxy(object) ? null : Object.getPrototypeOf(object)
}

const { numberOf } = Numbered

/** The least status of an answer that tells of an error. */
const CLIENT_ERROR = 400

/**
 * @param {any} answer that was sent
 * @param {(answer: any) => number} statusOf
 */
function isSuccess (answer, statusOf) {
  try {
    return statusOf(answer) < CLIENT_ERROR
  } catch {
    // The application may have put a getter of its own there.
    return false
  }
}

const statusOfResponse = (/** @type {any} */ { statusCode }) => statusCode
/** NaN for a stream of HTTP/2 that was broken off, and for all that is closed by HTTP/1 before it is answered. */
const statusOfClosed = (/** @type {any} */ { rstCode, sentHeaders }) => (rstCode === 0 ? sentHeaders[':status'] : NaN)

/** @param {Attribution} attribution */
function watchRequests ({ traces, current, enter, goBack, wrapCall, isTraced, rest }) {
  /** @type {WeakSet<object>} servers for HTTP/2 whose events are watched */
  const watched = new WeakSet()

  /** Number of requests since the last one that was traced. */
  let untraced = 0

  /** @param {import('./choice').StartingRequest} request @returns {number} 0 if this request is not traced */
  function begin (request) {
    // The function that chooses must not run on behalf of the last request of the connection, whose number this request
    // would inherit.
    change(0)
    if (traces.find(traces.test) !== undefined) return traces.test // what its server does is a part of the test
    if (isTraced(request)) {
      untraced = 0
      return traces.begin(`${request.method} ${request.url}`)
    }
    if (++untraced % UNTRACED_BEFORE_REST === 0) traces.endSettled()
    if (untraced >= UNTRACED_BEFORE_REST && traces.live.size === 0) {
      rest()
      traces.closeEnded()
    }
    return 0
  }

  /** @param {number} number @returns {unknown} what `goBack` takes; undefined if the number is the same */
  function change (number) {
    return current() === number ? undefined : enter(number)
  }

  /** @type {WeakMap<Function, Function>} by `emit`, of which nearly all emitters have one of two */
  const wrapped = new WeakMap()

  /**
   * One function for all requests. With one for each, half of the time went into collecting garbage: V8 makes a native
   * function in the old generation, where it keeps its request alive until all of that is collected.
   * @param {Function} emit
   */
  function wrappedEmit (emit) {
    let found = wrapped.get(emit)
    if (found === undefined) {
      found = wrapCall(emit, enterOfEmitter, goBack)
      wrapped.set(emit, found)
    }
    return found
  }

  /** @this {any} the emitter @param {unknown} name of the event */
  function enterOfEmitter (name) {
    const number = numberOf(this)
    if (number === 0) return undefined
    // By HTTP/1 it has ended before, when the response was sent.
    if (name === 'close' && traces.find(number)?.hasEnded === false) {
      traces.end(number, isSuccess(this, statusOfClosed))
    }
    return change(number)
  }

  /**
   * Has the listeners of requests run on behalf of these: the packets of a body come on behalf of the connection. The
   * getter is on the prototype, because a property of each request would cost more than all the rest.
   * @param {any} prototype of requests or responses
   */
  function watchEmit (prototype) {
    const inherited = Object.getPrototypeOf(prototype)
    Object.defineProperty(prototype, 'emit', {
      configurable: true,
      enumerable: false,
      /** @this {any} */
      get () {
        const number = numberOf(this, prototype)
        const { emit } = inherited
        return number === 0 || number === current() ? emit : wrappedEmit(emit)
      },
      /** @this {any} @param {unknown} value */
      set (value) {
        Object.defineProperty(this, 'emit', { configurable: true, enumerable: true, writable: true, value })
      }
    })
    return () => inherited.emit
  }

  /** @type {ReturnType<typeof watchEmit> | undefined} */
  let emitOfRequests
  /** @type {ReturnType<typeof watchEmit> | undefined} */
  let emitOfResponses

  /**
   * @param {any} emitter
   * @param {number} number of the request under way
   * @param {Function} inherited
   */
  function bind (emitter, number, inherited) {
    Numbered.number(emitter, number)
    // A class of the application may have an `emit` of its own.
    if (number !== 0 && emitter.emit !== inherited) bindOwn(emitter)
  }

  /** @param {any} emitter */
  function bindOwn (emitter) {
    const value = wrappedEmit(emitter.emit)
    Object.defineProperty(emitter, 'emit', { configurable: true, enumerable: false, writable: true, value })
  }

  keepTickClass()
  subscribe('http.server.request.start', message => {
    const { request, response } = /** @type {any} */ (message)
    const number = begin(request)
    change(number)
    if (emitOfRequests === undefined || emitOfResponses === undefined) {
      if (number === 0) return
      const { IncomingMessage, ServerResponse } = require('node:http')
      emitOfRequests = watchEmit(IncomingMessage.prototype)
      emitOfResponses = watchEmit(ServerResponse.prototype)
    }
    bind(request, number, emitOfRequests())
    bind(response, number, emitOfResponses())
  })
  subscribe('http.server.response.finish', message => {
    const { response } = /** @type {any} */ (message)
    const number = numberOf(response)
    if (number !== 0) traces.end(number, isSuccess(response, statusOfResponse))
  })
  // No channel of all versions tells of a request by HTTP/2.
  subscribe('net.server.socket', message => {
    const { server } = /** @type {any} */ (message).socket
    if (typeof server?.updateSettings !== 'function' || watched.has(server)) return
    watched.add(server)
    const emit = wrapCall(
      server.emit,
      (/** @type {unknown} */ name, /** @type {any} */ stream, /** @type {any} */ headers) => {
        if (name !== 'stream') return undefined
        const before = change(0)
        const number = begin({ method: headers[':method'], url: headers[':path'], headers })
        if (number !== 0) {
          Numbered.number(stream, number)
          bindOwn(stream)
        }
        const entered = change(number)
        return before ?? entered
      },
      goBack
    )
    Object.defineProperty(server, 'emit', { configurable: true, enumerable: false, writable: true, value: emit })
  })
}

module.exports = { watchRequests }
