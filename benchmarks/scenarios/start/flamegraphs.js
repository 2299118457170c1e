'use strict'
// Where `node -e 0` spends its time without and with the collector.

const path = require('node:path')

const { REPOSITORY } = require('../../lab/environment')
const { drawComparison } = require('../../lab/flamegraph-comparison')

const PICTURE = path.join(REPOSITORY, 'assets', 'benchmarks', 'start-flamegraph.svg')
const PROCESSES = 30

/** The addon and its loading. JavaScript, the collector's as well, has no names here. */
const ADDON = /crash_collector|uv_dlopen/

/**
 * @param {string} node binary
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function drawFlamegraphs (node, signal) {
  await drawComparison({
    file: PICTURE,
    title: `node -e 0, ${PROCESSES} processes`,
    configurations: ['off', 'on-demand'],
    args: ['-e', '0'],
    highlight: ADDON,
    times: PROCESSES,
    mapsCode: false
  }, node, signal)
}

module.exports = { drawFlamegraphs }
