'use strict'
// Reads suspended functions with the addon.

const { RawJson } = require('../values/to-json')

/** @typedef {import('../../addon/native-functions').TaskFunctions} TaskFunctions */
/** @typedef {import('../types').SuspendedReader} SuspendedReader */

/**
 * @param {TaskFunctions} native
 * @returns {SuspendedReader}
 */
function createSuspendedReader (native) {
  return {
    show: generators => index => {
      const state = native.suspendedState(generators[index])
      return {
        isSuspended: false,
        scriptId: '',
        lineNumber: 0,
        columnNumber: 0,
        code: undefined,
        receiver: undefined,
        ...state,
        scopesOf: generators[index]
      }
    },
    scopesWith:
      writer =>
        ({ scopesOf, code }) =>
          new RawJson(writer.suspendedScopes(/** @type {object} */ (scopesOf), code))
  }
}

module.exports = { createSuspendedReader }
