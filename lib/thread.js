'use strict'
// Which thread this is. With node:worker_threads all of streams are loaded, which takes longer than the rest of a start: that waits
// until there is a dump to write.

const { builtinModule } = require('./capture/primordials')

/** @returns {typeof import('node:worker_threads')} */
const workerThreads = () => builtinModule('node:worker_threads')

/**
 * @param {import('./native').Native | null} native
 * @returns {boolean}
 */
function isMainThread (native) {
  return native === null ? workerThreads().isMainThread : native.isMainThread
}

/** @returns {number} 0 for the main thread */
function threadId () {
  return workerThreads().threadId
}

module.exports = { isMainThread, threadId }
