'use strict'
// Knows which thread this is. node:worker_threads loads the modules of streams, which takes longer than the rest of a
// start, so at the start only workers load it, and threads without the addon.

const { dataProperty } = require('../safe/data-property')
const { builtinModule, process } = require('../safe/primordials')

/** @typedef {import('./native-functions').ThreadFunctions} ThreadFunctions */

/** @returns {typeof import('node:worker_threads')} */
const workerThreads = () => builtinModule('node:worker_threads')

/**
 * @param {ThreadFunctions | null} native
 * @returns {boolean}
 */
function isMainThread (native) {
  return native === null ? workerThreads().isMainThread : native.isMainThread
}

/** @type {number | undefined} */
let listedId

/**
 * The id is known since listThread() was called, and node:worker_threads is not loaded while the process dies: it fails
 * if the application has made `value` on Object.prototype read-only (test/workarounds/read-only-value.js, Node.js 20 to
 * 26).
 * @returns {number} 0 for the main thread
 */
function threadId () {
  return listedId ?? workerThreads().threadId
}

/**
 * Adds this thread to the addon's list, from which a dump of any thread names the others.
 * @param {ThreadFunctions | null} native
 */
function listThread (native) {
  if (native === null) return
  // Read by descriptor, because at the second call the application may have replaced `argv`.
  const nameIt = () => {
    const file = dataProperty(dataProperty(process, 'argv'), '1')
    if (typeof file === 'string') native.nameThread(file)
  }
  // The addon calls nameIt() again when the preload has ended, because a worker has its file in `argv` only then
  // (test/workarounds/worker-argv-after-preload.js, Node.js 20 to 26).
  listedId = isMainThread(native) ? 0 : threadId()
  native.addThread(listedId, nameIt)
  nameIt()
}

module.exports = { isMainThread, listThread, threadId }
