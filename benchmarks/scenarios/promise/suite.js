'use strict'
// Promise-heavy code: where a debugger that stays enabled costs most.

const path = require('node:path')

const { runProgram } = require('../../lab/suite')
const { drawFlamegraphs, flamegraphsText } = require('./flamegraphs')
const { resultOf } = require('./workloads')

const PROGRAM = path.join(__dirname, 'program.js')

const WORKLOADS = [
  'doxbee-async', 'doxbee-promises', 'fibonacci-async', 'fibonacci-promises', 'parallel-async', 'parallel-promises'
]

/** Of a run, as program.js has it. */
const ITERATIONS = 10_000

/** Runs per process: the short ones need more for a median that is worth something. */
const RUNS = { doxbee: 10, fibonacci: 5, parallel: 4 }

/** Forms for comparison, not held to a target: bluebird's promises are no promises of V8. */
const OTHER_FORMS = [
  'doxbee-promises-bluebird', 'doxbee-coroutine-bluebird', 'parallel-promises-bluebird', 'doxbee-coroutine',
  'fibonacci-coroutine', 'parallel-coroutine', 'fibonacci-promises-bluebird', 'fibonacci-coroutine-bluebird', 'parallel-coroutine-bluebird'
]

/**
 * @param {string} name
 * @param {string} workload
 * @param {{ args?: string[], metric: string }} options the wall time's name, since targets differ
 * @returns {import('../../lab/suite').Scenario}
 */
const scenario = (name, workload, { args = [], metric }) => ({
  name,
  /** @returns {Promise<import('../../lab/suite').Measured>} */
  async run (context) {
    const runs = context.quick ? '1' : String(runsOf(workload))
    const { metrics: { runMs, runCpuMs }, details, discarded } = await runProgram(PROGRAM, [workload, runs, ...args], context, { nodeArgs: ['--expose-gc'] })
    if (discarded !== undefined) return { metrics: {}, details, discarded }
    const expected = resultOf(workload, ITERATIONS)
    if (details?.result !== expected) return { metrics: {}, details, discarded: `result ${details?.result} instead of ${expected}` }
    return { metrics: { [metric]: runMs, runCpuMs }, details }
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
  text: `Promise-heavy code in the manner of the V8 team's promise-performance-tests: ${ITERATIONS.toLocaleString('en')} iterations a run, garbage collected
between the runs, the first run of each process dropped, the median of the others taken. Their number is ${RUNS.doxbee} for doxbee; ${RUNS.fibonacci} for fibonacci and
${RUNS.parallel} for parallel, whose runs take several times as long: a process is one sample of a round, and more rounds tell more than more runs in one. *After an
error*: the same, after the process has made, rejected and caught one error before the first run, in every configuration. Each workload in three forms: native ES2017
(\`-async\`) and native promises without syntax (\`-promises\`), which the targets are for; native ES2015 (\`-coroutine\`: what async functions and async generators were
compiled to, generators that a function drives by promises); and bluebird's promises and coroutines (\`-bluebird\`). These two are *other forms*, in fewer rounds.`,
  nodes: ['20', '22', '24', '26'],
  configurations: ['off', 'off-again', 'on-demand', 'always'],
  sparse: { always: 2 },
  flamegraphs: (binaries, signal) => drawFlamegraphs(PROGRAM, binaries, signal),
  report: flamegraphsText,
  rounds: 15,
  quickRounds: 1,
  packages: true,
  charts: [
    { name: 'on-demand', title: 'Promise-heavy code: without and with crash-collector', metric: 'runMs', configurations: ['off-again', 'on-demand'] },
    { name: 'always', title: 'Promise-heavy code: a debugger that stays enabled', metric: 'runMs', log: true },
    { name: 'after-error', title: 'Promise-heavy code after one handled error', metric: 'afterErrorMs' }
  ],
  metrics: [
    { name: 'runMs', label: 'wall', unit: 'ms', compare: 'ratio', targets: { 'on-demand': 1.02 } },
    { name: 'afterErrorMs', label: 'wall, after an error', unit: 'ms', compare: 'ratio', targets: { 'on-demand': 1.05 } },
    { name: 'otherMs', label: 'wall, other forms', unit: 'ms', compare: 'ratio' },
    { name: 'runCpuMs', label: 'CPU', unit: 'ms', compare: 'ratio' }
  ],
  scenarios: [
    ...WORKLOADS.map(name => scenario(name, name, { metric: 'runMs' })),
    ...WORKLOADS.map(name => ({
      ...scenario(`${name} after an error`, name, { args: ['--after-error'], metric: 'afterErrorMs' }), configurations: ['off', 'off-again', 'on-demand']
    })),
    ...OTHER_FORMS.map(name => ({ ...scenario(name, name, { metric: 'otherMs' }), rounds: 6 }))
  ]
}
