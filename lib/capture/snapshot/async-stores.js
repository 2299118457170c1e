'use strict'
// What the AsyncLocalStorages of the application hold for the code that is running: request ids, users, transactions.
// Nothing is recorded while the process lives, and no code of the application runs.
//
// Node.js 24 and later keep a Map from storage to store in V8, which the addon reads. Before, each store is a property
// of the resource of the asynchronous operation under way, under a symbol that the storage has as its `kResourceStore`
// (test/workarounds/async-store-on-resource.js, Node.js 20 and 22).

const { dataProperty, isObject } = require('../../safe/data-property')
const { SymbolToString } = require('../../safe/reflection')
const {
  JSONParse,
  ObjectGetPrototypeOf,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  StringStartsWith,
  apply,
  builtinModule,
  isProxy
} = require('../../safe/primordials')
const { RawJson } = require('../values/to-json')

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
/**
 * From Node.js 24 on, with `--no-async-context-frame`, the resource has one object under this key, which has all
 * stores.
 */
const ALL_STORES = 'Symbol(kAsyncLocalStorageContext)'
const MAX_STORES = 100

/** Of classes that extend AsyncLocalStorage. */
const MAX_PROTOTYPES = 5

/** @type {(() => unknown) | null} */
let executionAsyncResource = null

/**
 * Loaded late: from Node.js 24 on it isn't there at the start, and hardly ever needed.
 * @param {import('../../addon/native-types').Native} native
 */
function currentResource (native) {
  if (executionAsyncResource === null) {
    const exported = dataProperty(builtinModule('node:async_hooks'), 'executionAsyncResource')
    if (!isOfNode(native, exported)) return undefined
    executionAsyncResource = exported
  }
  return apply(executionAsyncResource, undefined, [])
}

/**
 * The application may have put a function of its own in the place of one of Node.js.
 * @param {import('../../addon/native-types').Native} native
 * @param {unknown} value
 * @returns {value is () => unknown}
 */
function isOfNode (native, value) {
  return typeof value === 'function' && StringStartsWith(native.functionPlace(value)?.url ?? '', 'node:')
}

/**
 * @param {import('../../addon/native-types').Native} native
 * @returns {Storing[]}
 */
function readAsyncStores (native) {
  /** @type {Storing[]} */
  const found = []
  addOfContext(native, found)
  // The newer way leaves no trace in resources, so one of the two is empty.
  if (found.length === 0) addOfResource(currentResource(native), found)
  return found
}

/**
 * @param {import('../../addon/native-types').Native} native
 * @returns {unknown[]} [storage, name, store, …]; empty when they could not be read: that must not cost the capture
 */
function flatAsyncStores (native) {
  /** @type {unknown[]} */
  const flat = []
  try {
    const found = readAsyncStores(native)
    for (let i = 0; i < found.length; i++) {
      flat[3 * i] = found[i].storage
      flat[3 * i + 1] = found[i].name
      flat[3 * i + 2] = found[i].store
    }
  } catch {}
  return flat
}

/**
 * @param {import('../../addon/native-types').Native} native
 * @param {Storing[]} found
 */
function addOfContext (native, found) {
  const context = native.asyncContext()
  if (context === undefined) return
  for (let i = 0; i < context.length && found.length < MAX_STORES; i += 2) {
    if (context[i + 1] !== undefined) {
      found[found.length] = { storage: context[i], name: nameOf(native, context[i]), store: context[i + 1] }
    }
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

/**
 * @param {import('../../addon/native-types').Native} native
 * @param {unknown} storage
 */
function nameOf (native, storage) {
  let holder = storage
  for (let i = 0; i < MAX_PROTOTYPES && isObject(holder) && !isProxy(holder); i++) {
    holder = ObjectGetPrototypeOf(holder)
    const getName =
      isObject(holder) && !isProxy(holder) ? ReflectGetOwnPropertyDescriptor(holder, 'name')?.get : undefined
    if (!isOfNode(native, getName)) continue
    try {
      const name = apply(getName, storage, [])
      return typeof name === 'string' && name !== '' ? name : undefined
    } catch {
      return undefined // none of Node.js's own
    }
  }
  return undefined
}

/**
 * @param {import('../../addon/native-types').Native} native
 * @param {import('../values/native-walk').LiveValue} json of a Value, whose objects are walked later
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
 * A store is as secret as a property would be that is called as the storage is, by its option or by variables that were
 * read before.
 * @param {Storing[]} found
 * @param {import('../values/native-walk').LiveValue} json
 */
function toStoresJson (found, json) {
  /** @type {StoringJson[]} */
  const list = []
  for (let i = 0; i < found.length; i++) {
    const { storage, name, store } = found[i]
    // With its name, for the store stands elsewhere, too: in Node.js's Map of all, with the storage as its key.
    const storageJson = json(storage, name)
    list[i] = {
      storage: new RawJson(storageJson),
      name,
      store: new RawJson(json(store, name, JSONParse(storageJson).objectId))
    }
  }
  return list
}

module.exports = { asyncStoresJson, flatAsyncStores }
