'use strict'
// Captures in mode `always`: the debugger stays enabled, and V8 pauses at every exception. docs/benchmarks.md says what
// that costs.

const { isOwnFrame } = require('./call-frames')
const { connectAnchor, isSameWorld, createLiveValues, primitiveOf } = require('./values/live-values')
const { openSession } = require('./pause')
const { whyNoPause } = require('./inspector')
const { enterCollector } = require('../safe/enter-collector')
const { apply } = require('../safe/primordials')
const { deferStackFormatting } = require('./deferred-stacks')
const { createPauseCaptures } = require('./pause-captures')
const { createScriptUrls } = require('./script-urls')
const { UNREACHABLE } = require('./thrown-values')

/**
 * @typedef {import('../capture/types').Pauses} Pauses
 * @typedef {import('./pause-captures').Connection} Connection
 * @typedef {import('../capture/types').Found} Found
 * @typedef {import('node:inspector').Debugger.PausedEventDataType} Paused
 */

/**
 * After so many exceptions in a row for which there was no budget, V8 no longer pauses at exceptions with a handler.
 */
const MAX_IDLE_PAUSES = 100

/**
 * So many bytes of the sources of collected scripts V8 keeps, since sources of a capture may be read later. Without
 * this number it keeps all of them (https://chromedevtools.github.io/devtools-protocol/v8/Debugger/#method-enable).
 */
const MAX_COLLECTED_BYTES = 10_000_000

/** @type {Pauses} */
const NO_PAUSES = Object.freeze({ find: () => null, reasonOf: (/** @type {unknown} */ error) => error })

/**
 * @param {import('../capture/types').Context} context with the addon
 * @returns {Pauses} finds nothing when there is no inspector, or a debugger is attached
 */
function watchExceptionPauses (context) {
  const native = /** @type {import('../addon/native-functions').Native} */ (context.native)
  if (whyNoPause(native) !== null) return NO_PAUSES
  try {
    return enterCollector(native, () => startWatching(native, context))
  } catch (error) {
    context.notices.failed(error)
    return NO_PAUSES
  }
}

/**
 * @param {import('../addon/native-functions').Native} native
 * @param {import('../capture/types').Context} context
 * @returns {Pauses}
 */
function startWatching (native, context) {
  const captures = createPauseCaptures(native, context)
  let state = ''
  let idlePauses = 0
  let away = false

  const { session, post } = openSession((method, params) => {
    if (method === 'Debugger.scriptParsed') return onScript(params)
    if (method !== 'Debugger.paused') return
    try {
      enterCollector(native, () => {
        if (away) comeBack()
        if (params.reason === 'exception' || params.reason === 'promiseRejection') onPause(params)
      })
    } catch (error) {
      context.notices.failed(error)
    }
  })

  const ask = createAsker(native, session)
  const { urls, add } = createScriptUrls(ask)

  /** @param {import('node:inspector').Debugger.ScriptParsedEventDataType} script */
  function onScript ({ scriptId, url, isModule }) {
    add(scriptId, url)
    // V8 takes what an ES module throws at its top level for caught, so the debugger must pause at caught exceptions
    // again (test/workarounds/module-throw-counts-as-caught.js, Node.js 20 to 26).
    if (isModule && state === 'uncaught') enterCollector(native, () => pauseOn('all'))
  }

  /** @param {'all' | 'uncaught'} next */
  function pauseOn (next) {
    state = next
    idlePauses = 0
    post('Debugger.setPauseOnExceptions', { state })
  }

  /** @param {Paused} paused */
  function onPause ({ callFrames, data, reason }) {
    // A debugger was attached meanwhile. It must not stop at exceptions because of our settings.
    if (whyNoPause(native) !== null) return leave()
    if (connection === null || callFrames.length === 0 || isOwnFrame(callFrames[0], urls)) return
    const exception = /** @type {import('node:inspector').Runtime.RemoteObject & { uncaught?: boolean }} */ (data)
    const uncaught = exception.uncaught === true
    const value = thrownValue(connection, exception)
    if (captures.onPause(connection, { callFrames, value, uncaught, thrown: reason === 'exception' })) idlePauses = 0
    else if (!uncaught && ++idlePauses === MAX_IDLE_PAUSES) pauseOn('uncaught')
    if (!uncaught && runsInVm(callFrames)) stepAway()
  }

  /** @param {import('./pause').CallFrame[]} callFrames */
  function runsInVm (callFrames) {
    for (let i = 0; i < callFrames.length; i++) {
      const url = urls[callFrames[i].location.scriptId]
      // The second runs the code of `-e`, `-p` and the standard input (test/workarounds/eval-in-internal-vm.js, Node.js
      // 20 to 26).
      if (url === 'node:vm' || url === 'node:internal/vm') return true
    }
    return false
  }

  /**
   * Pauses no more until the function has returned. node:vm catches in C++ what a script throws, and throws it again.
   * If the debugger has paused at that, the exception is not reported, and the process goes on or aborts with a
   * corrupted stack of async hooks (test/workarounds/vm-pause-forgets.js, Node.js 20 and 22).
   */
  function stepAway () {
    away = true
    post('Debugger.setPauseOnExceptions', { state: 'none' })
    post('Debugger.stepOut')
  }

  function comeBack () {
    away = false
    pauseOn(state === 'uncaught' ? 'uncaught' : 'all')
  }

  function leave () {
    connection = null
    post('Debugger.resume')
    post('Debugger.disable')
  }

  /** @type {Connection | null} */
  let connection = { ...connectAnchor(post), urls }
  post('Debugger.enable', { maxScriptsCacheSize: MAX_COLLECTED_BYTES })
  deferStackFormatting(ask)
  pauseOn('all')

  return {
    find: captures.find,
    reasonOf: captures.reasonOf
  }
}

/**
 * @param {import('../addon/native-functions').Native} native
 * @param {import('node:inspector').Session} session
 */
function createAsker (native, session) {
  const post = /** @type {Function} */ (session.post)
  return (/** @type {string} */ method, /** @type {object} */ params) => {
    /** @type {Error | null} */
    let failure = null
    const onAnswer = (/** @type {Error | null} */ error) => {
      failure = error
    }
    enterCollector(native, () => apply(post, session, [method, params, onAnswer]))
    return failure
  }
}

/**
 * @param {Connection} connection
 * @param {import('node:inspector').Runtime.RemoteObject} remote
 */
function thrownValue (connection, remote) {
  if (remote.objectId === undefined) return primitiveOf(remote)
  if (!isSameWorld(remote.objectId, connection.anchorId)) return UNREACHABLE
  return createLiveValues(connection).take([remote])[0]
}

module.exports = { watchExceptionPauses }
