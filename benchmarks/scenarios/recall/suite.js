'use strict'
// Measures if a dump shows the variables of the fatal error of a service that has handled others.

const { setMaxListeners } = require('node:events')
const os = require('node:os')
const { setTimeout: sleep } = require('node:timers/promises')

const { withBusyProcesses } = require('../../lab/process/busy')
const { createLimiter } = require('../../lab/process/pool')
const { inDirectory } = require('../../lab/suite')
const { KINDS } = require('./kinds')
const { BEFORE, PLACES } = require('./places')
const { ENOUGH, isDecided, measuredFrom, report, targetRows } = require('./report')
const { EARLY_VISITS, runEarly, runService } = require('./run-service')

/** @typedef {import('../../lab/suite').Context} Context */
/** @typedef {import('../../lab/suite').Scenario} Scenario */
/** @typedef {import('./run-service').Life} Life */

const KIND_COUNT = Object.keys(KINDS).length
const RATES = [1, 10, 60, 200, 1000]
const SECONDS = 2
/** Processes that compute without end while a service lives on a busy machine. */
const BUSY = 10
/** How many services live at once where the machine is busy anyway. */
const AT_ONCE_BESIDE_BUSY = 6
/** Below this rate a service takes some percent of a core, so two of them share one. */
const SHARE_BELOW = 100
/** Milliseconds from one start to the next, so that neither starts nor deaths coincide. */
const APART_MS = 250

/** @type {Life[]} */
const LIVES = Object.values(BEFORE).flatMap(before => Object.keys(PLACES).map(flow => ({ flow, before })))
/** Each round has one death of each kind. */
const ROUNDS = Math.ceil(ENOUGH / LIVES.length)

/**
 * @param {Context} context
 * @param {number} atOnce how many live at the same time
 * @param {(life: Life, own: Context) => Promise<import('./run-service').Outcome>} run called with a directory of its
 *   own
 */
function all (context, atOnce, run) {
  // Each service adds a listener, to be ended with the measurement.
  setMaxListeners(0, context.signal)
  const room = createLimiter(atOnce)
  return Promise.all(
    LIVES.map((life, index) =>
      room(async () => {
        if (index < atOnce) await sleep(index * APART_MS)
        return inDirectory(context.configuration, context.node, context, own => run(life, own))
      })
    )
  )
}

/** @param {number} perSecond @param {boolean} isBusy @returns {Scenario} */
const scenario = (perSecond, isBusy) => ({
  name: `${perSecond.toLocaleString('en')} errors/s${isBusy ? `, ${BUSY} busy processes` : ''}`,
  async run (context) {
    const load = { perSecond, seconds: SECONDS }
    const perCore = perSecond < SHARE_BELOW ? 2 : 1
    const atOnce = isBusy ? AT_ONCE_BESIDE_BUSY : os.availableParallelism() * perCore
    const outcomes = await withBusyProcesses(isBusy ? BUSY : 0, context.signal, () =>
      all(context, atOnce, (life, own) => runService(life, load, own))
    )
    return measuredFrom(outcomes, perSecond)
  }
})

/** @type {Scenario} */
const early = {
  name: 'just started',
  async run (context) {
    // One process for each core. Processes that share a core take longer than 100 ms to start.
    return measuredFrom(await all(context, os.availableParallelism(), runEarly), 0)
  }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'recall',
  title: 'Variables of the fatal error after handled ones',
  question: 'Does the dump show the variables of the error that killed the service?',
  minutes: 30,
  text: `A service of 60 routes handles ${RATES.join(', ')} errors a second for ${SECONDS} seconds, of ${KIND_COUNT}
kinds: classes of the application, what V8 throws, errors of Node.js's files, names, sockets, requests and streams,
rejections, wrapped causes, errors of packages. Then one error kills it: at a *new place*; at a *place seen once*
before, in the middle of its life; or at a *place that fails often*, which every other of the handled errors came from.
It comes about in one of four ways: *sync*; *async*, after awaits three deep; in a *callback* of Node.js; or as the
*cause* that another error wraps. *Throwing frame*: all variables of the function that threw (of a wrapped error: the
original) have in the dump the values of this very call, which no other call has, those of an object among them.
*Callers*: so have those of the functions that called it or waited for it. *Wrong*: a value of another call is shown.
*${BUSY} busy processes* compute without end meanwhile. *Just started*: the process has no other work, and visits the
place ${EARLY_VISITS[BEFORE.ONCE]} or ${EARLY_VISITS[BEFORE.OFTEN]} times before. A round has one death of each of the
${LIVES.length} kinds in each scenario, and a scenario ends after ${ENOUGH} deaths, or when the interval of 95 % of its
share is below the target.`,
  nodes: ['24'],
  configurations: ['on-demand'],
  rounds: ROUNDS,
  quickRounds: 1,
  warmUp: false,
  metrics: [
    { name: 'recalledPercent', label: 'deaths with all variables', unit: '%', compare: 'value', digits: 1 },
    { name: 'wrong', label: 'deaths with a wrong variable', unit: '', compare: 'value', digits: 0 },
    { name: 'otherwise', label: 'services that lived or died otherwise', unit: '', compare: 'value', digits: 0 },
    { name: 'errorsSeen', label: 'errors made (median)', unit: '', compare: 'value', digits: 0 },
    { name: 'captures', label: 'captures (median)', unit: '', compare: 'value', digits: 0 },
    { name: 'captureMs', label: 'spent on captures (median)', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'atMs', label: 'thrown after the start (median)', unit: 'ms', compare: 'value', digits: 0 }
  ],
  scenarios: [...[false, true].flatMap(isBusy => RATES.map(rate => scenario(rate, isBusy))), early],
  isDecided,
  report,
  targetRows
}
