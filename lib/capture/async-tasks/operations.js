'use strict'
// Finds what Node.js waits for: timers, requests to the operating system, sockets and other handles. Each is given with
// the functions that it calls and the promises that it settles, from which the addon finds the functions that await it.

const { getActiveHandles, getActiveRequests } = require('../../safe/node-builtins')
const { dataProperty } = require('../../safe/data-property')
const {
  ArrayIsArray,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  isPromise,
  isProxy
} = require('../../safe/primordials')

/** Number of keys of an object that are looked at. In objects of Node.js functions are among the first keys. */
const MAX_KEYS = 100
const MAX_OPERATIONS = 20_000

/**
 * @typedef {object} Operation
 * @property {'timer' | 'request' | 'handle'} type
 * @property {string} description
 * @property {object} entry the function or promise
 */

/**
 * Finds the functions and promises that Node.js will call or settle, in fields that are not documented.
 * @param {object[]} timers of Node.js, also those that are over
 * @returns {Operation[]}
 */
function findOperations (timers) {
  /** @type {Operation[]} */
  const operations = []
  /** @param {Operation['type']} type @param {string} description @param {unknown} entry */
  const add = (type, description, entry) => {
    const isEntry = typeof entry === 'function' || isPromise(entry)
    if (isEntry && operations.length < MAX_OPERATIONS) operations[operations.length] = { type, description, entry }
  }
  for (let i = 0; i < timers.length; i++) {
    // test/workarounds/timer-fields.js shows these fields (Node.js 20 to 26).
    const ms = dataProperty(timers[i], '_idleTimeout')
    if (dataProperty(timers[i], '_destroyed') !== true && typeof ms === 'number') {
      add('timer', `timer of ${ms} ms`, dataProperty(timers[i], '_onTimeout'))
    }
  }
  const requests = getActiveRequests()
  for (let i = 0; i < requests.length; i++) {
    const description = nameOf(requests[i])
    addEntries(requests[i], entry => add('request', description, entry))
    // readFile() keeps the callback of the application there (test/workarounds/callback-in-context.js, Node.js 20 to
    // 26).
    addEntries(dataProperty(requests[i], 'context'), entry => add('request', description, entry))
  }
  const handles = getActiveHandles()
  for (let i = 0; i < handles.length; i++) {
    const description = nameOf(handles[i])
    addListeners(handles[i], entry => add('handle', description, entry))
    // A socket has the request or response that it is used for there (test/workarounds/socket-names-message.js, Node.js
    // 20 to 26).
    addListeners(dataProperty(handles[i], '_httpMessage'), entry => add('handle', description, entry))
  }
  return operations
}

/**
 * @param {unknown} object
 * @param {(entry: unknown) => void} add gets the values of the object's data properties
 */
function addEntries (object, add) {
  if (typeof object !== 'object' || object === null || isProxy(object)) return
  const keys = ReflectOwnKeys(object)
  for (let i = 0; i < keys.length && i < MAX_KEYS; i++) add(ReflectGetOwnPropertyDescriptor(object, keys[i])?.value)
}

/**
 * Finds the listeners of an EventEmitter in `_events` (test/workarounds/emitter-listeners.js, Node.js 20 to 26).
 * @param {unknown} emitter
 * @param {(entry: unknown) => void} add gets the listeners
 */
function addListeners (emitter, add) {
  const events = dataProperty(emitter, '_events')
  if (typeof events !== 'object' || events === null || isProxy(events)) return
  const names = ReflectOwnKeys(events)
  for (let i = 0; i < names.length && i < MAX_KEYS; i++) {
    const listeners = ReflectGetOwnPropertyDescriptor(events, names[i])?.value
    if (!ArrayIsArray(listeners)) addListener(listeners, add)
    else if (!isProxy(listeners)) addEntries(listeners, entry => addListener(entry, add))
  }
}

/**
 * @param {unknown} listener
 * @param {(entry: unknown) => void} add
 */
function addListener (listener, add) {
  add(listener)
  // The function that was given to once().
  if (typeof listener === 'function') add(dataProperty(listener, 'listener'))
}

/** @param {unknown} object */
function nameOf (object) {
  const name = dataProperty(dataProperty(object, 'constructor'), 'name')
  return typeof name === 'string' && name !== '' ? name : 'object of Node.js'
}

module.exports = { addListeners, findOperations }
