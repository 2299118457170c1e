'use strict'
// What the AsyncLocalStorages of the application hold for the code that is running: request ids, users, transactions. Nothing is
// recorded while the process lives, and no code of the application runs.
//
// Node.js 24 on keeps a Map from storage to store in V8, which the addon reads. Before, each store is a property of the resource of the
// asynchronous operation under way, under a symbol that the storage has as its `kResourceStore`.

const { AsyncLocalStorage, executionAsyncResource } = require('node:async_hooks')

const { isObject } = require('./error-text')
const { SymbolToString } = require('./object-primordials')
const { ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, apply, isProxy } = require('./primordials')
const { RawJson } = require('./to-json')

/**
 * @typedef {object} Storing
 * @property {unknown} storage the AsyncLocalStorage, or the symbol that stands for it
 * @property {string | undefined} name that the application gave it
 * @property {unknown} store
 */

/**
 * JSON of values, to be put into the record of the process.
 * @typedef {{ storage: RawJson, name: string | undefined, store: RawJson }} StoringJson
 */

const RESOURCE_STORE = 'Symbol(kResourceStore)'
/** Of an object that has them all, which the resource has in their place from Node.js 24 on when it is run with `--no-async-context-frame`. */
const ALL_STORES = 'Symbol(kAsyncLocalStorageContext)'
const MAX_STORES = 100

/** Of Node.js 24 on. */
const getName = ReflectGetOwnPropertyDescriptor(AsyncLocalStorage.prototype, 'name')?.get

/**
 * @param {import('../native').Native | null} native
 * @returns {Storing[]}
 */
function readAsyncStores (native) {
  /** @type {Storing[]} */
  const found = []
  addOfContext(native?.asyncContext(), found)
  // The newer way leaves no trace in resources, so one of the two is empty.
  if (found.length === 0) addOfResource(executionAsyncResource(), found)
  return found
}

/**
 * @param {unknown[] | undefined} context
 * @param {Storing[]} found
 */
function addOfContext (context, found) {
  if (context === undefined) return
  for (let i = 0; i < context.length && found.length < MAX_STORES; i += 2) {
    if (context[i + 1] !== undefined) found[found.length] = { storage: context[i], name: nameOf(context[i]), store: context[i + 1] }
  }
}

/**
 * @param {unknown} resource
 * @param {Storing[]} found
 */
function addOfResource (resource, found) {
  if (!isObject(resource) || isProxy(resource)) return
  const keys = ReflectOwnKeys(resource)
  for (let i = 0; i < keys.length && found.length < MAX_STORES; i++) {
    const key = keys[i]
    const description = typeof key === 'symbol' ? SymbolToString(key) : ''
    if (description !== RESOURCE_STORE && description !== ALL_STORES) continue
    const store = ReflectGetOwnPropertyDescriptor(resource, key)?.value
    if (description === ALL_STORES) addOfResource(store, found)
    else if (store !== undefined) found[found.length] = { storage: key, name: undefined, store }
  }
}

/** @param {unknown} storage */
function nameOf (storage) {
  if (getName === undefined) return undefined
  try {
    const name = apply(getName, storage, [])
    return typeof name === 'string' && name !== '' ? name : undefined
  } catch {
    return undefined // none of Node.js's own
  }
}

/**
 * @param {import('../native').Native | null} native
 * @param {(value: unknown) => string} json of a Value, whose objects are walked later
 * @returns {StoringJson[] | null} null when they could not be read: that must not cost the capture
 */
function asyncStoresJson (native, json) {
  try {
    return toStoresJson(readAsyncStores(native), json)
  } catch {
    return null
  }
}

/**
 * @param {Storing[]} found
 * @param {(value: unknown) => string} json
 */
function toStoresJson (found, json) {
  /** @type {StoringJson[]} */
  const list = []
  for (let i = 0; i < found.length; i++) {
    const { storage, name, store } = found[i]
    list[i] = { storage: new RawJson(json(storage)), name, store: new RawJson(json(store)) }
  }
  return list
}

module.exports = { asyncStoresJson }
