'use strict'
// Measures the cost of a copy by the height of the stack and by what has compiled it, beside that of reading at once;
// of reading at once by the scripts and the heap that V8 has to walk; and of an error under rationing.

const path = require('node:path')

const { UNLIMITED } = require('../../lab/configurations/rationing')
const { readStatistics, statisticsEnv, withStatistics } = require('../../lab/process/statistics')
const { runProgram } = require('../../lab/suite')
const { FRAMES } = require('./frames')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

const PROGRAM = path.join(__dirname, 'program.js')
const ERRORS = path.join(__dirname, 'errors.js')
const STACKS = path.join(__dirname, 'stacks.js')

const REPEATED = 30
const WAYS = ['on-demand', 'copies', 'pause']
const ERRORS_PER_SECOND = 100
const STACK_ERRORS = 400
/** Reading at once is what copies replace, and takes most of a round. */
const READ_AT_ONCE_ON = ['24']

/** @param {number} scripts @param {number} heapMb @returns {Scenario} */
const scenario = (scripts, heapMb) => ({
  name: `${scripts.toLocaleString('en')} scripts, ${heapMb} MB`,
  nodes: READ_AT_ONCE_ON,
  configurations: ['off', 'on-demand', 'copies', 'pause'],
  /** @returns {Promise<import('../../lab/suite').Measured>} */
  async run (context) {
    const repeated = context.quick ? REPEATED / 3 : REPEATED
    const { metrics, ...measured } = await runProgram(PROGRAM, [scripts, heapMb, repeated].map(String), context, {
      nodeArgs: ['--expose-gc', '--max-old-space-size=4096'],
      // Settings of the configuration itself come first, so those that read everything must not be set over them.
      env: { ...(context.configuration.name === 'copies' ? {} : UNLIMITED), ...statisticsEnv(context.directory) }
    })
    const statistics = readStatistics(context.directory)
    const details = { ...measured.details, statistics }
    const discarded = measured.discarded ?? tooFew(context.configuration.name, statistics.captures, 1 + repeated)
    if (discarded !== undefined) return { metrics: {}, details, discarded }
    const { firstMs, stopMs, cpuMs, repeatedMs, worstMs } = metrics
    return { metrics: { firstMs, stopMs, cpuMs, repeatedMs, worstMs }, details }
  }
})

/**
 * @param {string} configuration
 * @param {number | undefined} captures
 * @param {number} wanted
 * @returns {string | undefined} why the run is discarded; without counters nothing shows that captures happened
 */
function tooFew (configuration, captures, wanted) {
  if (configuration.startsWith('off') || (captures ?? 0) >= wanted) return undefined
  return `${captures ?? 'unknown number of'} captures instead of ${wanted}`
}

/**
 * What has V8 run code by one of its compilers only. On Node.js 20 and 22 Maglev is off.
 * @type {Record<string, { flags: string[], nodes?: string[] }>}
 */
const TIERS = {
  interpreted: { flags: ['--no-opt', '--no-sparkplug', '--no-maglev'] },
  baseline: { flags: ['--always-sparkplug', '--no-opt', '--no-maglev'] },
  maglev: { flags: ['--maglev', '--no-turbofan'], nodes: ['24', '26'] },
  turbofan: { flags: [] }
}

/** @param {string} tier @param {number} frames @param {number} waiting @returns {Scenario} */
const stack = (tier, frames, waiting) => ({
  name: waiting > 0 ? `${waiting} awaiting functions` : `${frames} frames, ${tier}`,
  ...(TIERS[tier].nodes === undefined ? {} : { nodes: TIERS[tier].nodes }),
  configurations: ['off', 'off-again', 'on-demand', 'copies'],
  async run (context) {
    const count = context.quick ? STACK_ERRORS / 4 : STACK_ERRORS
    const measured = await runProgram(STACKS, [tier, frames, waiting, count].map(String), context, {
      nodeArgs: ['--allow-natives-syntax', ...TIERS[tier].flags],
      env: { ...(context.configuration.name === 'copies' ? {} : UNLIMITED), ...statisticsEnv(context.directory) }
    })
    const { captures, heldBytes = 0, heldSnapshots = 0 } = readStatistics(context.directory)
    const discarded = measured.discarded ?? tooFew(context.configuration.name, captures, count)
    if (discarded !== undefined) return { metrics: {}, details: measured.details, discarded }
    /** @type {Record<string, number>} */
    const metrics = { stackUs: measured.metrics.stackUs }
    if (heldSnapshots > 0) metrics.heldKb = heldBytes / heldSnapshots / 1024
    return { metrics, details: measured.details }
  }
})

/** @type {Scenario} */
const errors = {
  name: `${ERRORS_PER_SECOND} errors/s, rationed`,
  nodes: READ_AT_ONCE_ON,
  async run (context) {
    const args = [ERRORS_PER_SECOND, context.quick ? 2 : 10].map(String)
    const measured = await runProgram(ERRORS, args, context, { env: statisticsEnv(context.directory) })
    const { errorUs } = measured.metrics
    // runProgram() has checked stderr already, so it is empty here.
    return withStatistics({ ...measured, metrics: errorUs === undefined ? {} : { errorUs } }, '', context)
  }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'capture-cost',
  title: 'One capture',
  question: 'How long does one capture take?',
  minutes: 16,
  text: `*Frames*, *awaiting*: CPU time of a warm error, with the turn of the event loop in which it is made, on a stack
of so many functions that one of V8's compilers has compiled, or of 3 for which so many functions wait; *kept*: what a
capture of it takes in memory. *Scripts*: what the construction of an error costs when it is captured, on a stack of
${FRAMES} frames, with scripts of 3 KB each loaded beforehand and with a heap of small objects. The first capture of a
process, and the median of ${REPEATED} more at other sites; all are read at once, or, *copied*, none. *CPU*: of all
threads, and of the event loop's next turn, too. *Longest stop*: of the event loop, from a tenth of a second before the
first capture to a tenth of a second after it. *Rationed*: an error of ten sites in turn, ${ERRORS_PER_SECOND} times a
second for ten seconds after two; CPU time of the process by error.`,
  nodes: ['20', '22', '24', '26'],
  configurations: ['off', 'off-again', 'on-demand', 'copies', 'pause'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  charts: [{ name: 'repeated', title: 'One capture, repeated', metric: 'cpuMs', configurations: WAYS, log: true }],
  metrics: [
    { name: 'stackUs', label: 'CPU, warm', unit: 'µs', compare: 'difference', digits: 1 },
    { name: 'heldKb', label: 'kept', unit: 'KB', compare: 'value', digits: 1 },
    { name: 'cpuMs', label: 'CPU, repeated', unit: 'ms', compare: 'value', digits: 3 },
    {
      name: 'stopMs',
      label: 'longest stop, first',
      unit: 'ms',
      compare: 'value',
      digits: 2
    },
    { name: 'firstMs', label: 'wall, first', unit: 'ms', compare: 'value', digits: 2 },
    { name: 'repeatedMs', label: 'wall, repeated', unit: 'ms', compare: 'value', digits: 3 },
    { name: 'worstMs', label: `wall, worst of ${REPEATED}`, unit: 'ms', compare: 'value', digits: 2 },
    {
      name: 'errorUs',
      label: 'CPU by error, rationed',
      unit: 'µs',
      compare: 'difference',
      // The target limits what captures add to the hook, which takes some microseconds itself. Comparing with the
      // baseline is stricter.
      digits: 1
    }
  ],
  scenarios: [
    ...[3, 10, 20].flatMap(frames => Object.keys(TIERS).map(tier => stack(tier, frames, 0))),
    ...[3, 10].map(waiting => stack('turbofan', 3, waiting)),
    ...[200, 2000, 8000].map(scripts => scenario(scripts, 50)),
    ...[200, 8000].map(scripts => scenario(scripts, 500)),
    errors
  ]
}
