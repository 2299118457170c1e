'use strict'
// Prepares the collector for a run of tests. Most runs have no failed test, so what writes a dump of one is loaded with
// the first that fails.

const { loadReport } = require('../parts')
const { applyCaptureLimits } = require('./throw-hooks')

/**
 * @typedef {import('./test-failure').FailedTest} FailedTest
 */

/**
 * Makes the function that writes dumps of failed tests. From now on errors of assertions have a ration of their own, so
 * that errors which tests provoke cannot use up what the assertion that fails needs, and captures hold their objects
 * for a second.
 * @param {import('../capture/types').Context} context
 * @param {string} runner name of the test runner
 * @param {{ quiet?: boolean }} [options] quiet: the runner prints the path itself
 * @returns {(error: unknown, test: FailedTest) => string | null} returns the path of the dump; null if the settings
 *   want none, or if it could not be written. Never throws
 */
function watchTests (context, runner, { quiet = false } = {}) {
  context.native?.watchAssertions()
  context.captures.areOfTests = true
  applyCaptureLimits(context)
  /** @type {((error: unknown, test: FailedTest) => string | null) | undefined} */
  let failed
  return (error, test) => {
    try {
      failed ??= loadReport().createFailedTests(context, runner, quiet)
      return failed(error, test)
    } catch (failure) {
      context.notices.failed(failure)
      return null
    }
  }
}

module.exports = { watchTests }
