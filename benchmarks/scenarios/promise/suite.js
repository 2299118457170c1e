'use strict'
// Measures promise-heavy code, for which a debugger that stays enabled costs most.

const path = require('node:path')

const { readStatistics, statisticsEnv } = require('../../lab/process/statistics')
const { runProgram } = require('../../lab/suite')
const { drawFlamegraphs, flamegraphsText } = require('./flamegraphs')
const { resultOf } = require('./workloads')

const PROGRAM = path.join(__dirname, 'program.js')

const WORKLOADS = [
  'doxbee-async',
  'doxbee-promises',
  'fibonacci-async',
  'fibonacci-promises',
  'parallel-async',
  'parallel-promises'
]

/** Iterations of a run, as in program.js. */
const ITERATIONS = 10_000

/** Runs of the suite in its published form. */
const PUBLISHED_RUNS = 10

/** Runs per process. Short workloads need more runs for a reliable median. */
const RUNS = { doxbee: 10, fibonacci: 5, parallel: 4 }

/** Configurations after an error. Before any error both ways of capturing are the same. */
const WITH_PAUSE = ['off', 'off-again', 'on-demand', 'pause']

/** @type {Omit<import('../../lab/suite').Metric, 'name' | 'label'>} */
const AT_MOST_1_PERCENT = { unit: 'ms', compare: 'ratio', targets: { 'on-demand': 1.01 } }

const AFTER_ERRORS = '--after-errors'
const AS_PUBLISHED = '--as-published'

/** Further forms, without a target: bluebird's promises are not promises of V8. */
const OTHER_FORMS = [
  'doxbee-promises-bluebird',
  'doxbee-coroutine-bluebird',
  'parallel-promises-bluebird',
  'doxbee-coroutine',
  'fibonacci-coroutine',
  'parallel-coroutine',
  'fibonacci-promises-bluebird',
  'fibonacci-coroutine-bluebird',
  'parallel-coroutine-bluebird'
]

/**
 * @param {string} name
 * @param {string} workload
 * @param {{ args?: string[], metric: string }} options metric: the name of the wall time, because targets differ
 * @returns {import('../../lab/suite').Scenario}
 */
const scenario = (name, workload, { args = [], metric }) => ({
  name,
  /** @returns {Promise<import('../../lab/suite').Measured>} */
  async run (context) {
    const runs = context.quick ? 1 : args.includes(AS_PUBLISHED) ? PUBLISHED_RUNS : runsOf(workload)
    const command = [workload, String(runs), ...args]
    const {
      metrics: { runMs, runCpuMs },
      discarded,
      ...measured
    } = await runProgram(PROGRAM, command, context, {
      nodeArgs: ['--expose-gc'],
      env: statisticsEnv(context.directory)
    })
    const { captures } = readStatistics(context.directory)
    /** @type {Record<string, unknown>} */
    const details = { ...measured.details, ...(captures === undefined ? {} : { captures }) }
    if (discarded !== undefined) return { metrics: {}, details, discarded }
    const expected = resultOf(workload, ITERATIONS)
    if (details.result !== expected) {
      return { metrics: {}, details, discarded: `result ${details.result} instead of ${expected}` }
    }
    const metrics = { [metric]: runMs, runCpuMs }
    if (args.includes(AFTER_ERRORS) && captures !== undefined) metrics.captures = captures
    return { metrics, details }
  }
})

/** @param {string} workload */
function runsOf (workload) {
  return RUNS[/** @type {keyof RUNS} */ (workload.split('-')[0])]
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'promise',
  title: 'Promises',
  text: `Promise-heavy code in the manner of the V8 team's promise-performance-tests:
${ITERATIONS.toLocaleString('en')} iterations a run, garbage collected between the runs, the first run of each process
dropped, the median of the others taken. Their number is ${RUNS.doxbee} for doxbee; ${RUNS.fibonacci} for fibonacci
and ${RUNS.parallel} for parallel, whose runs take several times as long: a process is one sample of a round, and more
rounds tell more than more runs in one. *After 100 errors*: the same, after the process has made, rejected and caught
100 errors of ten places before the first run, in every configuration. *As published*: as the V8 team's suite
measures, the mean of ten runs of a process, none of which is dropped, and nothing is collected between them. Each
workload in three forms: native ES2017 (\`-async\`) and native promises without syntax (\`-promises\`), which the
targets are for; native ES2015 (\`-coroutine\`: what async functions and async generators were compiled to, generators
that a function drives by promises); and bluebird's promises and coroutines (\`-bluebird\`). These two are *other
forms*, in fewer rounds.`,
  nodes: ['20', '22', '24', '26'],
  configurations: ['off', 'off-again', 'on-demand', 'always'],
  sparse: { always: 2, pause: 2 },
  flamegraphs: (binaries, signal) => drawFlamegraphs(PROGRAM, binaries, signal),
  report: flamegraphsText,
  rounds: 15,
  quickRounds: 1,
  packages: true,
  charts: [
    {
      name: 'on-demand',
      title: 'Promise-heavy code: without and with crash-collector',
      metric: 'runMs',
      configurations: ['off-again', 'on-demand']
    },
    { name: 'always', title: 'Promise-heavy code: a debugger that stays enabled', metric: 'runMs', log: true },
    { name: 'after-error', title: 'Promise-heavy code after 100 handled errors', metric: 'afterErrorsMs' }
  ],
  metrics: [
    { name: 'runMs', label: 'wall', unit: 'ms', compare: 'ratio', targets: { 'on-demand': 1.02 } },
    { name: 'afterErrorsMs', label: 'wall, after 100 errors', ...AT_MOST_1_PERCENT },
    { name: 'publishedMs', label: 'wall, as published', ...AT_MOST_1_PERCENT },
    { name: 'publishedAfterErrorsMs', label: 'wall, as published, after 100 errors', ...AT_MOST_1_PERCENT },
    { name: 'otherMs', label: 'wall, other forms', unit: 'ms', compare: 'ratio' },
    { name: 'runCpuMs', label: 'CPU', unit: 'ms', compare: 'ratio' },
    { name: 'captures', label: 'captures of the 100 errors', unit: '', compare: 'value', digits: 0 }
  ],
  scenarios: [
    ...WORKLOADS.map(name => scenario(name, name, { metric: 'runMs' })),
    ...WORKLOADS.map(name => ({
      ...scenario(`${name} after 100 errors`, name, { args: [AFTER_ERRORS], metric: 'afterErrorsMs' }),
      configurations: WITH_PAUSE
    })),
    ...WORKLOADS.map(name => ({
      ...scenario(`${name} as published`, name, { args: [AS_PUBLISHED], metric: 'publishedMs' }),
      configurations: ['off', 'off-again', 'on-demand']
    })),
    ...WORKLOADS.map(name => ({
      ...scenario(`${name} as published, after 100 errors`, name, {
        args: [AS_PUBLISHED, AFTER_ERRORS],
        metric: 'publishedAfterErrorsMs'
      }),
      configurations: WITH_PAUSE
    })),
    ...OTHER_FORMS.map(name => ({ ...scenario(name, name, { metric: 'otherMs' }), rounds: 6 }))
  ]
}
