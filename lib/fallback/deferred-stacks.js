'use strict'
// The inspector reads the `stack` of every error that it describes, and V8 formats a stack when it is read first
// (test/workarounds/inspector-formats-stacks.js, Node.js 20 to 26). Formatting that comes too early can be seen:
// Node.js prints another text when the process dies, accessors of the error run, and `Error.prepareStackTrace` of the
// application is called for errors that nobody looks at. If formatting throws, the error keeps its unformatted stack
// (test/workarounds/failed-formatting.js, Node.js 20 to 26). It throws while V8 has another formatter than Node.js's,
// or while Node.js cannot read `Error.prepareStackTrace`.

const { RegExpExec, StringIndexOf } = require('../safe/primordials')
const { withCleanup } = require('../safe/cleanup')

const defineProperty = Object.defineProperty
const getDescriptor = Object.getOwnPropertyDescriptor
const ErrorConstructor = Error

/**
 * V8 takes for uncaught what is thrown here and caught by C++, and aborts with this flag
 * (https://github.com/nodejs/node/issues/13258).
 */
const ABORTS = /--abort[-_]on[-_]uncaught[-_]exception/
const mayThrow = RegExpExec(ABORTS, `${process.execArgv} ${process.env.NODE_OPTIONS}`) === null

/**
 * There is no such call frame. In a pause V8 says so, and outside of one it says that there is no pause
 * (test/workarounds/inspector-messages.js, Node.js 20 to 26).
 */
const NO_FRAME = Object.freeze({ callFrameId: 'none' })
const NOT_PAUSED = 'while paused'

/** In place of an error, which would have a stack itself. */
function refuse () {
  throw 'not now' // eslint-disable-line no-throw-literal
}

let refusing = false

/**
 * Reads live objects. Until it returns, no stack of the main context's errors is formatted.
 *
 * @template T
 * @param {import('../addon/native-types').Native} native
 * @param {() => T} read synchronous, runs no code of the application
 * @returns {T}
 */
function withDeferredStacks (native, read) {
  if (!mayThrow || refusing) return read()
  return withCleanup(
    () => {
      native.refuseStacks(true)
      refusing = true
      return read()
    },
    () => {
      refusing = false
      native.refuseStacks(false)
    }
  )
}

/** @returns {boolean} whether reading a stack that isn't formatted yet throws */
function areStacksDeferred () {
  return refusing
}

/**
 * The same for pauses at exceptions, of which nobody knows before V8 has read the error's stack. An accessor stands in
 * the place of `Error.prepareStackTrace` from now on; outside of pauses it holds what the property held.
 *
 * @param {(method: string, params: object) => Error | null} ask sends a command to a session with the Debugger domain
 *   enabled and returns its failure, which must not be thrown: V8 would pause at it
 * @returns {void}
 */
function deferStackFormatting (ask) {
  const before = getDescriptor(ErrorConstructor, 'prepareStackTrace')
  if (!mayThrow || (before !== undefined && (!before.configurable || !('value' in before)))) return
  let value = before?.value
  let asking = false

  function isPaused () {
    if (asking) return false
    asking = true
    const failure = ask('Debugger.restartFrame', NO_FRAME)
    asking = false
    return failure !== null && StringIndexOf(failure.message, NOT_PAUSED) === -1
  }

  defineProperty(ErrorConstructor, 'prepareStackTrace', {
    get () {
      if (isPaused()) refuse()
      return value
    },
    set (next) {
      value = next
    },
    enumerable: before?.enumerable ?? false,
    configurable: true
  })
}

module.exports = { areStacksDeferred, deferStackFormatting, withDeferredStacks }
