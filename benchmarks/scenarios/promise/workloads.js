'use strict'
// Workloads by name: `<scenario>-<style>[-<library>]`.

const { createRequire } = require('node:module')

// Resolved at run time: only the forms of other libraries need benchmarks/node_modules.
const requirePeer = createRequire(__filename)

/**
 * @typedef {(iterations: number) => Promise<number>} Workload the number depends on all the work having been done
 */

/** @type {Record<string, () => Workload>} */
const WORKLOADS = {
  'doxbee-async': () => require('./doxbee-async').workload,
  'doxbee-promises': () => require('./doxbee-promises').workloadOf(Promise),
  'doxbee-promises-bluebird': () => require('./doxbee-promises').workloadOf(requirePeer('bluebird')),
  'doxbee-coroutine': () => require('./doxbee-coroutine').workloadOf(require('./run-generator').coroutine, Promise),
  'doxbee-coroutine-bluebird': () => require('./doxbee-coroutine').workloadOf(requirePeer('bluebird').coroutine, requirePeer('bluebird')),
  'fibonacci-async': () => require('./fibonacci').async,
  'fibonacci-promises': () => require('./fibonacci').promises,
  'parallel-async': () => require('./parallel').async,
  'parallel-promises': () => require('./parallel').promisesOf(Promise),
  'parallel-promises-bluebird': () => require('./parallel').promisesOf(requirePeer('bluebird'))
}

/** @param {string} name @returns {Workload} */
function load (name) {
  if (!Object.hasOwn(WORKLOADS, name)) throw new Error(`no workload "${name}"`)
  return WORKLOADS[name]()
}

module.exports = { load }
