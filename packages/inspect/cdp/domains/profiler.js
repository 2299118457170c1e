'use strict'
// The Profiler domain: answers with what the failing request ran, as if V8 had counted it.

const { coveredScripts } = require('../../execution-path/covered-scripts')
const { v8Coverage } = require('../../execution-path/coverage')
const { ProtocolError } = require('../protocol-error')

/** @typedef {import('./types').Replay} Replay */

const WITHOUT =
  'this dump has no execution path: a process with CRASH_COLLECTOR_EXECUTION_PATH=request records what each request ' +
  'runs'

/**
 * @param {Replay} replay
 * @returns {Record<string, import('./types').Method>}
 */
function profilerMethods ({ dump, say }) {
  const coverage = () => v8Coverage(coveredScripts([dump]).scripts)
  const timestamp = () => performance.now() / 1000
  /**
   * The counts that were not taken yet; null while nothing is counted.
   * @type {ReturnType<typeof coverage> | null}
   */
  let rest = null
  return {
    'Profiler.enable': () => ({}),
    'Profiler.disable': () => ({}),
    'Profiler.setSamplingInterval': () => ({}),
    'Profiler.getBestEffortCoverage': () => ({ result: coverage() }),
    'Profiler.startPreciseCoverage' () {
      // A front end shows no error of this command, and an empty table says nothing.
      if (dump.executionPath === null) say('warning', `crash-collector: ${WITHOUT}`)
      rest = coverage()
      return { timestamp: timestamp() }
    },
    'Profiler.takePreciseCoverage' () {
      if (rest === null) throw new ProtocolError('Precise coverage has not been started.')
      const result = rest
      rest = []
      return { result, timestamp: timestamp() }
    },
    'Profiler.stopPreciseCoverage' () {
      rest = null
      return {}
    }
  }
}

module.exports = { profilerMethods }
