'use strict'
// Evaluates an expression against a frame of a dump, in a process of its own.

const { calledNames, freeNames } = require('./code/free-names')
const { World } = require('./world')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./world/result').Evaluation} Evaluation */

/**
 * @param {Dump} dump
 * @param {string} expression JavaScript
 * @param {{ frame?: number|string, timeoutMs?: number, allowFunctions?: boolean }} [options] frame: index of a call
 *   frame, or id of an async task; allowFunctions: functions of the dump may be called even if no file of this machine
 *   has their source
 * @returns {Promise<Evaluation>}
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} NO_SUCH_FRAME, EVALUATION_TIMEOUT,
 *   EVALUATION_FAILED
 */
async function evaluate (dump, expression, { frame = 0, timeoutMs, allowFunctions } = {}) {
  const places = [String(frame)]
  const world = new World(dump, {
    allowFunctions,
    places,
    isSession: false,
    calls: calledNames(expression),
    names: freeNames(expression)
  })
  try {
    return await world.evaluate(frame, expression, { timeoutMs })
  } finally {
    world.close()
  }
}

module.exports = { evaluate }
