'use strict'
// Measures the cost of a heap snapshot at the crash, compared with V8's own writer.

const fs = require('node:fs')
const path = require('node:path')

const { runProgram } = require('../../lab/suite')
const { report } = require('./report')

const PROGRAM = path.join(__dirname, '..', 'crash', 'program.js')
const SNAPSHOTS = [
  'heap-snapshot',
  'write-heap-snapshot',
  'heap-snapshot-with-numbers',
  'write-heap-snapshot-with-numbers'
]

/**
 * @param {number} heapMb
 * @param {Partial<import('../../lab/suite').Scenario>} [more]
 * @returns {import('../../lab/suite').Scenario}
 */
const scenario = (heapMb, more) => ({
  name: `${heapMb} MB of heap`,
  async run (context) {
    // The program and the clock are those of the suite `crash`.
    const measured = await runProgram(
      PROGRAM,
      ['200', '10', '1000', String(context.quick ? heapMb / 10 : heapMb)],
      context,
      { nodeArgs: ['--max-old-space-size=6000'], exitCode: 1, timeoutMs: 300_000 }
    )
    if (measured.discarded !== undefined) return measured
    const { endMs, thrownMs, maxRssKb } = measured.metrics
    const metrics = { exitMs: endMs - thrownMs, peakRssMb: maxRssKb / 1024 }
    const { name } = context.configuration
    if (!name.includes('snapshot')) return { metrics }
    const files = fs
      .readdirSync(context.directory, { recursive: true, encoding: 'utf8' })
      .filter(file => file.includes('.heapsnapshot'))
    if (files.length !== 1) return { metrics: {}, discarded: `${files.length} snapshots` }
    return { metrics: { ...metrics, snapshotMb: fs.statSync(path.join(context.directory, files[0])).size / 1e6 } }
  },
  ...more
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'heap-snapshot',
  title: 'Heap summaries and snapshots',
  question: 'What does a heap snapshot beside the dump cost, and how large is it?',
  minutes: 8,
  text: `A program with a heap of small objects throws and nobody catches: with \`CRASH_COLLECTOR_HEAP\` \`none\`,
\`summary\`, \`snapshot\` and \`snapshot-with-numbers\`, and with \`v8.writeHeapSnapshot()\`, as it is and with
\`exposeNumericValues\`, in an \`uncaughtExceptionMonitor\` listener instead of the collector. Time from the throw to
the end of the process; peak memory is that of the whole process.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'heap-summary', ...SNAPSHOTS],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  charts: [
    {
      name: 'exit',
      title: 'From the throw to the exit: milliseconds more than without',
      metric: 'exitMs',
      configurations: ['on-demand', 'heap-summary', ...SNAPSHOTS]
    }
  ],
  metrics: [
    { name: 'exitMs', label: 'throw to exit', unit: 'ms', compare: 'difference', digits: 0 },
    { name: 'snapshotMb', label: 'snapshot on disk', unit: 'MB', compare: 'value', digits: 1 },
    { name: 'peakRssMb', label: 'peak memory', unit: 'MB', compare: 'difference', digits: 0 }
  ],
  scenarios: [
    scenario(50),
    // V8 takes half a minute for one of these snapshots.
    scenario(500, { configurations: ['off', 'off-again', 'on-demand', ...SNAPSHOTS] })
  ],
  report
}
