'use strict'
// Keeps stacks of errors unformatted while the inspector reads values. The inspector reads the `stack` of every error
// that it describes, and V8 formats a stack at its first read (test/workarounds/inspector-formats-stacks.js, Node.js 20
// to 26). An application would notice if that came too early: Node.js prints another text when the process dies,
// accessors of the error run, and `Error.prepareStackTrace` of the application is called for errors that nobody looks
// at. If formatting throws, the error keeps its unformatted stack (test/workarounds/failed-formatting.js, Node.js 20 to
// 26). So formatting is made to throw: in withDeferredStacks() by a formatter of ours in V8, in deferStackFormatting()
// by an accessor in the place of `Error.prepareStackTrace`.

const { RegExpExec, StringIndexOf } = require('../safe/primordials')
const { withCleanup } = require('../safe/cleanup')

const defineProperty = Object.defineProperty
const getDescriptor = Object.getOwnPropertyDescriptor
const ErrorConstructor = Error

/** @typedef {import('../addon/native-functions').StackFunctions} StackFunctions */

/**
 * With this flag V8 aborts at an exception that is thrown here and that C++ catches, because V8 takes it for uncaught
 * (https://github.com/nodejs/node/issues/13258). Then stacks are not deferred.
 */
const ABORTS = /--abort[-_]on[-_]uncaught[-_]exception/
const mayThrow = RegExpExec(ABORTS, `${process.execArgv} ${process.env.NODE_OPTIONS}`) === null

/**
 * No call frame has this id. During a pause V8 answers that there is no such frame, at other times that there is no
 * pause (test/workarounds/inspector-messages.js, Node.js 20 to 26).
 */
const NO_FRAME = Object.freeze({ callFrameId: 'none' })
const NOT_PAUSED = 'while paused'

/** Throws a string, because an error would have a stack itself. */
function refuse () {
  throw 'not now' // eslint-disable-line no-throw-literal
}

let refusing = false

/**
 * Runs `read`. Until it returns, no stack of the main context's errors is formatted.
 *
 * @template T
 * @param {StackFunctions} native
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

/** @returns {boolean} true if reading an unformatted stack throws now */
function areStacksDeferred () {
  return refusing
}

/**
 * Does the same for pauses at exceptions, because V8 reads the error's stack before it tells of such a pause. From now
 * on `Error.prepareStackTrace` is an accessor, which behaves as the property did outside of pauses.
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
