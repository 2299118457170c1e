'use strict'
// Reads suspended functions with the addon.

const { RawJson } = require('../values/to-json')

/** @typedef {import('../types').SuspendedReader} SuspendedReader */

/**
 * @param {import('../../addon/native-types').Native} native
 * @returns {SuspendedReader}
 */
function nativeSuspended (native) {
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

module.exports = { nativeSuspended }
