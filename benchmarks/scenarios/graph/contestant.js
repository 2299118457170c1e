'use strict'
// Walks a graph once in a new process, in a pause of the debugger as a capture by pause does, and prints the
// measurements as JSON: node --expose-gc contestant.js <contestant> <objects>

const inspector = require('node:inspector')

const { loadNative } = require('../../../lib/addon/native')
const { noteIntrinsics } = require('../../../lib/capture/values/intrinsics')
const { makeGraph } = require('./make-graph')
const { walkInJavaScript } = require('./walk-in-javascript')
const { walkWithInspector } = require('./walk-with-inspector')

const [, , contestant, count] = process.argv
const INSPECTOR_OBJECTS = 20000 // enough, because its rate does not depend on the number
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
const native = loadAddon()
const rssBefore = process.memoryUsage().rss

function loadAddon () {
  const { native, problem } = loadNative()
  if (native === null) throw new Error(`the addon can't be loaded: ${problem}`)
  noteIntrinsics(native)
  return native
}

function walkNatively () {
  const writer = native.snapshot(LIMITS)
  writer.value(graph)
  writer.walk()
  const { near, far } = writer.take()
  return [near, far]
}

/** @param {Buffer} records */
function countLines (records) {
  let lines = 0
  for (let at = records.indexOf('\n'); at !== -1; at = records.indexOf('\n', at + 1)) lines++
  return lines
}

/** @type {Record<string, () => Buffer[]>} each returns records, one a line */
const WALKS = {
  native: walkNatively,
  'native-redacting' () {
    native.configureRedactor({ enabled: true, names: [], exceptNames: [], values: [], exceptValues: [], prefixes: [] })
    return walkNatively()
  },
  javascript: () => [walkInJavaScript(graph, LIMITS).records],
  inspector: () => [walkWithInspector(graph, { maxObjects: INSPECTOR_OBJECTS, maxDepth: LIMITS.maxDepth }).records]
}

const session = new inspector.Session()
session.connect()
session.on('Debugger.paused', () => measure())
session.post('Debugger.enable')
debugger // eslint-disable-line no-debugger

function measure () {
  const cpuBefore = process.cpuUsage()
  const start = process.hrtime.bigint()
  const parts = WALKS[contestant]()
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  const cpu = process.cpuUsage(cpuBefore)
  const objects = parts.reduce((sum, records) => sum + countLines(records), 0)
  const bytes = parts.reduce((sum, records) => sum + records.length, 0)
  console.log(
    JSON.stringify({
      objects,
      bytes,
      ms,
      cpuMs: (cpu.user + cpu.system) / 1000,
      objectsPerSecond: Math.round((objects / ms) * 1000),
      megabytesPerSecond: bytes / ms / 1000,
      peakMegabytes: (process.resourceUsage().maxRSS * 1024 - rssBefore) / 1e6
    })
  )
}
