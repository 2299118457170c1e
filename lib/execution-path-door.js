'use strict'
// Starts lib/execution-path if the setting asks for it. Its files are loaded by their path, and in the preload's bundle
// they are a script of their own: they read programs, which takes a parser, and most processes do without them.

const { ownFile } = require('./addon/own-files')
const { say } = require('./stderr')

/** @typedef {import('./config').Config} Config */

/**
 * Loads lib/execution-path. Call this before V8's flags are set for the hooks: under those V8 refuses the code caches
 * of Node.js's modules, and to compile these took half of the start.
 * @param {Config} config
 * @returns {(native: import('./addon/native-functions').Native | null) =>
 *   import('./execution-path').ExecutionPaths | null} starts it; null if the setting is off or cannot be fulfilled
 */
function loadIfWanted (config) {
  if (config.executionPath === 'off' || config.mode === 'off') return () => null
  const refuse = (/** @type {string} */ problem) => {
    if (!config.quiet) say(`no execution paths are recorded: ${problem}`)
    return null
  }
  const problem = whyNotHere(config)
  if (problem !== null) return () => refuse(problem)
  try {
    const { startExecutionPaths } = require(ownFile('lib', 'execution-path', 'index.js'))
    return native => {
      if (native === null) return refuse('it takes the addon')
      const { problem } = native.v8Symbols()
      if (problem !== '') return refuse(`the stack can only be read by a pause of the debugger (${problem})`)
      try {
        return startExecutionPaths(config, native)
      } catch (error) {
        return refuse(/** @type {Error} */ (error).message)
      }
    }
  } catch (error) {
    return () => refuse(/** @type {Error} */ (error).message)
  }
}

/** @param {Config} config @returns {string | null} */
function whyNotHere ({ mode }) {
  if (mode !== 'on-demand') return `it takes the mode on-demand, not ${mode}`
  // The coverage would be that of the counters.
  return process.env.NODE_V8_COVERAGE ? 'NODE_V8_COVERAGE is set' : null
}

module.exports = { loadIfWanted }
