'use strict'
// Which thread this is. With node:worker_threads all of streams are loaded, which takes longer than the rest of a
// start: only workers do it there, and whoever has no addon.

const { dataProperty } = require('../safe/data-property')
const { builtinModule, process } = require('../safe/primordials')

/** @returns {typeof import('node:worker_threads')} */
const workerThreads = () => builtinModule('node:worker_threads')

/**
 * @param {import('./native').Native | null} native
 * @returns {boolean}
 */
function isMainThread (native) {
  return native === null ? workerThreads().isMainThread : native.isMainThread
}

/** @type {number | undefined} */
let listedId

/**
 * Known since the thread was listed. A module that is loaded while the process dies fails where the application has
 * made `value` on Object.prototype read-only (test/workarounds/read-only-value.js, Node.js 20 to 26).
 * @returns {number} 0 for the main thread
 */
function threadId () {
  return listedId ?? workerThreads().threadId
}

/**
 * So that a dump of any thread can say which others there are.
 * @param {import('./native').Native | null} native
 */
function listThread (native) {
  if (native === null) return
  // By descriptor, because the second time the application may have put anything in the place of `argv`.
  const nameIt = () => {
    const file = dataProperty(dataProperty(process, 'argv'), '1')
    if (typeof file === 'string') native.nameThread(file)
  }
  // A worker learns its file only after the preload.
  listedId = isMainThread(native) ? 0 : threadId()
  native.addThread(listedId, nameIt)
  nameIt()
}

module.exports = { isMainThread, listThread, threadId }
