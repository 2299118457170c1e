'use strict'
// Measures how late the event loop is, from the start on, if the setting `record` asks for `loopDelay`: with
// Node.js's histogram, which has a timer of its own.

const { monitorEventLoopDelay } = require('node:perf_hooks')

const RESOLUTION_MS = 20
const NS_PER_MS = 1e6
const { max, round } = Math

/** @typedef {{ minMs: number, meanMs: number, p50Ms: number, p99Ms: number, maxMs: number }} LoopDelay */

/**
 * Begins to measure.
 * @returns {() => LoopDelay | undefined} reads the values; undefined before the first turn of the event loop
 */
function watchLoopDelay () {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  // The histogram measures from one tick of its timer to the next, so its values contain the resolution
  // (test/workarounds/loop-delay-resolution.js, Node.js 20 to 26).
  const ms = (/** @type {number} */ ns) => max(0, round((ns / NS_PER_MS - RESOLUTION_MS) * 100) / 100)
  return () =>
    histogram.count === 0
      ? undefined
      : {
          minMs: ms(histogram.min),
          meanMs: ms(histogram.mean),
          p50Ms: ms(histogram.percentile(50)),
          p99Ms: ms(histogram.percentile(99)),
          maxMs: ms(histogram.max)
        }
}

module.exports = { watchLoopDelay }
