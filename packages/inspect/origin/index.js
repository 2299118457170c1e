'use strict'
// Says where the wrong value of a crash came from: the last statement of the request that gave it. The search is loaded
// only for a dump with an execution path, which most have not.

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./find-origin').ValueOrigin} ValueOrigin */

/**
 * @param {Dump} dump
 * @returns {ValueOrigin|null} null without an execution path, and unless one statement alone can have given the value
 */
function valueOrigin (dump) {
  if (dump.executionPath === null || dump.exception === null) return null
  return dump.derived(require('./find-origin').findOrigin)
}

module.exports = { valueOrigin }
