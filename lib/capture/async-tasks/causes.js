'use strict'
// What ends a wait, as far as Node.js knows of it: timers, requests to the operating system, sockets and the like. Each
// is given with the functions that it calls and the promises that it settles; from these the addon goes on to who
// awaits.

const { getActiveHandles, getActiveRequests } = require('../../safe/node-builtins')
const { dataProperty } = require('../../safe/data-property')
const {
  ArrayIsArray,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  isPromise,
  isProxy
} = require('../../safe/primordials')

/** Keys of an object of Node.js that are looked at; its functions are among the first. */
const MAX_KEYS = 100
const MAX_CAUSES = 20_000

/**
 * @typedef {object} Cause
 * @property {'timer' | 'request' | 'handle'} type
 * @property {string} description
 * @property {object} entry the function or promise
 */

/**
 * @param {object[]} timers Node.js's, also those that have run
 * @returns {Cause[]}
 */
function findCauses (timers) {
  /** @type {Cause[]} */
  const causes = []
  const add = (/** @type {Cause['type']} */ type, /** @type {string} */ description, /** @type {unknown} */ entry) => {
    const isEntry = typeof entry === 'function' || isPromise(entry)
    if (isEntry && causes.length < MAX_CAUSES) causes[causes.length] = { type, description, entry }
  }
  for (let i = 0; i < timers.length; i++) {
    const ms = dataProperty(timers[i], '_idleTimeout')
    if (dataProperty(timers[i], '_destroyed') !== true && typeof ms === 'number') {
      add('timer', `timer of ${ms} ms`, dataProperty(timers[i], '_onTimeout'))
    }
  }
  const requests = getActiveRequests()
  for (let i = 0; i < requests.length; i++) {
    const description = nameOf(requests[i])
    addEntries(requests[i], entry => add('request', description, entry))
    // Where the functions of `fs` keep the callback.
    addEntries(dataProperty(requests[i], 'context'), entry => add('request', description, entry))
  }
  const handles = getActiveHandles()
  for (let i = 0; i < handles.length; i++) {
    const description = nameOf(handles[i])
    addListeners(handles[i], entry => add('handle', description, entry))
    // A socket names the request that it is used for.
    addListeners(dataProperty(handles[i], '_httpMessage'), entry => add('handle', description, entry))
  }
  return causes
}

/**
 * @param {unknown} object
 * @param {(entry: unknown) => void} add
 */
function addEntries (object, add) {
  if (typeof object !== 'object' || object === null || isProxy(object)) return
  const keys = ReflectOwnKeys(object)
  for (let i = 0; i < keys.length && i < MAX_KEYS; i++) add(ReflectGetOwnPropertyDescriptor(object, keys[i])?.value)
}

/**
 * @param {unknown} emitter
 * @param {(entry: unknown) => void} add gets the functions that it calls
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
  // What once() wraps.
  if (typeof listener === 'function') add(dataProperty(listener, 'listener'))
}

/** @param {unknown} object */
function nameOf (object) {
  const name = dataProperty(dataProperty(object, 'constructor'), 'name')
  return typeof name === 'string' && name !== '' ? name : 'object of Node.js'
}

module.exports = { addListeners, findCauses }
