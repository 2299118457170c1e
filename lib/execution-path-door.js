'use strict'
// Starts the package crash-collector-execution-path if the setting asks for it. It is a package of its own, because it
// reads programs, which takes a parser, and changes how Node.js loads them; most processes do without it.

const { version } = require('../package.json')
const { OWN_FILES, OWN_FOLDERS } = require('./addon/own-files')
const nodeBuiltins = require('./safe/node-builtins')
const primordials = require('./safe/primordials')
const reflection = require('./safe/reflection')
const { say } = require('./stderr')

const NAME = 'crash-collector-execution-path'

/** @typedef {import('../packages/shared/config').Config} Config */
/** @typedef {import('./execution-path-types').ExecutionPaths} ExecutionPaths */

/**
 * Loads the package. Call this before V8's flags are set for the hooks: under those V8 refuses the code caches of
 * Node.js's modules, and to compile these took half of the start.
 * @param {Config} config
 * @returns {(native: import('./addon/native-functions').Native | null) => ExecutionPaths | null} starts it; null if the
 *   setting cannot be fulfilled
 */
function loadPaths (config) {
  const refuse = (/** @type {string} */ problem) => {
    say(config, `no execution paths are recorded: ${problem}`)
    return null
  }
  const problem = whyNotHere(config)
  if (problem !== null) return () => refuse(problem)
  try {
    const { startExecutionPaths } = loadPackage()
    return native => {
      if (native === null) return refuse('it needs the addon')
      const { problem } = native.v8Symbols()
      if (problem !== '') return refuse(`the stack can only be read by pausing the debugger (${problem})`)
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

/**
 * @returns {typeof import('crash-collector-execution-path/start')}
 * @throws {Error} in one line, what to install
 */
function loadPackage () {
  const folder = packageFolder()
  if (folder === null) throw new Error(`it needs the package ${NAME} (npm install ${NAME})`)
  const { connect } = /** @type {typeof import('crash-collector-execution-path')} */ (require(NAME))
  const ownFolders = [...OWN_FOLDERS, folder + nodeBuiltins.sep]
  return connect({ primordials, nodeBuiltins, reflection, version, ownFolders, ownFiles: OWN_FILES })
}

/** @returns {string | null} null when the package is not installed */
function packageFolder () {
  try {
    return nodeBuiltins.dirname(require.resolve(`${NAME}/package.json`))
  } catch {
    return null
  }
}

/** @param {Config} config @returns {string | null} */
function whyNotHere ({ mode }) {
  if (mode !== 'on-demand') return `it needs the mode on-demand, not ${mode}`
  // The coverage would be that of the counters.
  return process.env.NODE_V8_COVERAGE ? 'NODE_V8_COVERAGE is set' : null
}

module.exports = { loadPackage, loadPaths, packageFolder }
