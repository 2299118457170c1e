'use strict'
// Draws where a start spends its time without and with the collector: of a process that does nothing, and of one that
// requires what a server requires.

const path = require('node:path')

const { REPOSITORY } = require('../../lab/environment')
const { drawComparison } = require('../../lab/profile/flamegraph-comparison')
const { usualBinary } = require('../../lab/configurations/nodes')

const DIRECTORY = path.join(REPOSITORY, 'assets', 'benchmarks')
const PROCESSES = 30

/** Matches the addon and its loading. JavaScript functions, also the collector's, have no names here. */
const ADDON = /crash_collector|uv_dlopen/

/** Matches the compilation that replaces V8's code cache if that is refused; see lib/addon/v8-flags.js. */
const COMPILING = /Compiler::|parsing::|interpreter::Interpreter.*Compil/

/**
 * @param {string} builtins program that requires modules of Node.js
 * @param {Record<string, string>} binaries paths by major version
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function drawFlamegraphs (builtins, binaries, signal) {
  const common = { configurations: ['off', 'on-demand'], times: PROCESSES, mapsCode: false }
  await drawComparison(
    {
      ...common,
      file: path.join(DIRECTORY, 'start-flamegraph.svg'),
      title: `node -e 0, ${PROCESSES} processes`,
      args: ['-e', '0'],
      highlight: ADDON
    },
    usualBinary(binaries),
    signal
  )
  if (binaries['20'] === undefined) return
  await drawComparison(
    {
      ...common,
      file: path.join(DIRECTORY, 'start-flamegraph-modules-node-20.svg'),
      title: `Node.js 20, a server's modules, ${PROCESSES} processes`,
      args: [builtins],
      highlight: COMPILING
    },
    binaries['20'],
    signal
  )
}

module.exports = { drawFlamegraphs }
