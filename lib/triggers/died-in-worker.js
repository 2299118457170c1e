'use strict'
// Recognises a value with which a worker has died, and which ends the main thread as well.

const { dataProperty } = require('../safe/data-property')
const { describeReported } = require('../capture/values/error-text')
const { isMainThread } = require('../addon/thread')
const { isNativeError } = require('../safe/primordials')

/** @typedef {import('../addon/native-functions').ReportFunctions} ReportFunctions */
/** @typedef {import('../addon/native-functions').ThreadFunctions} ThreadFunctions */

/**
 * True if the value comes from a worker that has written a dump. A worker's error that nobody listens to ends its
 * parent as well, and the worker's dump has the frames.
 * @param {(ReportFunctions & ThreadFunctions) | null} native
 * @param {unknown} value
 */
function diedInWorker (native, value) {
  if (native === null || !isMainThread(native)) return false
  // An Error arrives in the parent as a copy whose `stack` is a text, and which V8 does not take for an error
  // (test/workarounds/worker-error-copy.js, Node.js 20 to 26). Anything else arrives in an error that Node.js makes
  // (test/workarounds/worker-object-error.js, Node.js 20 to 26). A value that the main thread threw itself is neither,
  // even if it is equal to that of a worker.
  const isWrapped = isNativeError(value)
  if (isWrapped && dataProperty(value, 'code') !== 'ERR_UNHANDLED_ERROR') return false
  const { description, stack } = describeReported(value)
  if (stack === undefined || (isWrapped && !isFromWorkerObject(stack))) return false
  const ofWorker = isWrapped ? describeReported(dataProperty(value, 'context')).description : description
  const line = native.claimExitLine(ofWorker)
  if (line) native.setExitLine(line)
  return line !== undefined
}

/** @param {import('../../packages/shared/dump/terms').StackFrame[]} stack */
function isFromWorkerObject (stack) {
  for (let i = 0; i < stack.length; i++) if (stack[i].url === 'node:internal/worker') return true
  return false
}

module.exports = { diedInWorker }
