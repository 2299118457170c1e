'use strict'
// How late the event loop was since the start, when the setting `loopDelay` asks for it: Node.js's own histogram, with
// a timer of its own.

const { monitorEventLoopDelay } = require('node:perf_hooks')

const RESOLUTION_MS = 20
const NS_PER_MS = 1e6
const { max, round } = Math

/** @typedef {{ minMs: number, meanMs: number, p50Ms: number, p99Ms: number, maxMs: number }} LoopDelay */

/** @returns {() => LoopDelay | undefined} undefined before the loop has turned */
function watchLoopDelay () {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  // It measures from one tick of its timer to the next.
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
