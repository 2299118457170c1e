'use strict'
// Knows from which processes this one descends, by which the dumps of parents and children are tied. The addon's native
// thread reads that at the start, because a parent that has ended can't be asked any more; without that thread it is
// read here. Nothing is passed on from parent to child, so the application's environment stays as it is.

const { atStart } = require('../safe/node-builtins')

/** @typedef {import('./native-functions').ThreadFunctions} ThreadFunctions */
/** @typedef {import('../../packages/shared/dump/terms').ProcessIdentity} ProcessIdentity */

/**
 * @typedef {object} ProcessTree
 * @property {number} [ppid] of the process that started this one
 * @property {string} [crashId] equal in the dumps of all processes that descend from one Node.js process
 * @property {ProcessIdentity[]} [processes] this process, its parent, and so on; only if the system tells them
 */

/** @type {ProcessTree | undefined} */
let known

/**
 * @param {ThreadFunctions | null} native
 * @returns {ProcessTree}
 */
function processTree (native) {
  known ??= readTree(native === null ? [] : native.ancestors())
  return known
}

/**
 * @param {import('./native-types').NativeProcess[]} found
 * @returns {ProcessTree}
 */
function readTree (found) {
  // In a worker that is being terminated Node-API sets no properties (napi_cannot_run_js).
  if (found.length === 0 || found[found.length - 1].sameProgram === undefined) return { ppid: atStart.ppid }
  /** @type {ProcessIdentity[]} */
  const processes = []
  let root = 0
  for (let i = 0; i < found.length; i++) {
    const { pid, startTicks, name, sameProgram } = found[i]
    processes[i] = { pid, startTicks, name }
    if (sameProgram) root = i
  }
  return { ppid: found.length > 1 ? found[1].pid : atStart.ppid, crashId: processKey(processes[root]), processes }
}

/**
 * @param {ThreadFunctions | null} native
 * @returns {string[]} the keys of the processes from which this one descends
 */
function parentKeys (native) {
  const { processes = [] } = processTree(native)
  const keys = []
  for (let i = 1; i < processes.length; i++) keys[i - 1] = processKey(processes[i])
  return keys
}

/**
 * @param {ProcessIdentity} process
 * @returns {string} a text that no other process of this machine has until it is started again
 */
function processKey ({ pid, startTicks }) {
  return `${pid}-${startTicks}`
}

module.exports = { parentKeys, processKey, processTree }
