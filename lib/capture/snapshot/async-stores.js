'use strict'
// Reads the stores of the application's AsyncLocalStorages for the code that is running: request ids, users,
// transactions. Nothing is recorded before a capture, and no code of the application runs.
//
// Node.js 24 and later keep a Map from storage to store in V8, which the addon reads
// (test/workarounds/async-stores-in-v8.js, Node.js 24 and 26). Earlier versions keep each store as a property of the
// resource of the asynchronous operation under way, under a symbol that the storage has as its `kResourceStore`
// (test/workarounds/async-store-on-resource.js, Node.js 20 and 22).

const { dataProperty, isObject } = require('../../safe/data-property')
const { moduleLoadList } = require('../../safe/node-builtins')
const { SymbolToString } = require('../../safe/reflection')
const {
  ArrayIncludes, JSONParse, ObjectGetPrototypeOf, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, StringStartsWith,
  apply, builtinModule, isProxy
} = require('../../safe/primordials')
const { RawJson } = require('../values/to-json')

/** @typedef {import('../../addon/native-functions').TaskFunctions} TaskFunctions */
/** @typedef {import('../../addon/native-functions').ExecutionPathFunctions} ExecutionPathFunctions */

/**
 * @typedef {object} Storing
 * @property {unknown} storage the AsyncLocalStorage, or its symbol `kResourceStore`
 * @property {string | undefined} name that the application gave the storage
 * @property {unknown} store
 */

/**
 * A store as JSON, for the process record.
 * @typedef {{ storage: RawJson, name: string | undefined, store: RawJson }} StoringJson
 */

const RESOURCE_STORE = 'Symbol(kResourceStore)'
/**
 * With `--no-async-context-frame` the resource has one object under this key, which holds all stores
 * (test/workarounds/async-stores-in-one-object.js, Node.js 24 and 26).
 */
const ALL_STORES = 'Symbol(kAsyncLocalStorageContext)'
const MAX_STORES = 100

/**
 * The class that keeps stores on resources. Node.js 22 and later load it when the application asks for it
 * (test/workarounds/async-storage-loaded-late.js, Node.js 22 to 26), and then names it in its list of loaded modules
 * (test/workarounds/module-load-list.js, Node.js 20 to 26).
 */
const STORES_ON_RESOURCES = 'NativeModule internal/async_local_storage/async_hooks'

/** A class of the application may extend AsyncLocalStorage. */
const MAX_PROTOTYPES = 5

/** @type {(() => unknown) | null} */
let executionAsyncResource = null

/** How many modules of Node.js were loaded when none of them kept stores on resources. */
let modulesWithout = 0

/**
 * The function of node:async_hooks is not called without need: from its first call on, Node.js runs the callbacks of a
 * program with asynchronous hooks by a function of its own, which is seen in stacks
 * (test/workarounds/callback-trampoline.js, Node.js 20 to 26).
 * @param {TaskFunctions & ExecutionPathFunctions} native
 * @returns {unknown} the resource of the asynchronous operation under way; undefined if it can have no stores
 */
function currentResource (native) {
  if (executionAsyncResource === null) {
    // This is asked for each error.
    if (moduleLoadList.length === modulesWithout) return undefined
    const hooks = builtinModule('node:async_hooks')
    const isLoadedLate = dataProperty(hooks, 'AsyncLocalStorage') === undefined
    if (isLoadedLate && !ArrayIncludes(moduleLoadList, STORES_ON_RESOURCES)) {
      modulesWithout = moduleLoadList.length
      return undefined
    }
    const exported = dataProperty(hooks, 'executionAsyncResource')
    if (!isOfNode(native, exported)) return undefined
    executionAsyncResource = exported
  }
  return apply(executionAsyncResource, undefined, [])
}

/**
 * True for a function of Node.js, which the application may have replaced by one of its own.
 * @param {TaskFunctions & ExecutionPathFunctions} native
 * @param {unknown} value
 * @returns {value is () => unknown}
 */
function isOfNode (native, value) {
  return typeof value === 'function' && StringStartsWith(native.functionPlace(value)?.url ?? '', 'node:')
}

/**
 * @param {TaskFunctions & ExecutionPathFunctions} native
 * @returns {Storing[]}
 */
function readAsyncStores (native) {
  /** @type {Storing[]} */
  const found = []
  addOfContext(native, found)
  // Stores that are kept in V8 are not on resources, so one of the two places is empty.
  if (found.length === 0) addOfResource(currentResource(native), found)
  native.replaceOwnStore?.(found)
  return found
}

/**
 * @param {TaskFunctions & ExecutionPathFunctions} native
 * @returns {unknown[]} [storage, name, store, …]; empty when they could not be read, because the capture must not fail
 *   for that
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
 * @param {TaskFunctions & ExecutionPathFunctions} native
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
 * @param {TaskFunctions & ExecutionPathFunctions} native
 * @param {unknown} storage
 * @returns {string | undefined} the option `name` of an AsyncLocalStorage
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
      return undefined // the object is no AsyncLocalStorage
    }
  }
  return undefined
}

/**
 * @param {TaskFunctions & ExecutionPathFunctions} native
 * @param {import('../values/native-walk').LiveValue} json of a Value, whose objects are walked later
 * @returns {StoringJson[] | null} null when they could not be read, because the capture must not fail for that
 */
function asyncStoresJson (native, json) {
  try {
    return toStoresJson(readAsyncStores(native), json)
  } catch {
    return null
  }
}

/**
 * A store is redacted like a property with the storage's name: the option `name`, or the name of a variable with the
 * storage that was read before.
 * @param {Storing[]} found
 * @param {import('../values/native-walk').LiveValue} json
 */
function toStoresJson (found, json) {
  /** @type {StoringJson[]} */
  const list = []
  for (let i = 0; i < found.length; i++) {
    const { storage, name, store } = found[i]
    // The storage gets the name, too, because the walk may find the store again in Node.js's Map, whose key is the
    // storage.
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
