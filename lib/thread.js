'use strict'
// Which thread this is. With node:worker_threads all of streams are loaded, which takes longer than the rest of a start: that waits
// until there is a dump to write.

const { dataProperty } = require('./capture/error-text')
const { builtinModule, process } = require('./capture/primordials')

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
  native.addThread(isMainThread(native) ? 0 : threadId(), nameIt)
  nameIt()
}

module.exports = { isMainThread, listThread, threadId }
