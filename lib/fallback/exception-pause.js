'use strict'
// Mode `always`: the debugger stays on and V8 pauses at every exception. The classic way. See docs/design.md for what
// it costs.

const { isOwnFrame } = require('./call-frames')
const { connectAnchor, isSameWorld, liveValues, primitiveOf } = require('./values/live-values')
const { openSession, whyNoPause } = require('./pause')
const { enterCollector } = require('../safe/enter-collector')
const { apply } = require('../safe/primordials')
const { deferStackFormatting } = require('./deferred-stacks')
const { pauseCaptures } = require('./pause-captures')
const { scriptUrls } = require('./script-urls')
const { UNREACHABLE } = require('./thrown-values')

/**
 * @typedef {import('../capture/types').Pauses} Pauses
 * @typedef {import('./pause-captures').Connection} Connection
 * @typedef {import('../capture/types').Found} Found
 * @typedef {import('node:inspector').Debugger.PausedEventDataType} Paused
 */

/** Exceptions not worth a look, one after the other, from which on V8 pauses no more at those with a handler. */
const MAX_IDLE_PAUSES = 100

/**
 * V8 keeps so much of the sources of scripts that it has collected, because those of a capture may be asked for later.
 * Without this number it keeps all of them.
 */
const MAX_COLLECTED_BYTES = 10_000_000

/** @type {Pauses} */
const NO_PAUSES = Object.freeze({ find: () => null, reasonOf: (/** @type {unknown} */ error) => error })

/**
 * @param {import('../capture/types').Context} context with the addon
 * @returns {Pauses} finds nothing where there is no inspector, or somebody else debugs the process
 */
function watchExceptionPauses (context) {
  const native = /** @type {import('../addon/native-types').Native} */ (context.native)
  if (whyNoPause(native) !== null) return NO_PAUSES
  try {
    return enterCollector(native, () => startWatching(native, context))
  } catch (error) {
    context.notices.failed(error)
    return NO_PAUSES
  }
}

/**
 * @param {import('../addon/native-types').Native} native
 * @param {import('../capture/types').Context} context
 * @returns {Pauses}
 */
function startWatching (native, context) {
  const captures = pauseCaptures(native, context)
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

  const ask = asker(native, session)
  const { urls, add } = scriptUrls(ask)

  /** @param {import('node:inspector').Debugger.ScriptParsedEventDataType} script */
  function onScript ({ scriptId, url, isModule }) {
    add(scriptId, url)
    // What an ES module throws at its top level counts as caught (test/workarounds/module-throw-counts-as-caught.js,
    // Node.js 20 to 26).
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
    // Somebody has attached a debugger meanwhile: it must not stop at exceptions that it did not ask for.
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
      // The second runs what `-e`, `-p` and the standard input hold.
      if (url === 'node:vm' || url === 'node:internal/vm') return true
    }
    return false
  }

  /**
   * node:vm catches in C++ what a script throws, and throws it again. When the debugger has paused at that, the
   * exception is not reported, and the process goes on or aborts with a corrupted stack of async hooks
   * (test/workarounds/vm-pause-forgets.js, Node.js 20 and 22). So there is no pause until it is over.
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
 * @param {import('../addon/native-types').Native} native
 * @param {import('node:inspector').Session} session
 */
function asker (native, session) {
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
  return isSameWorld(remote.objectId, connection.anchorId) ? liveValues(connection).take([remote])[0] : UNREACHABLE
}

module.exports = { watchExceptionPauses }
