'use strict'
// monitorEventLoopDelay() measures from one tick of its timer to the next, so its values contain its resolution.
// Worked around in lib/capture/process-state/timings.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { monitorEventLoopDelay } = require('node:perf_hooks')

process.exitCode = 1 // until it was seen
const histogram = monitorEventLoopDelay({ resolution: 50 })
histogram.enable()
setTimeout(() => {
  histogram.disable()
  assert.ok(histogram.count > 0)
  assert.ok(histogram.mean > 40e6, 'they do not: watchLoopDelay() must not subtract it')
  process.exitCode = 0
}, 300)
