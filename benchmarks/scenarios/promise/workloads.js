'use strict'
// Lists workloads by name: `<scenario>-<style>[-<library>]`.

const { createRequire } = require('node:module')

// Packages are loaded when they are needed: only the forms for other libraries need benchmarks/node_modules.
const requirePeer = createRequire(__filename)

/**
 * @typedef {(iterations: number) => Promise<number>} Workload the number proves that all work was done
 */

/** @type {Record<string, () => Workload>} */
const WORKLOADS = {
  'doxbee-async': () => require('./doxbee-async').workload,
  'doxbee-promises': () => require('./doxbee-promises').workloadOf(Promise),
  'doxbee-promises-bluebird': () => require('./doxbee-promises').workloadOf(requirePeer('bluebird')),
  'doxbee-coroutine': () => require('./doxbee-coroutine').workloadOf(require('./run-generator').coroutine, Promise),
  'doxbee-coroutine-bluebird': () =>
    require('./doxbee-coroutine').workloadOf(requirePeer('bluebird').coroutine, requirePeer('bluebird')),
  'fibonacci-async': () => require('./fibonacci').async,
  'fibonacci-promises': () => require('./fibonacci').promises,
  'fibonacci-promises-bluebird': () => require('./fibonacci').promisesOf(requirePeer('bluebird')),
  'fibonacci-coroutine': () =>
    require('./fibonacci-coroutine').workloadOf(require('./run-generator').coroutine, Promise),
  'fibonacci-coroutine-bluebird': () =>
    require('./fibonacci-coroutine').workloadOf(requirePeer('bluebird').coroutine, requirePeer('bluebird')),
  'parallel-async': () => require('./parallel').async,
  'parallel-promises': () => require('./parallel').promisesOf(Promise),
  'parallel-promises-bluebird': () => require('./parallel').promisesOf(requirePeer('bluebird')),
  'parallel-coroutine': () => require('./parallel-coroutine').workloadOf(require('./run-generator').coroutine, Promise),
  'parallel-coroutine-bluebird': () =>
    require('./parallel-coroutine').workloadOf(requirePeer('bluebird').coroutine, requirePeer('bluebird'))
}

/** The contribution of one iteration to the number, for every style and library. */
const PER_ITERATION = { doxbee: 7, fibonacci: 6765, parallel: 25 }

/**
 * @param {string} name name of a workload
 * @param {number} iterations
 * @returns {number}
 */
function resultOf (name, iterations) {
  return PER_ITERATION[/** @type {keyof PER_ITERATION} */ (name.split('-')[0])] * iterations
}

/** @param {string} name @returns {Workload} */
function load (name) {
  if (!Object.hasOwn(WORKLOADS, name)) throw new Error(`no workload "${name}"`)
  return WORKLOADS[name]()
}

module.exports = { NAMES: Object.keys(WORKLOADS), load, resultOf }
