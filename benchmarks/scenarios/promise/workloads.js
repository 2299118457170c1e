'use strict'
// Lists workloads by name: `<scenario>-<style>`, or `rejections-<percent>`.

/**
 * @typedef {(iterations: number) => Promise<number>} Workload the number proves that all work was done
 */

/** @type {Record<string, () => Workload>} */
const WORKLOADS = {
  'doxbee-async': () => require('./doxbee-async').workload,
  'doxbee-promises': () => require('./doxbee-promises').workload,
  'fibonacci-async': () => require('./fibonacci').async,
  'fibonacci-promises': () => require('./fibonacci').promises,
  'parallel-async': () => require('./parallel').async,
  'parallel-promises': () => require('./parallel').promises,
  'rejections-0': () => require('./rejections').rejecting(0),
  'rejections-1': () => require('./rejections').rejecting(1),
  'rejections-50': () => require('./rejections').rejecting(50)
}

/** The contribution of one iteration to the number. */
const PER_ITERATION = { doxbee: 7, fibonacci: 6765, parallel: 25, rejections: 1 }

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
