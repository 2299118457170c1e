'use strict'
// Measures promise-heavy code, for which a debugger that stays enabled costs most.

const fs = require('node:fs')
const path = require('node:path')

const { readStatistics, statisticsEnv } = require('../../lab/process/statistics')
const { runProgram } = require('../../lab/suite')
const { drawFlamegraphs, flamegraphsText } = require('./flamegraphs')
const { report } = require('./report')
const { resultOf } = require('./workloads')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

const PROGRAM = path.join(__dirname, 'program.js')

const WORKLOADS = [
  'doxbee-async',
  'doxbee-promises',
  'fibonacci-async',
  'fibonacci-promises',
  'parallel-async',
  'parallel-promises'
]
const REJECTIONS = ['rejections-0', 'rejections-1', 'rejections-50']

/** Iterations of a run: as V8's suite has them; fewer where each instruction is counted; more where they are short. */
const ITERATIONS = { usual: 10_000, counted: 2000, rejections: 20_000 }

/** Runs per process. Short workloads need more of them for a reliable median. */
const RUNS = { doxbee: 10, fibonacci: 5, parallel: 4, rejections: 5, counted: 9, published: 10 }

const SIDES = ['off', 'off-again', 'on-demand']
const DEBUGGERS = ['debugger', 'pauses-uncaught', 'pauses-all']
/** Where times are compared; instructions, which take longer to count and are as good in one round, on all. */
const TIMED = ['24']
/** V8 predicts on Node.js 20 and 22 that nobody will catch what `.catch()` does, on 24 and 26 that it does. */
const PREDICTING = ['20', '24']

/**
 * @param {string} name
 * @param {string} workload
 * @param {{ args?: string[], iterations: number, runs: number, metrics: Record<string, string>, counted?: boolean } &
 *   Pick<Scenario, 'nodes' | 'configurations'>} options metrics: names in the rows by those that the program prints
 * @returns {Scenario}
 */
const scenario = (name, workload, { args = [], iterations, runs, metrics: names, counted, ...rest }) => ({
  name,
  counted,
  ...rest,
  async run (context) {
    const pauses = path.join(context.directory, 'pauses')
    const times = [`--runs=${context.quick ? 1 : runs}`, `--iterations=${iterations}`]
    const command = [workload, ...times, ...args]
    const { metrics: printed, discarded, ...measured } = await runProgram(PROGRAM, command, context, {
      nodeArgs: ['--expose-gc'],
      env: { ...statisticsEnv(context.directory), BENCH_PAUSES: pauses },
      counted
    })
    const { captures } = readStatistics(context.directory)
    /** @type {Record<string, unknown>} */
    const details = { ...measured.details, ...(captures === undefined ? {} : { captures }) }
    if (discarded !== undefined) return { metrics: {}, details, discarded }
    const expected = resultOf(workload, iterations)
    if (details.result !== expected) {
      return { metrics: {}, details, discarded: `result ${details.result} instead of ${expected}` }
    }
    const metrics = Object.fromEntries(
      Object.entries(names).flatMap(([of, to]) => (printed[of] === undefined ? [] : [[to, printed[of]]]))
    )
    if (fs.existsSync(pauses)) metrics.pauses = Number(fs.readFileSync(pauses, 'utf8'))
    return { metrics, details }
  }
})

/** @param {string} workload */
function runsOf (workload) {
  return RUNS[/** @type {keyof RUNS} */ (workload.split('-')[0])]
}

/** @param {string} after @param {string} metric @param {string[]} args */
const countedScenarios = (after, metric, args) =>
  WORKLOADS.map(name =>
    scenario(`${name}${after}, instructions`, name, {
      args,
      iterations: ITERATIONS.counted,
      runs: RUNS.counted,
      metrics: { instructions: metric },
      counted: true
    })
  )

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'promise',
  title: 'Promises',
  question: 'How much slower is promise-heavy code, before any error and after some?',
  minutes: 40,
  text: `Promise-heavy code in the manner of the V8 team's promise-performance-tests:
${ITERATIONS.usual.toLocaleString('en')} iterations a run, garbage collected between the runs, the first run of each
process dropped, the median of the others taken. *After 100 errors*: the same, after the process has made, rejected and
caught 100 errors of ten places before the first run, in every configuration. *As published*: as the V8 team's suite
measures, the mean of ten runs of a process, none of which is dropped, and nothing is collected between them.
*Rejections*: ${ITERATIONS.rejections.toLocaleString('en')} calls of an async function of which 0, 1 or 50 % reject and
are caught, half by \`.catch()\`, half by \`catch\` around an \`await\`.

*Instructions*, which decide: of ${ITERATIONS.counted.toLocaleString('en')} iterations, counted by QEMU while V8 runs on
one thread and without clocks (\`--single-threaded --predictable\`), and collects no garbage meanwhile.

The debugger's share: *debugger enabled* is V8's Debugger domain without pauses; *pauses, nothing read* have a listener
that does nothing.`,
  nodes: ['20', '22', '24', '26'],
  configurations: SIDES,
  flamegraphs: (binaries, signal) => drawFlamegraphs(PROGRAM, binaries, signal),
  pictures: flamegraphsText,
  report,
  rounds: 8,
  quickRounds: 1,
  charts: [
    {
      name: 'debugger',
      title: 'Promise-heavy code: a debugger that stays enabled',
      metric: 'runCpuMs',
      configurations: ['on-demand', 'debugger', 'pauses-all', 'always'],
      log: true
    },
    { name: 'rejections', title: 'Rejections that are caught', metric: 'rejectionsCpuMs', log: true }
  ],
  metrics: [
    { name: 'instructions', label: 'instructions, before any error', unit: 'million', compare: 'ratio' },
    { name: 'instructionsAfterErrors', label: 'instructions, after 100 errors', unit: 'million', compare: 'ratio' },
    { name: 'runMs', label: 'wall', unit: 'ms', compare: 'ratio' },
    { name: 'runCpuMs', label: 'CPU', unit: 'ms', compare: 'ratio' },
    { name: 'afterErrorsCpuMs', label: 'CPU, after 100 errors', unit: 'ms', compare: 'ratio' },
    { name: 'publishedMs', label: 'wall, as published', unit: 'ms', compare: 'ratio' },
    { name: 'rejectionsCpuMs', label: 'CPU, rejections', unit: 'ms', compare: 'ratio' },
    { name: 'pauses', label: 'pauses', unit: '', compare: 'value', digits: 0 }
  ],
  scenarios: [
    ...countedScenarios('', 'instructions', []),
    ...countedScenarios(' after 100 errors', 'instructionsAfterErrors', ['--after-errors']),
    ...WORKLOADS.map(name =>
      scenario(name, name, {
        iterations: ITERATIONS.usual,
        runs: runsOf(name),
        metrics: { runMs: 'runMs', runCpuMs: 'runCpuMs' },
        nodes: TIMED,
        configurations: [...SIDES, ...DEBUGGERS, 'always']
      })
    ),
    ...WORKLOADS.map(name =>
      scenario(`${name} after 100 errors`, name, {
        args: ['--after-errors'],
        iterations: ITERATIONS.usual,
        runs: runsOf(name),
        metrics: { runCpuMs: 'afterErrorsCpuMs' },
        nodes: TIMED,
        configurations: [...SIDES, 'pause', 'always']
      })
    ),
    ...WORKLOADS.map(name =>
      scenario(`${name} as published`, name, {
        args: ['--as-published'],
        iterations: ITERATIONS.usual,
        runs: RUNS.published,
        metrics: { runMs: 'publishedMs' },
        nodes: TIMED,
        configurations: [...SIDES, 'always']
      })
    ),
    ...REJECTIONS.map(name =>
      scenario(name, name, {
        iterations: ITERATIONS.rejections,
        runs: RUNS.rejections,
        metrics: { runCpuMs: 'rejectionsCpuMs' },
        nodes: PREDICTING,
        configurations: [...SIDES, ...DEBUGGERS, 'always']
      })
    )
  ]
}
