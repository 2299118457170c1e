'use strict'
// Reads suspended functions over an inspector session of its own, in which no domain is enabled.

const { withCleanup } = require('../../safe/cleanup')
const { createClosureReader } = require('../values/closure-scopes')
const { createLiveValues, openConnection } = require('../values/live-values')
const { suspendedState } = require('./suspended-state')
const { withDeferredStacks } = require('../deferred-stacks')

/** @typedef {import('../../addon/native-functions').StackFunctions} StackFunctions */

/**
 * @typedef {object} SuspendedReader
 * @property {(generators: object[]) => (index: number) => import('./suspended-state').SuspendedState} show hands
 *   several generator objects to the inspector at once, and returns a function that reads the state of one
 * @property
 *   {(writer: import('../../addon/native-types').GraphWriter,
 *     idPrefix: string) => (state: import('./suspended-state').SuspendedState) => { type: string }[]}
 *   scopesWith returns a function that reads the scopes, innermost first; idPrefix: of the scopes' ids
 */

/**
 * @template T
 * @param {StackFunctions} native
 * @param {(reader: SuspendedReader) => T} read synchronous, runs no code of the application
 * @returns {T} the result of `read`
 * @throws {Error} when there is no inspector
 */
function withSuspended (native, read) {
  /** @type {ReturnType<typeof openConnection> | undefined} */
  let connection
  return withCleanup(
    () => {
      connection = openConnection()
      const access = createLiveValues(connection)
      return withDeferredStacks(native, () => {
        const answer = read({
          show (generators) {
            const shown = access.show(generators)
            return index => suspendedState(access, /** @type {string} */ (shown[index].value?.objectId))
          },
          scopesWith (writer, idPrefix) {
            const scopes = createClosureReader(access, writer, idPrefix)
            return state => scopes(state.scopesOf)
          }
        })
        access.release()
        return answer
      })
    },
    () => connection?.close()
  )
}

module.exports = { withSuspended }
