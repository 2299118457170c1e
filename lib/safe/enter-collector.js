'use strict'
// The way in: whatever calls the collector to capture or to report goes through here once, and what is behind it wraps
// nothing again.

const { cleanUpFrom, cleanupLevel } = require('./cleanup')
const { withPlainPrototypes } = require('./pristine-prototypes')

/**
 * While the work runs the prototypes are plain, and the hooks look at no error: those that are made by the way are none
 * of the application's. Afterwards all is as it was, also where V8 ends the work; then this does not return.
 *
 * A call within another one only cleans up after itself: code of the application that runs in between, such as its
 * `Error.prepareStackTrace`, may ask for a dump under a time limit of node:vm.
 *
 * @template T
 * @param {import('../addon/native-types').Native | null} native without it nothing tells that V8 has ended the work
 * @param {() => T} work synchronous
 * @returns {T}
 */
function enterCollector (native, work) {
  if (native === null) return withPlainPrototypes(work)
  const level = cleanupLevel()
  /** @type {T | undefined} */
  let answer
  /** @type {{ thrown: unknown } | null} */
  let failure = null
  native.callWithCleanup(
    () => {
      try {
        answer = level > 0 ? work() : withPlainPrototypes(work)
      } catch (thrown) {
        // V8 takes for uncaught what C++ catches and throws again (https://github.com/nodejs/node/issues/13258).
        failure = { thrown }
      }
    },
    () => cleanUpFrom(level)
  )
  if (failure !== null) throw /** @type {{ thrown: unknown }} */ (failure).thrown
  return /** @type {T} */ (answer)
}

module.exports = { enterCollector }
