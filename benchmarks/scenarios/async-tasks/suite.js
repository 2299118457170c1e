'use strict'
// Measures the cost of finding out what a process was waiting for.

const path = require('node:path')

const { dumpsIn, showDump } = require('../../lab/process/dumps')
const { runProgram } = require('../../lab/suite')

const PROGRAM = path.join(__dirname, 'program.js')
const SUSPENDED = 1000

/** @param {number} heapMb @returns {import('../../lab/suite').Scenario} */
const scenario = heapMb => ({
  name: `${heapMb} MB of heap`,
  async run (context) {
    const measured = await runProgram(PROGRAM, [context.quick ? heapMb / 5 : heapMb, SUSPENDED].map(String), context, {
      nodeArgs: ['--max-old-space-size=6000'],
      exitCode: 1,
      timeoutMs: 300_000
    })
    if (measured.discarded !== undefined) return measured
    const { endMs, thrownMs, maxRssKb } = measured.metrics
    const metrics = { exitMs: endMs - thrownMs, peakRssMb: maxRssKb / 1024 }
    const { name } = context.configuration
    if (name.startsWith('off')) return { metrics }
    const dumps = dumpsIn(path.join(context.directory, 'crashes'))
    if (dumps.length !== 1) return { metrics: {}, discarded: `${dumps.length} dumps` }
    const { durations, asyncTasks = [] } = showDump(dumps[0])
    if (name === 'tasks-unlimited' && asyncTasks.length < SUSPENDED) {
      return { metrics: {}, discarded: `${asyncTasks.length} of ${SUSPENDED} tasks` }
    }
    return { metrics: { ...metrics, tasks: asyncTasks.length, ...stages(durations) } }
  }
})

/**
 * @param {import('../../lab/process/dumps').ShownDump['durations']} durations measured by the collector
 * @returns {Record<string, number>}
 */
function stages (durations) {
  const { scanMs, collectMs, totalMs } = durations?.asyncTasks ?? {}
  return {
    ...(totalMs === undefined ? {} : { tasksMs: totalMs }),
    ...(scanMs === undefined ? {} : { scanMs }),
    ...(collectMs === undefined ? {} : { collectMs })
  }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'async-tasks',
  title: 'Suspended async functions',
  question: 'What does the search for suspended async functions cost?',
  minutes: 6,
  text: `A program in which ${SUSPENDED.toLocaleString('en')} calls of an async function wait throws and nobody
catches, with a heap of small objects beside them. Time from the throw to the end of the process: with tasks switched
off (\`CRASH_COLLECTOR_ASYNC_TASKS=off\`); as it is by default, where a heap of more than 500 MB is not searched and
half a second is the limit; and with all limits lifted. Below it the collector's own clock: around all that concerns
tasks, the search of the heap for them, and V8's garbage collection that it needs.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'tasks-off', 'on-demand', 'tasks-unlimited'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  charts: [
    {
      name: 'exit',
      title: '1,000 suspended async functions: milliseconds later to exit than without',
      metric: 'exitMs'
    }
  ],
  metrics: [
    { name: 'exitMs', label: 'throw to exit', unit: 'ms', compare: 'difference', digits: 1 },
    { name: 'tasksMs', label: 'of these, tasks', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'scanMs', label: 'of these, the search', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'collectMs', label: 'and garbage collection', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'tasks', label: 'tasks in the dump', unit: '', compare: 'value', digits: 0 },
    { name: 'peakRssMb', label: 'peak memory', unit: 'MB', compare: 'difference', digits: 0 }
  ],
  scenarios: [scenario(50), scenario(500)]
}
