'use strict'
// Records what only a clock can tell. `ages` of `record`: since when sockets are open and HTTP requests are under way.
// Node.js itself does not know; it announces each on a diagnostics_channel, and the time is kept in a WeakMap.
// `loopDelay`: how late the event loop is, by Node.js's histogram, which has a timer of its own.

const { subscribe } = require('node:diagnostics_channel')

const { dataProperty, isObject } = require('../../safe/data-property')
const { SymbolToString, WeakMapGet, WeakMapSet, newWeakMap } = require('../../safe/reflection')
const {
  Number,
  ObjectCreate,
  ObjectGetPrototypeOf,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  apply,
  builtinModule,
  hrtime,
  isProxy
} = require('../../safe/primordials')

const { max, round } = Math
const NS_PER_MS = 1e6
const MAX_PROTOTYPES = 10
const RESOLUTION_MS = 20

/** Names of the channels, each with the name of the object in its messages. */
const CHANNELS = Object.freeze({
  'net.client.socket': 'socket',
  'net.server.socket': 'socket',
  'http.client.request.start': 'request',
  'http.server.request.start': 'request'
})

/** Begins to record. @returns {import('../types').Ages} */
function keepAges () {
  /** @type {WeakMap<object, bigint>} */
  const begun = newWeakMap()
  for (const [channel, name] of Object.entries(CHANNELS)) {
    subscribe(channel, message => {
      try {
        const object = dataProperty(message, name)
        if (isObject(object)) WeakMapSet(begun, object, hrtime())
      } catch {} // such as a stack overflow, which would be an uncaught exception of the application
    })
  }

  /** @param {unknown} object */
  const ageMs = object => {
    const since = isObject(object) ? WeakMapGet(begun, object) : undefined
    return since === undefined ? undefined : round(Number(hrtime() - since) / NS_PER_MS)
  }

  return {
    ageMs,
    addTo (handles, sockets) {
      /** @type {Record<number, number>} */
      const byDescriptor = ObjectCreate(null)
      for (let i = 0; i < sockets.length; i++) {
        const age = ageMs(sockets[i])
        const fd = age === undefined ? undefined : descriptorOf(handleOf(sockets[i]))
        if (age !== undefined && fd !== undefined) byDescriptor[fd] = age
      }
      for (let i = 0; i < handles.length; i++) {
        const handle = /** @type {{ fd?: number, ageMs?: number }} */ (handles[i])
        if (handle.fd !== undefined && handle.fd in byDescriptor) handle.ageMs = byDescriptor[handle.fd]
      }
    }
  }
}

/**
 * Reads the handle of a socket under its symbol, because `_handle` is an accessor (test/workarounds/socket-handle.js,
 * Node.js 20 to 26).
 * @param {unknown} socket
 * @returns {unknown}
 */
function handleOf (socket) {
  const keys = isObject(socket) && !isProxy(socket) ? ReflectOwnKeys(socket) : []
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] === 'symbol' && SymbolToString(/** @type {symbol} */ (keys[i])) === 'Symbol(kHandle)') {
      return dataProperty(socket, keys[i])
    }
  }
  return undefined
}

/**
 * Reads the file descriptor of a handle of Node.js, by an accessor in C++ (test/workarounds/socket-handle.js, Node.js
 * 20 to 26).
 * @param {unknown} handle
 * @returns {number | undefined}
 */
function descriptorOf (handle) {
  for (let holder = handle, i = 0; i < MAX_PROTOTYPES && isObject(holder) && !isProxy(holder); i++) {
    const get = ReflectGetOwnPropertyDescriptor(holder, 'fd')?.get
    if (get !== undefined) return /** @type {number} */ (apply(get, handle, []))
    holder = ObjectGetPrototypeOf(holder)
  }
  return undefined
}

/** @typedef {{ minMs: number, meanMs: number, p50Ms: number, p99Ms: number, maxMs: number }} LoopDelay */

/**
 * Begins to measure.
 * @returns {() => LoopDelay | undefined} reads the values; undefined before the first turn of the event loop
 */
function watchLoopDelay () {
  const { monitorEventLoopDelay } = /** @type {typeof import('node:perf_hooks')} */ (builtinModule('node:perf_hooks'))
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  // The histogram measures from one tick of its timer to the next, so its values contain the resolution
  // (test/workarounds/loop-delay-resolution.js, Node.js 20 to 26).
  const ms = (/** @type {number} */ ns) => max(0, round((ns / NS_PER_MS - RESOLUTION_MS) * 100) / 100)
  return () =>
    histogram.count === 0
      ? undefined
      : {
          minMs: ms(histogram.min),
          meanMs: ms(histogram.mean),
          p50Ms: ms(histogram.percentile(50)),
          p99Ms: ms(histogram.percentile(99)),
          maxMs: ms(histogram.max)
        }
}

module.exports = { keepAges, watchLoopDelay }
