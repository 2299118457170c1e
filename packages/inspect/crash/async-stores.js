'use strict'
// Lists the store of each AsyncLocalStorage at the throw, under the best name that the dump has for the storage.

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {{ name: string, storage: Value, store: Value }} NamedStore */

/** The property in which Node.js up to 22 keeps the symbol that stands for a storage. */
const RESOURCE_STORE = 'kResourceStore'

/**
 * @param {Dump} dump
 * @returns {{ readAt: 'capture' | 'report', stores: NamedStore[] }} report: nothing was captured at the throw, so
 *   these are the stores of the code that reported the error
 */
function asyncStoresOf (dump) {
  const { readAt, stores } =
    /** @type {{ readAt?: unknown, stores: { name?: string, storage: Value, store: Value }[] }} */ (
      dump.process?.asyncStores ?? { stores: [] }
    )
  const { names, left } = stores.some(({ name }) => name === undefined)
    ? lookUp(dump)
    : { names: new Map(), left: new Set() }
  return {
    readAt: readAt === 'report' ? 'report' : 'capture',
    stores: stores
      .filter(({ storage }) => !left.has(storage.objectId))
      .map(({ name, storage, store }) => ({
        name: name ?? names.get(storage.objectId) ?? 'AsyncLocalStorage',
        storage,
        store
      }))
  }
}

/**
 * Names of variables come before names of properties, because a variable has the application's name for its storage.
 * @param {Dump} dump
 * @returns {{ names: Map<string | undefined, string>, left: Set<string | undefined> }} names: by the id of a storage,
 *   or of the symbol that stands for it; left: ids of storages whose `exit()` is running, which keep their store
 */
function lookUp (dump) {
  const symbols = new Map()
  const left = new Set()
  for (const { objectId, properties } of dump.objects(RESOURCE_STORE)) {
    const value = properties.find(({ name }) => name === RESOURCE_STORE)?.value
    if (value?.type !== 'symbol') continue
    symbols.set(objectId, value.objectId)
    if (properties.find(({ name }) => name === 'enabled')?.value?.value === false) left.add(value.objectId)
  }
  const names = new Map()
  const note = (/** @type {string} */ name, /** @type {Value | undefined} */ value) => {
    if (value?.objectId === undefined || value.type === 'symbol') return
    for (const id of [value.objectId, symbols.get(value.objectId)]) {
      if (id !== undefined && !names.has(id)) names.set(id, name)
    }
  }
  for (const frame of dump.allCallFrames) {
    for (const scope of frame.scopeChain) for (const { name, value } of dump.scope(scope).variables) note(name, value)
  }
  for (const { properties, scopes = [] } of dump.objects()) {
    for (const scope of scopes) for (const { name, value } of dump.scope(scope).variables) note(name, value)
    for (const { name, value } of properties) note(name, value)
  }
  return { names, left }
}

module.exports = { asyncStoresOf }
