'use strict'
// Measures if a process that has captured for days holds more memory than one that has captured for a minute.

const path = require('node:path')

const { UNLIMITED } = require('../../lab/configurations/rationing')
const { statisticsEnv, withStatistics } = require('../../lab/process/statistics')
const { runProgram } = require('../../lab/suite')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

const PROGRAM = path.join(__dirname, 'program.js')
const CAPTURES = 200_000
/** Once, without a conclusion: whether anything ends that can end only later. */
const MANY_CAPTURES = 1_000_000
/** As many captures as the pause of the debugger makes in some minutes. */
const CAPTURES_OF_PAUSE = 10_000
const QUICK_CAPTURES = 500
const TIMEOUT_MS = 12 * 3600 * 1000

/** @param {number} captures @param {string[]} configurations @returns {Scenario} */
const scenario = (captures, configurations) => ({
  name: `${captures.toLocaleString('en')} captures`,
  configurations,
  async run (context) {
    const count = context.quick ? QUICK_CAPTURES : captures
    // Without rationing, each error is captured.
    const env = { ...UNLIMITED, ...statisticsEnv(context.directory) }
    const { metrics, ...measured } = await runProgram(PROGRAM, [String(count)], context, {
      nodeArgs: ['--expose-gc'],
      env,
      timeoutMs: TIMEOUT_MS
    })
    const { rssLaterMb, heapLaterMb, rssMb, heapMb, cpuUs } = metrics
    const kept = { rssLaterMb, heapLaterMb, rssMb, heapMb, cpuUs }
    const counted = withStatistics({ ...measured, metrics: kept }, '', context)
    const { captures: made = 0 } = /** @type {Record<string, number>} */ (counted.details?.statistics ?? {})
    if (counted.discarded !== undefined || context.configuration.name === 'off' || made >= count) return counted
    return { metrics: {}, details: counted.details, discarded: `${made} captures of ${count} errors` }
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'soak',
  title: 'Memory after many captures',
  question: 'Does memory grow with the number of captures?',
  minutes: 20,
  text: `A process makes ${CAPTURES.toLocaleString('en')} errors at 100 places, on a stack of 20 frames; rationing is
switched off, so that each is captured. Resident memory and heap in use after three full garbage collections, at the
beginning and after each tenth part. *In the second half*: between the middle and the end, when whatever grows once has
grown. A leak of two words a capture would be 1.6 MB there; what is wanted is at most 1. Once there are
${MANY_CAPTURES.toLocaleString('en')} captures. A capture by a pause
takes so long that there are ${CAPTURES_OF_PAUSE.toLocaleString('en')} of these only.`,
  nodes: ['24', '26'],
  configurations: ['off', 'on-demand', 'pause'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  metrics: [
    {
      name: 'rssLaterMb',
      label: 'resident memory, more in the second half',
      unit: 'MB',
      compare: 'value',
      digits: 2
    },
    { name: 'heapLaterMb', label: 'heap in use, more in the second half', unit: 'MB', compare: 'value', digits: 2 },
    { name: 'rssMb', label: 'resident memory, more in all', unit: 'MB', compare: 'value', digits: 1 },
    { name: 'heapMb', label: 'heap in use, more in all', unit: 'MB', compare: 'value', digits: 2 },
    { name: 'cpuUs', label: 'CPU by error', unit: 'µs', compare: 'value', digits: 1 }
  ],
  scenarios: [
    scenario(CAPTURES, ['off', 'on-demand']),
    { ...scenario(MANY_CAPTURES, ['on-demand']), rounds: 1, nodes: ['24'] },
    { ...scenario(CAPTURES_OF_PAUSE, ['off', 'on-demand', 'pause']), rounds: 1 }
  ]
}
