'use strict'
// One walk in a fresh process: node contestant.js <addon|javascript|inspector> <objects>. Prints one row as JSON.

const { loadNative } = require('../../lib/native')
const { noteIntrinsics } = require('../../lib/capture/intrinsics')
const { makeGraph } = require('./make-graph')
const { walkInJavaScript } = require('./walk-in-javascript')
const { walkWithInspector } = require('./walk-with-inspector')

const [, , contestant, count] = process.argv
const INSPECTOR_OBJECTS = 5000 // its rate doesn't depend on the number
const LIMITS = Object.freeze({
  maxObjects: 250000,
  maxDepth: 50,
  maxProperties: 200,
  maxEntries: 200,
  maxStringLength: 4096,
  maxBufferBytes: 256,
  maxBytes: 1 << 30,
  deadlineMs: 60000
})

const graph = makeGraph(Number(count))
globalThis.gc?.()
const rssBefore = process.memoryUsage().rss

const { native, problem } = loadNative()
if (native === null) throw new Error(`the addon can't be loaded: ${problem}`)
noteIntrinsics(native)

/** @type {Record<string, () => { objects: number, bytes: number }>} */
const WALKS = {
  addon () {
    const writer = native.snapshot(LIMITS)
    writer.value(graph)
    writer.walk()
    const { near, far, objects } = /** @type {any} */ (writer.take())
    return { objects, bytes: near.length + far.length }
  },
  javascript () {
    const { records, objects } = walkInJavaScript(graph, LIMITS)
    return { objects, bytes: records.length }
  },
  inspector () {
    return { objects: walkWithInspector(graph, { maxObjects: INSPECTOR_OBJECTS }).objects, bytes: 0 }
  }
}

const start = process.hrtime.bigint()
const { objects, bytes } = WALKS[contestant]()
const ms = Number(process.hrtime.bigint() - start) / 1e6
console.log(JSON.stringify({
  contestant,
  node: process.version,
  objects,
  bytes,
  ms,
  objectsPerSecond: Math.round(objects / ms * 1000),
  megabytesPerSecond: bytes / ms / 1000,
  peakMegabytes: (process.resourceUsage().maxRSS * 1024 - rssBefore) / 1e6
}))
