'use strict'
// Enters the collector: each call that captures or reports goes through enterCollector() once, and the code behind it
// need not protect itself again.

const { cleanUpFrom, cleanupLevel } = require('./cleanup')
const { withPlainPrototypes } = require('./pristine-prototypes')
const { RegExpExec, process } = require('./primordials')

const TRACES_SYNC_IO = RegExpExec(/--trace[-_]sync[-_]io/, `${process.execArgv} ${process.env.NODE_OPTIONS}`) !== null

/** @typedef {import('../addon/native-functions').HookFunctions} HookFunctions */

/**
 * Runs `work` with plain prototypes, and with hooks that ignore errors, because errors that are created meanwhile are
 * not the application's. Afterwards everything is as it was, also if V8 terminates the work; in that case this function
 * does not return.
 *
 * A call within another one only runs its own cleanups. There is one when code of the application that runs in between,
 * such as its `Error.prepareStackTrace`, calls capture(), perhaps under a time limit of node:vm.
 *
 * @template T
 * @param {HookFunctions | null} native without it there is no cleanup after a termination
 * @param {() => T} work synchronous
 * @returns {T} the result of `work`
 * @throws what `work` throws
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
        // An exception must not pass through C++: V8 takes one that C++ catches and throws again for uncaught
        // (https://github.com/nodejs/node/issues/13258).
        failure = { thrown }
      }
    },
    () => cleanUpFrom(level),
    TRACES_SYNC_IO
  )
  if (failure !== null) throw /** @type {{ thrown: unknown }} */ (failure).thrown
  return /** @type {T} */ (answer)
}

module.exports = { enterCollector }
