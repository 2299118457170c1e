'use strict'
// Begins a trace for each request that a server of this thread gets. The channels of node:diagnostics_channel tell of
// requests before the application does, and leave no frame on the application's stack.

const { subscribe } = require('node:diagnostics_channel')

/**
 * Work that goes on after the response is recorded until so many further requests have begun, where the context has a
 * price of its own.
 */
const UNTRACED_BEFORE_REST = 10

/**
 * @typedef {object} Attribution
 * @property {import('./traces').Traces} traces
 * @property {() => number} current number of the request under way; 0 for none
 * @property {(number: number) => void} enter
 * @property {import('../../addon/native-functions').Native['wrapCall']} wrapCall
 * @property {(request: import('./choice').StartingRequest) => boolean} isTraced
 * @property {() => void} rest makes the context cost nothing until the next request that is traced
 */

/** @param {Attribution} attribution */
function watchRequests ({ traces, current, enter, wrapCall, isTraced, rest }) {
  /** @type {WeakSet<object>} servers for HTTP/2 whose events are watched */
  const watched = new WeakSet()

  /** Number of requests since the last one that was traced. */
  let untraced = 0

  /** @param {import('./choice').StartingRequest} request @returns {number} 0 if this request is not traced */
  function begin (request) {
    // The function that chooses must not run on behalf of the last request of the connection, whose number this request
    // would inherit.
    change(0)
    if (isTraced(request)) {
      untraced = 0
      return traces.begin(`${request.method} ${request.url}`)
    }
    if (traces.live.size === 0 && ++untraced === UNTRACED_BEFORE_REST) rest()
    return 0
  }

  /** @param {number} number @returns {number | undefined} the number to go back to; undefined if it is the same */
  function change (number) {
    const before = current()
    if (before === number) return undefined
    enter(number)
    return before
  }

  /** @type {WeakMap<object, { number: number, emit: Function }>} by emitter */
  const bindings = new WeakMap()

  /** @type {WeakMap<Function, Function>} by `emit`, of which nearly all emitters have one of two */
  const wrapped = new WeakMap()

  // All emitters share one getter and one setter. If each had its own, V8 would make slow dictionaries of the requests
  // and responses (test/workarounds/accessors-of-their-own.js, Node.js 20 to 26).
  const emitProperty = {
    configurable: true,
    enumerable: false,
    /** @this {any} */
    get () {
      const binding = bindingOf(this)
      if (binding === undefined) return undefined
      return current() === binding.number ? binding.emit : wrappedEmit(binding.emit)
    },
    /** @this {any} @param {unknown} value */
    set (value) {
      Object.defineProperty(this, 'emit', { configurable: true, enumerable: true, writable: true, value })
    }
  }

  /**
   * One function for all requests. With one for each, half of the time went into collecting garbage: V8 makes a native
   * function in the old generation, where it keeps its request alive until all of that is collected.
   * @param {Function} emit
   */
  function wrappedEmit (emit) {
    let found = wrapped.get(emit)
    if (found === undefined) {
      found = wrapCall(emit, enterOfEmitter, enter)
      wrapped.set(emit, found)
    }
    return found
  }

  /** @this {any} the emitter @param {unknown} name of the event */
  function enterOfEmitter (name) {
    const binding = bindingOf(this)
    if (binding === undefined) return undefined
    if (name === 'close') traces.end(binding.number)
    return change(binding.number)
  }

  /** @param {any} emitter or an object that inherits from one */
  function bindingOf (emitter) {
    for (let object = emitter; object !== null; object = Object.getPrototypeOf(object)) {
      const binding = bindings.get(object)
      if (binding !== undefined) return binding
    }
    return undefined
  }

  /**
   * Has the listeners of an emitter run on behalf of a request. The packets of a body come on behalf of the connection.
   * @param {any} emitter
   * @param {number} number
   */
  function bind (emitter, number) {
    bindings.set(emitter, { number, emit: emitter.emit })
    Object.defineProperty(emitter, 'emit', emitProperty)
  }

  subscribe('http.server.request.start', message => {
    const { request, response } = /** @type {any} */ (message)
    const number = begin(request)
    change(number)
    if (number === 0) return
    bind(request, number)
    bind(response, number)
  })
  subscribe('http.server.response.finish', message => {
    const binding = bindings.get(/** @type {any} */ (message).response)
    if (binding !== undefined) traces.end(binding.number)
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
        const before = current()
        const number = begin({ method: headers[':method'], url: headers[':path'], headers })
        if (number !== 0) bindStream(stream, number)
        change(number)
        return before === number ? undefined : before
      },
      enter
    )
    Object.defineProperty(server, 'emit', { configurable: true, enumerable: false, writable: true, value: emit })
  })

  /** @param {any} stream of HTTP/2 @param {number} number */
  function bindStream (stream, number) {
    const { emit } = stream
    bindings.set(stream, { number, emit })
    const value = wrappedEmit(emit)
    Object.defineProperty(stream, 'emit', { configurable: true, enumerable: false, writable: true, value })
  }
}

module.exports = { watchRequests }
