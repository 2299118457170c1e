'use strict'
// Measures how much later a process dies and how much it writes, by its size.

const fs = require('node:fs')
const path = require('node:path')
const { gunzipSync } = require('node:zlib')

const { dumpsIn, showDump } = require('../../lab/process/dumps')
const { runProgram } = require('../../lab/suite')
const { report } = require('./report')

const PROGRAM = path.join(__dirname, 'program.js')
const WITH_DUMP = new Set(['on-demand', 'pause', 'always'])

/** The size of a program unless a scenario says otherwise. */
const USUAL = { scripts: 200, frames: 10, objects: 1000, heapMb: 50, suspended: 20 }

/** @type {Record<string, string>} */
const NAMES = { heapMb: 'MB of heap', suspended: 'suspended functions' }

/** @param {Partial<typeof USUAL>} size @returns {import('../../lab/suite').Scenario} */
const scenario = size => ({
  name:
    Object.entries(size)
      .map(([what, count]) => `${count.toLocaleString('en')} ${NAMES[what] ?? what}`)
      .join(', ') || 'usual',
  async run (context) {
    const sizes = Object.values({ ...USUAL, ...size })
    const measured = await runProgram(PROGRAM, sizes.map(String), context, {
      nodeArgs: ['--max-old-space-size=6000'],
      exitCode: context.configuration.name === 'core' ? -6 : 1,
      timeoutMs: 120_000
    })
    if (measured.discarded !== undefined) return measured
    const exitMs = measured.metrics.endMs - measured.metrics.thrownMs
    if (!WITH_DUMP.has(context.configuration.name)) return { metrics: { exitMs } }
    const dumps = dumpsIn(path.join(context.directory, 'crashes'))
    if (dumps.length !== 1) return { metrics: {}, discarded: `${dumps.length} dumps` }
    const { durations, callFrames, notCaptured } = showDump(dumps[0])
    if (callFrames.length < 2) return { metrics: {}, discarded: 'no frames in the dump' }
    const compressed = fs.readFileSync(dumps[0])
    const recordsMb = gunzipSync(compressed).length / 1e6
    return {
      metrics: {
        exitMs,
        dumpKb: compressed.length / 1024,
        recordsKb: (recordsMb * 1e6) / 1024,
        ...stages(durations, exitMs, recordsMb)
      },
      details: {
        callFrames: callFrames.length,
        tasksNotCaptured: notCaptured.filter(({ what }) => what === 'asyncTasks')
      }
    }
  }
})

/**
 * @param {NonNullable<import('../../lab/process/dumps').ShownDump['durations']> | undefined} durations measured by the
 *   collector
 * @param {number} exitMs
 * @param {number} recordsMb
 * @returns {Record<string, number>}
 */
function stages (durations, exitMs, recordsMb) {
  if (durations === undefined) return {}
  const { captureMs, writeMs, asyncTasks } = durations
  return {
    captureMs,
    writeMs,
    ...(asyncTasks === undefined ? {} : { tasksMs: asyncTasks.totalMs }),
    restMs: exitMs - captureMs - writeMs,
    writeMbPerSecond: (recordsMb / (writeMs - (asyncTasks?.totalMs ?? 0))) * 1000
  }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'crash',
  title: 'Crashes by size',
  question: 'How does the time to the exit grow with the size of the process?',
  minutes: 14,
  text: `A program of ${USUAL.scripts} scripts, ${USUAL.frames} frames, ${USUAL.objects.toLocaleString('en')} objects
reachable from them, ${USUAL.heapMb} MB of heap and ${USUAL.suspended} suspended async functions throws and nobody
catches; each scenario differs in one of these.
Time from the throw to the end of the process. On demand the error is captured when it is made, and again when it is
thrown and V8 knows that nobody will catch it; the dump has the second capture. *Capture*: the second one, the reading
of frames and values; by a pause with V8's enabling of the debugger. *Writing*: the error's own values, compressing, and
the file; without the search for suspended functions where a speed is given. *The rest*: the first capture, Node.js's
own report of the error, and the end of the process, in which the heap is torn down. A dump holds 60 frames, 100,000
objects and 16 MB at most, unless told otherwise.

The search for suspended functions comes last. It is left out of a process whose heap has more than 500 MB
(a MB for each ms of its time), of a dump that has its 16 MB already (\`maxBytes\`), and after 5 s
(\`deadlineMs\`); it ends after 500 ms, a tenth of that. Rows without it are not to be set against rows with it;
the last table says which have it.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'pause', 'always'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  charts: [
    { name: 'exit', title: 'From the throw to the exit: milliseconds more than without', metric: 'exitMs' },
    { name: 'dump', title: 'Size of the dump', metric: 'dumpKb', configurations: ['on-demand'] }
  ],
  metrics: [
    {
      name: 'exitMs',
      label: 'throw to exit',
      unit: 'ms',
      compare: 'difference',
      digits: 1
    },
    { name: 'captureMs', label: 'of these, capture', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'writeMs', label: 'of these, writing', unit: 'ms', compare: 'value', digits: 1 },
    {
      name: 'tasksMs',
      label: 'of writing, the search for suspended functions',
      unit: 'ms',
      compare: 'value',
      digits: 1
    },
    { name: 'restMs', label: 'of these, the rest', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'dumpKb', label: 'dump', unit: 'KB', compare: 'value', digits: 0 },
    { name: 'recordsKb', label: 'dump, unpacked', unit: 'KB', compare: 'value', digits: 0 },
    { name: 'writeMbPerSecond', label: 'unpacked, written per second', unit: 'MB/s', compare: 'value', digits: 1 }
  ],
  scenarios: [
    scenario({}),
    ...[2000, 8000].map(scripts => scenario({ scripts })),
    ...[100, 1000].map(frames => scenario({ frames })),
    ...[10_000, 100_000, 1_000_000].map(objects => scenario({ objects })),
    ...[500, 2000].map(heapMb => scenario({ heapMb })),
    scenario({ suspended: 0 })
  ],
  report
}
