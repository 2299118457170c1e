'use strict'
// Draws where a process that handles errors spends its time, without and with the collector.

const path = require('node:path')

const { REPOSITORY } = require('../../lab/environment')
const { drawComparison } = require('../../lab/profile/flamegraph-comparison')

const PICTURE = path.join('assets', 'benchmarks', 'handled-flamegraph.svg')
const COLLECTOR = /crash_collector|crash-collector/

/**
 * @param {string} program
 * @param {string} node binary
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function drawFlamegraphs (program, node, signal) {
  await drawComparison(
    {
      file: path.join(REPOSITORY, PICTURE),
      title: '10,000 handled errors a second',
      configurations: ['off', 'on-demand'],
      args: [program, '10000', '4'],
      highlight: COLLECTOR
    },
    node,
    signal
  )
}

module.exports = { drawFlamegraphs }
