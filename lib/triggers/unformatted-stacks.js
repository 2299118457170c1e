'use strict'
// When V8 pauses at an exception it describes the error to the inspector, and for that reads its `stack`. The stack is formatted
// then, too early: Node.js prints another text when the process dies, and `Error.prepareStackTrace` of the application runs for
// errors that nobody looks at. Formatting that fails leaves no trace, and it fails when `Error.prepareStackTrace` cannot be had.

const { RegExpExec, StringIndexOf } = require('../capture/primordials')

const defineProperty = Object.defineProperty
const getDescriptor = Object.getOwnPropertyDescriptor
const ErrorConstructor = Error

const ABORTS = /--abort[-_]on[-_]uncaught[-_]exception/

/** No such call frame: V8 says so in a pause, and outside of one that there is no pause. */
const NO_FRAME = Object.freeze({ callFrameId: 'none' })
const NOT_PAUSED = 'while paused'

/** Thrown in place of an error, which would have a stack itself. */
const NOT_NOW = 'not while paused'

/**
 * Puts an accessor in the place of `Error.prepareStackTrace`. Outside of pauses it holds what the property held.
 *
 * @param {(method: string, params: object) => Error | null} ask sends a command to a session with the Debugger domain enabled and returns its
 *   failure, which must not be thrown: V8 would pause at it
 * @returns {void}
 */
function keepStacksUnformatted (ask) {
  // There, the failure would end the process.
  if (RegExpExec(ABORTS, `${process.execArgv} ${process.env.NODE_OPTIONS}`) !== null) return
  const before = getDescriptor(ErrorConstructor, 'prepareStackTrace')
  if (before !== undefined && (!before.configurable || !('value' in before))) return
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
      if (isPaused()) throw NOT_NOW
      return value
    },
    set (next) { value = next },
    enumerable: before?.enumerable ?? false,
    configurable: true
  })
}

module.exports = { keepStacksUnformatted }
