'use strict'
// Tells by which texts the failing request is known: in the logs, in an AsyncLocalStorage, and to its sender.

const { factsOf } = require('../facts')
const { wholeString } = require('../../explain/properties')

/** @typedef {import('../../reader').Dump} Dump */

/** Names of properties and Map keys that hold such an id. */
const ID_NAME = /^(?:x-)?(?:req|request|correlation|trace)[-_]?id$/i
/** A shorter text stands in many lines by chance. */
const MIN_LENGTH = 3

/**
 * @param {Dump} dump
 * @returns {Set<string>} ids of the failing request; empty if none is known
 */
function requestIds (dump) {
  /** @type {Set<string>} */
  const ids = new Set()
  const add = (/** @type {string | undefined} */ text) => {
    if (text !== undefined && text.length >= MIN_LENGTH) ids.add(text)
  }
  const { asyncStores, request } = factsOf(dump)
  add(request?.id)
  add(request?.traceId)
  for (const [name, value] of request?.headers ?? []) if (ID_NAME.test(name)) add(wholeString(value))
  for (const { store } of asyncStores.stores) {
    const record = store.objectId === undefined ? undefined : dump.object(store.objectId)
    for (const { name, value } of record?.properties ?? []) if (ID_NAME.test(name)) add(wholeString(value))
    for (const { key, value } of record?.entries ?? []) {
      if (ID_NAME.test(wholeString(key) ?? '')) add(wholeString(value))
    }
  }
  return ids
}

module.exports = { requestIds }
