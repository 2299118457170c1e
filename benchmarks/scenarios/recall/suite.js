'use strict'
// Measures if a dump shows the variables of the fatal error of a service that has lived for a while.

const { setMaxListeners } = require('node:events')
const os = require('node:os')
const { setTimeout: sleep } = require('node:timers/promises')

const { createLimiter } = require('../../lab/process/pool')
const { inDirectory } = require('../../lab/suite')
const { BEFORE } = require('./client')
const { KINDS } = require('./kinds')
const { PLACES } = require('./places')
const { measuredFrom, report, targetRows } = require('./report')
const { EARLY_VISITS, runEarly, runService } = require('./run-service')

/** @typedef {import('../../lab/suite').Context} Context */
/** @typedef {import('../../lab/suite').Scenario} Scenario */
/** @typedef {import('./run-service').Life} Life */
/** @typedef {import('./run-service').Load} Load */

const KIND_COUNT = Object.keys(KINDS).length
const SECONDS = 60
const PER_SECOND = 30
/** How many services die in each of the twelve ways in one run. */
const EACH = 3
/** How many services share a core. Each takes two or three percent of it. */
const PER_CORE = 18
/** Milliseconds from one start to the next, so that neither starts nor deaths coincide. */
const APART_MS = 300
/** The share of the free memory that all services together may take. */
const MEMORY_SHARE = 0.8

const LIVES = Object.values(BEFORE).flatMap(before => Object.keys(PLACES).map(flow => ({ flow, before })))

/** @type {Record<string, Pick<Load, 'modules' | 'heapMb' | 'half'> & { residentMb: number }>} */
const VARIANTS = {
  usual: { modules: 0, heapMb: 0, half: false, residentMb: 120 },
  '5,000 modules and 500 MB': { modules: 5000, heapMb: 500, half: false, residentMb: 900 },
  'half a CPU': { modules: 0, heapMb: 0, half: true, residentMb: 120 }
}

/** @param {Context} context @returns {Life[]} */
const livesOf = ({ quick }) => Array.from({ length: quick ? 2 : EACH }, () => LIVES).flat()

/**
 * @param {Context} context
 * @param {import('../../lab/process/pool').Limiter} room
 * @param {(life: Life, own: Context) => Promise<import('./run-service').Outcome>} run called with a directory of its
 *   own
 */
function all (context, room, run) {
  // Each service adds a listener, to be ended with the measurement.
  setMaxListeners(0, context.signal)
  return Promise.all(
    livesOf(context).map(life =>
      room(() => inDirectory(context.configuration, context.node, context, own => run(life, own)))
    )
  )
}

/** @param {string} variant @param {number} percent @returns {Scenario} */
const scenario = (variant, percent) => ({
  name: `${variant}, ${percent} % errors`,
  async run (context) {
    const { residentMb, ...size } = VARIANTS[variant]
    const load = { ...size, seconds: context.quick ? 3 : SECONDS, perSecond: PER_SECOND, every: 100 / percent }
    const fitting = Math.floor((os.freemem() * MEMORY_SHARE) / 2 ** 20 / residentMb)
    const room = createLimiter(Math.max(1, Math.min(os.availableParallelism() * PER_CORE, fitting)))
    const lane = createLimiter(os.availableParallelism())
    /** @type {import('../../lab/process/pool').Limiter} */
    const starting = task =>
      lane(async () => {
        const [result] = await Promise.all([task(), sleep(APART_MS * os.availableParallelism())])
        return result
      })
    return measuredFrom(await all(context, room, (life, own) => runService(life, load, starting, own)))
  }
})

/** @type {Scenario} */
const early = {
  name: 'first 100 ms',
  async run (context) {
    // One process for each core. Processes that share a core take longer than 100 ms to start.
    const room = createLimiter(os.availableParallelism())
    return measuredFrom(await all(context, room, runEarly))
  }
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'recall',
  title: 'Variables of the fatal error after handled ones',
  question: 'Does the dump show the variables of the error that killed the service?',
  minutes: 20,
  text: `A service of 60 routes is asked ${PER_SECOND} times a second for ${SECONDS} seconds. In 1, 5 or 20 % of the
requests it meets an error of one of ${KIND_COUNT} kinds and handles it: classes of the application, what V8 throws,
errors of Node.js's files, names, sockets, requests and streams, rejections, wrapped causes, errors of packages. Then
one error kills it: at a *new place*; at a *place seen once* before, in the middle of its life; or at a *place that
fails often*, which every other of the handled errors came from. It comes about in one of four ways: *sync*; *async*,
after awaits; in a *callback* of Node.js; or as the *cause* that another error wraps. *Throwing frame*: all variables of
the function that threw (of a wrapped error: the original) have in the dump the values of this very call, which no other
call has, those of an object among them. *Callers*: so have those of the functions that called it or waited for it.
*Wrong*: a value of another call is shown. *Half a CPU*: each service has that, by a control group of Linux. *First 100
ms*: the process has no other work, and visits the place ${EARLY_VISITS[BEFORE.ONCE]} or
${EARLY_VISITS[BEFORE.OFTEN]} times before. These are counts: in one run ${LIVES.length * EACH} services live at once,
${EACH} for each of the ${LIVES.length} deaths, or as many as the memory has room for.`,
  nodes: ['24'],
  configurations: ['on-demand', 'pause'],
  sparse: { pause: 4 },
  rounds: 34,
  quickRounds: 1,
  warmUp: false,
  metrics: [
    { name: 'recalledPercent', label: 'deaths with all variables', unit: '%', compare: 'value', digits: 1 },
    { name: 'wrong', label: 'deaths with a wrong variable', unit: '', compare: 'value', digits: 0 },
    { name: 'otherwise', label: 'services that lived or died otherwise', unit: '', compare: 'value', digits: 0 },
    { name: 'errorsHandled', label: 'errors handled before (median)', unit: '', compare: 'value', digits: 0 },
    { name: 'captures', label: 'captures (median)', unit: '', compare: 'value', digits: 0 },
    { name: 'captureMs', label: 'spent on captures (median)', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'atMs', label: 'thrown after the start (median)', unit: 'ms', compare: 'value', digits: 0 }
  ],
  scenarios: [
    ...Object.keys(VARIANTS).flatMap(variant => [1, 5, 20].map(percent => scenario(variant, percent))),
    early
  ],
  report,
  targetRows
}
