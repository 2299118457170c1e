'use strict'
// What it costs to find out what a process was waiting for.

const path = require('node:path')

const { dumpsIn, showDump } = require('../../lab/dumps')
const { runProgram } = require('../../lab/suite')

const PROGRAM = path.join(__dirname, 'program.js')
const SUSPENDED = 1000

/** @param {number} heapMb @returns {import('../../lab/suite').Scenario} */
const scenario = heapMb => ({
  name: `${heapMb} MB of heap`,
  async run (context) {
    const measured = await runProgram(PROGRAM, [context.quick ? heapMb / 5 : heapMb, SUSPENDED].map(String), context, { nodeArgs: ['--max-old-space-size=6000'], exitCode: 1, timeoutMs: 300_000 })
    if (measured.discarded !== undefined) return measured
    const { endMs, thrownMs, maxRssKb } = measured.metrics
    const metrics = { exitMs: endMs - thrownMs, peakRssMb: maxRssKb / 1024 }
    const { name } = context.configuration
    if (name.startsWith('off')) return { metrics }
    const dumps = dumpsIn(path.join(context.directory, 'crashes'))
    if (dumps.length !== 1) return { metrics: {}, discarded: `${dumps.length} dumps` }
    const { durations, asyncTasks = [] } = showDump(dumps[0])
    if (name === 'async-tasks' && asyncTasks.length < SUSPENDED) return { metrics: {}, discarded: `${asyncTasks.length} of ${SUSPENDED} tasks` }
    // What the dump takes longer to write with tasks is their finding and reading.
    return { metrics: { ...metrics, tasks: asyncTasks.length, ...(durations === undefined ? {} : { writeMs: durations.writeMs }) } }
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'async-tasks',
  title: 'Suspended async functions',
  text: `A program in which ${SUSPENDED.toLocaleString('en')} calls of an async function wait throws and nobody catches, with a heap of small objects beside them; with
\`CRASH_COLLECTOR_ASYNC_TASKS=1\` the dump holds each of them with its variables. The limits of heap and time are lifted. Time from the throw to the end of the process, and the
collector's own clock around the writing of the dump, in which tasks are found.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'async-tasks'],
  rounds: 7,
  quickRounds: 1,
  warmUp: false,
  charts: [{ name: 'exit', title: '1,000 suspended async functions: milliseconds later to exit than without', metric: 'exitMs' }],
  metrics: [
    { name: 'exitMs', label: 'throw to exit', unit: 'ms', compare: 'difference', digits: 1 },
    { name: 'writeMs', label: 'of these, writing the dump', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'tasks', label: 'tasks in the dump', unit: '', compare: 'value', digits: 0 },
    { name: 'peakRssMb', label: 'peak memory', unit: 'MB', compare: 'difference', digits: 0 }
  ],
  scenarios: [scenario(50), scenario(500)]
}
