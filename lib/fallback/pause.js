'use strict'
// Pauses V8's debugger where it is called: connects, enables it, runs into a `debugger` statement, reads the frames,
// disables it and disconnects. All of that is synchronous, because inspector.Session answers within post() and calls
// listeners within the pause (test/workarounds/inspector-answers-at-once.js, Node.js 20 to 26). The debugger is not
// left enabled, because it makes every promise slow (docs/benchmarks.md) and keeps scripts alive. Everything here runs
// within enterCollector().

const { withCleanup } = require('../safe/cleanup')
const { dataProperty } = require('../safe/data-property')
const { ObjectCreate, apply, isNativeError } = require('../safe/primordials')
const { withDeferredStacks } = require('./deferred-stacks')
const { loadInspector, noteRefusal } = require('./inspector')

/** @typedef {import('../addon/native-functions').ThreadFunctions} ThreadFunctions */
/** @typedef {import('../addon/native-functions').StackFunctions} StackFunctions */

/**
 * @typedef {import('node:inspector').Debugger.CallFrame} CallFrame
 * @typedef {(method: string, params?: object) => any} Post sends a CDP command and returns its result; throws when CDP
 *   answers with an error
 */

/**
 * Opens a session. It gets an `emit` of ours, because a Session inherits that of EventEmitter.prototype, which the
 * application may have replaced.
 * @param {(method: string, params: any) => void} onEvent
 * @throws {Error} when there is no inspector
 */
function openSession (onEvent) {
  const { Session, connect, disconnect, post: sessionPost } = loadInspector()
  const session = new Session()
  session.emit = (/** @type {string | symbol} */ name, /** @type {any} */ message = undefined) => {
    if (message !== undefined && name === message.method) onEvent(message.method, message.params)
    return true
  }
  try {
    apply(connect, session, [])
  } catch (error) {
    // A stack overflow is an error without a code, and says nothing about the inspector.
    if (!isNativeError(error) || dataProperty(error, 'code') !== undefined) noteRefusal()
    throw error
  }
  /** @type {Post} */
  const post = (method, params) => {
    let failure
    let answer
    apply(/** @type {Function} */ (sessionPost), session, [
      method,
      params,
      (/** @type {Error | null} */ error, /** @type {unknown} */ result) => {
        failure = error
        answer = result
      }
    ])
    if (failure) throw failure
    return answer
  }
  return { session, post, disconnect: () => apply(disconnect, session, []) }
}

/**
 * Pauses where it is called and lets `read` look at the stack.
 *
 * `read` gets the frames, innermost first; the first ones are the collector's own. `this` of the first frame is an
 * anchor: an object of the collector that can be reached over the protocol. If there is a foreign context, that anchor
 * is of the foreign context, and `this` of the second frame is `anchor`.
 *
 * @param {ThreadFunctions & StackFunctions} native
 * @param {object} anchor
 * @param {import('../addon/native-types').ForeignStop | undefined} foreign when another context is running
 * @param {(post: Post, callFrames: CallFrame[], urls: Record<string, string>) => void} read urls: those of all scripts,
 *   by scriptId
 * @throws {Error} when there is no inspector, and what `read` throws
 */
function pause (native, anchor, foreign, read) {
  let failure
  let reading = false
  /** @type {Record<string, string>} */
  const urls = ObjectCreate(null)
  /** @type {ReturnType<typeof openSession> | undefined} */
  let opened
  withCleanup(
    () => {
      opened = openSession((method, params) => {
        if (method === 'Debugger.scriptParsed') urls[params.scriptId] = params.url
        // A pause at another time was caused by another session.
        if (method !== 'Debugger.paused' || !reading) return
        reading = false
        try {
          read(post, params.callFrames, urls)
        } catch (error) {
          failure = error
        }
      })
      const { post } = opened
      post('Debugger.enable')
      reading = true
      // At a pause V8 describes `this` of each frame, and formats its stack if it is an error
      // (test/workarounds/pause-describes-this.js, Node.js 20 to 26).
      withDeferredStacks(native, () =>
        foreign === undefined ? apply(stopHere, anchor, []) : apply(stopThere, anchor, [foreign])
      )
      reading = false
      post('Debugger.disable')
    },
    () => opened?.disconnect()
  )
  if (failure) throw failure
}

/**
 * @this {object}
 * @param {import('../addon/native-types').ForeignStop} foreign
 */
function stopThere (foreign) {
  apply(foreign[1], foreign[0], [])
}

function stopHere () {
  debugger // eslint-disable-line no-debugger
}

module.exports = { openSession, pause }
