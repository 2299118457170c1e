'use strict'
// Since when sockets are open and HTTP requests are under way, when the setting `ages` asks for it: Node.js itself
// doesn't know. It tells of each by diagnostics_channel, and the time is noted beside the object, for as long as the
// application keeps that.

const { subscribe } = require('node:diagnostics_channel')

const { dataProperty, isObject } = require('../../safe/data-property')
const { SymbolToString } = require('../../safe/reflection')
const {
  Number,
  ObjectCreate,
  ObjectGetPrototypeOf,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  apply,
  hrtime,
  isProxy,
  uncurryThis
} = require('../../safe/primordials')

const { round } = Math
const MAX_PROTOTYPES = 10
const WeakMapConstructor = WeakMap
const WeakMapGet = uncurryThis(
  /** @type {(this: WeakMap<object, bigint>, key: object) => bigint | undefined} */ (WeakMap.prototype.get)
)
const WeakMapSet = uncurryThis(
  /** @type {(this: WeakMap<object, bigint>, key: object, value: bigint) => void} */ (WeakMap.prototype.set)
)

/** Name of a channel -> name of the object in its messages. */
const CHANNELS = Object.freeze({
  'net.client.socket': 'socket',
  'net.server.socket': 'socket',
  'http.client.request.start': 'request',
  'http.server.request.start': 'request'
})

/**
 * @typedef {object} Ages
 * @property {(object: unknown) => number | undefined} ageMs of a socket or a request
 * @property {(handles: { fd?: number }[], sockets: unknown[]) => void} addTo handles, as libuv knows them, their age
 */

/** @returns {Ages} */
function keepAges () {
  /** @type {WeakMap<object, bigint>} */
  const begun = new WeakMapConstructor()
  for (const [channel, name] of Object.entries(CHANNELS)) {
    subscribe(channel, message => {
      try {
        const object = dataProperty(message, name)
        if (isObject(object)) WeakMapSet(begun, object, hrtime())
      } catch {} // where the stack is used up: what is thrown here would be an uncaught exception of the application
    })
  }

  /** @param {unknown} object */
  const ageMs = object => {
    const since = isObject(object) ? WeakMapGet(begun, object) : undefined
    return since === undefined ? undefined : round(Number(hrtime() - since) / 1e6)
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
 * `_handle` is an accessor.
 * @param {unknown} socket
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
 * The file descriptor of a handle of Node.js, which has an accessor in C++ for it.
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

module.exports = { keepAges }
