'use strict'
// Keeps the last events of some channels of node:diagnostics_channel (setting `eventChannels`), by default those of
// outgoing requests. An event is a time and some short texts: no object of the application is kept alive.
// http-requests.js puts the texts together when a dump is written.

const { subscribe } = require('node:diagnostics_channel')

const { dataProperty, isObject } = require('../../safe/data-property')
const { BufferFrom, BufferUtf8Slice, DateNow, ReflectOwnKeys, StringSlice, isProxy } = require('../../safe/primordials')

const KEPT = 50
/** Number of characters of a text. The head of a request is seldom longer, even with many cookies. */
const MAX_LENGTH = 8000
/** Number of properties of a message of a channel that is not known here. */
const MAX_PROPERTIES = 10

/**
 * An event. head: of a request of node:http, the head that was sent, else the method; protocol: of a request of undici
 * the whole origin; statusCode: of the answer, or 0; error: code of the error with which the request has failed; text:
 * of a message of another channel.
 * @typedef
 *   {{ timeMs: number, channel: string, head: string, protocol: string, path: string, statusCode: number,
 *     error: string, text: string }}
 *   Slot
 */

/**
 * Reads the messages of each channel. A message is published to be read, so its properties are simply read. Reading
 * their descriptors would take several times as long.
 * @type {Record<string, ((message: any, slot: Slot) => void) | undefined>}
 */
const READERS = {
  __proto__: /** @type {any} */ (null),
  'http.client.request.start': readSent,
  'http.client.response.finish': (message, slot) => {
    readSent(message, slot)
    readStatus(message, slot)
  },
  // From Node.js 22.8 on: https://github.com/nodejs/node/pull/54054
  'http.client.request.error': (message, slot) => {
    readSent(message, slot)
    readError(message, slot)
  },
  // https://undici.nodejs.org/#/docs/api/DiagnosticsChannel.md
  'undici:request:create': readFetch,
  'undici:request:headers': (message, slot) => {
    readFetch(message, slot)
    readStatus(message, slot)
  },
  'undici:request:error': (message, slot) => {
    readFetch(message, slot)
    readError(message, slot)
  }
}

/**
 * Begins to keep events.
 * @param {readonly string[]} channels
 * @returns {() => Slot[]} returns the events, oldest first
 */
function keepEvents (channels) {
  /** @type {Slot[]} */
  const slots = []
  let next = 0
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i]
    const read = READERS[channel] ?? readOther
    subscribe(channel, message => {
      try {
        read(message, emptied((slots[next] ??= newSlot()), channel))
        next = next + 1 === KEPT ? 0 : next + 1
      } catch {} // such as a stack overflow, which would be an uncaught exception of the application
    })
  }
  return () => {
    /** @type {Slot[]} */
    const events = []
    for (let i = 0; i < KEPT; i++) {
      const slot = slots[(next + i) % KEPT]
      if (slot !== undefined) events[events.length] = slot
    }
    return events
  }
}

/** @returns {Slot} */
function newSlot () {
  return { timeMs: 0, channel: '', head: '', protocol: '', path: '', statusCode: 0, error: '', text: '' }
}

/**
 * @param {Slot} slot
 * @param {string} channel
 */
function emptied (slot, channel) {
  slot.timeMs = DateNow()
  slot.channel = channel
  slot.head = slot.protocol = slot.path = slot.error = slot.text = ''
  slot.statusCode = 0
  return slot
}

/** @param {any} message @param {Slot} slot */
function readSent ({ request }, slot) {
  slot.head = textOf(request._header) // not documented: test/workarounds/request-header-text.js, Node.js 20 to 26
  slot.protocol = textOf(request.protocol)
}

/** @param {any} message @param {Slot} slot */
function readFetch ({ request }, slot) {
  slot.head = textOf(request.method)
  slot.protocol = textOf(request.origin)
  slot.path = textOf(request.path)
}

/** @param {any} message @param {Slot} slot */
function readStatus ({ response: { statusCode } }, slot) {
  if (typeof statusCode === 'number') slot.statusCode = statusCode
}

/** @param {any} message @param {Slot} slot */
function readError ({ error }, slot) {
  const code = error?.code
  slot.error = typeof code === 'string' ? textOf(code) : 'unknown'
}

/**
 * Reads the texts, numbers and booleans of a message whose form is not known, without running code.
 * @param {any} message
 * @param {Slot} slot
 */
function readOther (message, slot) {
  const keys = isObject(message) && !isProxy(message) ? ReflectOwnKeys(message) : []
  let text = ''
  for (let i = 0; i < keys.length && i < MAX_PROPERTIES; i++) {
    const key = keys[i]
    const value = typeof key === 'string' ? dataProperty(message, key) : undefined
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    text += `${text === '' ? '' : ', '}${/** @type {string} */ (key)}: ${value}`
  }
  slot.text = textOf(text)
}

/**
 * @param {unknown} value
 * @returns {string} '' for other values. Not a part of a longer text, which would keep that alive
 */
function textOf (value) {
  if (typeof value !== 'string') return ''
  if (value.length <= MAX_LENGTH) return value
  const bytes = BufferFrom(StringSlice(value, 0, MAX_LENGTH))
  return BufferUtf8Slice(bytes, 0, bytes.length)
}

module.exports = { keepEvents }
