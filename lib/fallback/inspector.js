'use strict'
// Knows Node.js's inspector: whether this process has one, and whether a debugger is attached.

const { RegExpExec, builtinModule } = require('../safe/primordials')
const { isMainThread } = require('../addon/thread')

/**
 * The part of node:inspector that is needed.
 * @typedef
 *   {Pick<typeof import('node:inspector'), 'Session' | 'url'> & Pick<import('node:inspector').Session, 'connect'
 *     | 'disconnect' | 'post'>}
 *   Inspector
 */

/** @type {Inspector | undefined} */
let inspector

/**
 * True if Node.js has said that this process has no inspector, as the parent process of `node --test` has none
 * (https://github.com/nodejs/node/issues/48467, Node.js 20 to 26).
 */
let refused = false

/** Call this if a session cannot be opened. */
function noteRefusal () {
  refused = true
}

/** @type {boolean | undefined} */
let starts

/**
 * Call this at the start if a pause may be needed, because the application may change what it reads.
 * @returns {boolean} true if flags of Node.js or VS Code open the inspector when the process starts
 */
function startsInspector () {
  starts ??=
    process.env.VSCODE_INSPECTOR_OPTIONS !== undefined ||
    RegExpExec(/--inspect(?!-port|-publish)/, `${process.execArgv} ${process.env.NODE_OPTIONS}`) !== null
  return starts
}

/**
 * Loads node:inspector at the first capture, because that takes 2 to 3 ms, which a process without errors need not pay.
 * No file is opened, and functions that the application puts into the module later are not called.
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
 * Tells why no pause is possible now. A debugger that is attached to the process debugs its workers, too, but in a
 * worker inspector.url() does not tell (test/workarounds/inspector-url-in-worker.js, Node.js 20 to 26). So a worker
 * relies on what the main thread saw at its last call of this function, and on how the process was started.
 *
 * @param {import('../addon/native-functions').ThreadFunctions} native
 * @returns {'noInspector' | 'debuggerAttached' | null} null when a pause is possible
 */
function whyNoPause (native) {
  if (refused) return 'noInspector'
  try {
    let isOpen = loadInspector().url() !== undefined
    if (isMainThread(native)) native.setInspected(isOpen)
    else isOpen ||= startsInspector() || native.isInspected()
    // Our `debugger` statement would stop in the attached debugger and wait for a human.
    return isOpen ? 'debuggerAttached' : null
  } catch {
    return 'noInspector' // this Node.js was built without an inspector
  }
}

module.exports = { loadInspector, noteRefusal, startsInspector, whyNoPause }
