'use strict'
// node --require keep-addon.js --require crash-collector …: keeps the addon that the collector loads, for its counters.
// The collector hides it from `require`.

const ADDON = Symbol.for('crash-collector.stress.addon')
const { dlopen } = process

/** @type {any} */
const shared = globalThis
process.dlopen = (/** @type {any} */ module, /** @type {any[]} */ ...args) => {
  Reflect.apply(dlopen, process, [module, ...args])
  if (module.exports.hookCounters !== undefined) shared[ADDON] ??= module.exports
}

module.exports = {
  /** @returns {Record<string, number>} the counters of this thread's hooks */
  counters: () => shared[ADDON].hookCounters()
}
