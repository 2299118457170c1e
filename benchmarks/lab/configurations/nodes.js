'use strict'
// Finds the Node.js binary of a major version. `npm run build:matrix` puts other versions into .nodes/.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { MATRIX } = require('../../../scripts/build/matrix-node')
const { REPOSITORY } = require('../environment')

/**
 * @param {string} major
 * @returns {string} path of the binary
 * @throws if there is none
 */
function nodeBinary (major) {
  const fromEnv = process.env[`CRASH_COLLECTOR_BENCH_NODE_${major}`]
  if (fromEnv !== undefined) return fromEnv
  if (process.versions.node.split('.')[0] === major) return process.execPath
  const found = candidates(major).find(file => fs.existsSync(file))
  if (found === undefined) {
    throw new Error(
      `no Node.js ${major}: run \`npm run build:matrix\`, or set CRASH_COLLECTOR_BENCH_NODE_${major} to its binary`
    )
  }
  return found
}

/**
 * @param {string} major
 * @returns {string[]} paths; an older version that was once pinned and is still in .nodes/ is not among them
 */
function candidates (major) {
  const nodes = path.join(REPOSITORY, '.nodes')
  const names = fs.existsSync(nodes) ? fs.readdirSync(nodes) : []
  return names
    .filter(name => name.endsWith(`-${MATRIX[major]?.version}`))
    .map(name => path.join(nodes, name, 'bin', 'node'))
}

/**
 * @param {string} binary
 * @returns {string} `v24.21.0`
 */
function nodeVersion (binary) {
  return execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim()
}

/**
 * @param {Record<string, string>} binaries paths by major version, at least one
 * @returns {string} the binary of the version that the other figures use, if it takes part
 */
function usualBinary (binaries) {
  return binaries['24'] ?? Object.values(binaries)[0]
}

module.exports = { nodeBinary, nodeVersion, usualBinary }
