'use strict'
// Starts lib/execution-path if the setting asks for it. Its files are loaded by their path, and are no part of the
// preload's bundle: they read programs, which takes a parser, and most processes do without them.

const { ownFile } = require('./addon/own-files')
const { say } = require('./stderr')

/**
 * @param {import('./config').Config} config
 * @param {import('./addon/native-functions').Native | null} native
 * @returns {import('./execution-path').ExecutionPaths | null} null if the setting is off, or if it cannot be fulfilled
 */
function startIfWanted (config, native) {
  if (config.executionPath === 'off' || config.mode === 'off') return null
  const problem = whyImpossible(config, native)
  if (problem === null) {
    try {
      return require(ownFile('lib', 'execution-path', 'index.js')).startExecutionPaths(config, native)
    } catch (error) {
      if (!config.quiet) say(`no execution paths are recorded: ${/** @type {Error} */ (error).message}`)
      return null
    }
  }
  if (!config.quiet) say(`no execution paths are recorded: ${problem}`)
  return null
}

/**
 * @param {import('./config').Config} config
 * @param {import('./addon/native-functions').Native | null} native
 * @returns {string | null}
 */
function whyImpossible ({ mode }, native) {
  if (native === null) return 'it takes the addon'
  if (mode !== 'on-demand') return `it takes the mode on-demand, not ${mode}`
  // The coverage would be that of the counters.
  if (process.env.NODE_V8_COVERAGE) return 'NODE_V8_COVERAGE is set'
  const { problem } = native.v8Symbols()
  return problem === '' ? null : `the stack can only be read by a pause of the debugger (${problem})`
}

module.exports = { startIfWanted }
