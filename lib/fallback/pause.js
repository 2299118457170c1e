'use strict'
// Turns V8's debugger on for an instant: connect, enable, run into a `debugger` statement, read the frames, disable,
// disconnect. All of it is synchronous: inspector.Session answers within post() and calls back within the pause.
// Nothing stays behind, because an enabled debugger makes every promise slow and keeps scripts alive. Everything here
// runs within enterCollector().

const { withCleanup } = require('../safe/cleanup')
const { dataProperty } = require('../safe/data-property')
const { ObjectCreate, RegExpExec, apply, builtinModule, isNativeError } = require('../safe/primordials')
const { withDeferredStacks } = require('./deferred-stacks')
const { isMainThread } = require('../addon/thread')

/**
 * @typedef {import('node:inspector').Debugger.CallFrame} CallFrame
 * @typedef {(method: string, params?: object) => any} Post sends a CDP command and returns its result; throws when CDP
 *   answers with an error
 */

/**
 * What is needed of node:inspector.
 * @typedef
 *   {Pick<typeof import('node:inspector'), 'Session' | 'url'> & Pick<import('node:inspector').Session, 'connect'
 *     | 'disconnect' | 'post'>}
 *   Inspector
 */

/** @type {Inspector | undefined} */
let inspector

/**
 * Whether Node.js has said that this process has no inspector, as the parent of `node --test`
 * (https://github.com/nodejs/node/issues/48467, Node.js 20 to 26).
 */
let refused = false

/** Whether flags of Node.js or VS Code have the inspector opened when the process starts. */
const startsInspector =
  process.env.VSCODE_INSPECTOR_OPTIONS !== undefined ||
  RegExpExec(/--inspect(?!-port|-publish)/, `${process.execArgv} ${process.env.NODE_OPTIONS}`) !== null

/**
 * Loads the inspector at the first capture: it costs 2 to 3 ms that a process without errors need not pay. It is part
 * of the Node.js binary, so this opens no file. What the application puts into the module's place later is not called.
 *
 * @returns {Inspector}
 */
function loadInspector () {
  if (inspector === undefined) {
    const { Session, url } = /** @type {typeof import('node:inspector')} */ (builtinModule('node:inspector'))
    const { connect, disconnect, post } = Session.prototype
    inspector = { Session, url, connect, disconnect, post }
  }
  return inspector
}

/**
 * Why no pause is possible now, if so. Who debugs the process debugs its workers, too. In a worker inspector.url()
 * tells nothing (test/workarounds/inspector-url-in-worker.js, Node.js 20 to 26), so a worker goes by what the main
 * thread saw when it was asked last, and by how the process was started.
 *
 * @param {import('../addon/native-types').Native} native
 * @returns {'noInspector' | 'debuggerAttached' | null}
 */
function whyNoPause (native) {
  if (refused) return 'noInspector'
  try {
    let isOpen = loadInspector().url() !== undefined
    if (isMainThread(native)) native.setInspected(isOpen)
    else isOpen ||= startsInspector || (native !== null && native.isInspected())
    // Our `debugger` statement would stop in the other's front end and wait for a human.
    return isOpen ? 'debuggerAttached' : null
  } catch {
    return 'noInspector' // a Node.js built without an inspector
  }
}

/**
 * Own methods, because the application may have replaced those of EventEmitter.prototype, on which Session is built.
 * @param {(method: string, params: any) => void} onEvent
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
    // Not where the stack has overflown.
    refused ||= !isNativeError(error) || dataProperty(error, 'code') !== undefined
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
 * `read` gets the frames, innermost first; the first ones are the collector's own. `this` of the first is an anchor,
 * which makes an object of ours reachable over the protocol: of the foreign context if there is one, and then that of
 * the second is ours.
 *
 * @param {import('../addon/native-types').Native} native
 * @param {object} anchor
 * @param {import('../addon/native-types').ForeignStop | undefined} foreign when another context is running
 * @param {(post: Post, callFrames: CallFrame[], urls: Record<string, string>) => void} read urls are those of all
 *   scripts, by scriptId
 * @throws {Error} when the inspector refuses (`node --test`'s parent has none), and what `read` throws
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
        // Pauses outside of ours belong to somebody else's session.
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
      // V8 describes `this` of each frame, which may be an error.
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

module.exports = { openSession, pause, startsInspector, whyNoPause }
