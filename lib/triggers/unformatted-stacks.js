'use strict'
// When V8 pauses at an exception it describes the error to the inspector, and for that reads its `stack`. The stack is formatted
// then, too early: Node.js prints another text when the process dies, and `Error.prepareStackTrace` of the application runs for
// errors that nobody looks at. Formatting that fails leaves no trace, and it fails when `Error.prepareStackTrace` cannot be had.

const { StringIndexOf } = require('../capture/primordials')

const defineProperty = Object.defineProperty
const getDescriptor = Object.getOwnPropertyDescriptor
const ErrorConstructor = Error

/** No such call frame: V8 says so in a pause, and outside of one that there is no pause. */
const ASK = Object.freeze({ callFrameId: 'none' })
const NOT_PAUSED = 'while paused'

/** Thrown in place of an error, which would have a stack itself. */
const NOT_NOW = 'not while paused'

/**
 * Puts an accessor in the place of `Error.prepareStackTrace`. Outside of pauses it holds what the property held.
 *
 * @param {import('../capture/pause').Post} post of a session with the Debugger domain enabled
 * @returns {void}
 */
function keepStacksUnformatted (post) {
  const before = getDescriptor(ErrorConstructor, 'prepareStackTrace')
  if (before !== undefined && (!before.configurable || !('value' in before))) return
  let value = before?.value
  let asking = false

  function isPaused () {
    if (asking) return false
    asking = true
    try {
      post('Debugger.restartFrame', ASK)
      return false
    } catch (error) {
      return StringIndexOf(/** @type {Error} */ (error).message, NOT_PAUSED) === -1
    } finally {
      asking = false
    }
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
