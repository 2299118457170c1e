'use strict'
// Measures the two placements of carriers in examples/ticketing: in the service's process, or in processes of their
// own.

const { CHILDREN, IN_PROCESS, report } = require('./report')
const { PERCENTILES, crashing, fast } = require('./run-service')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

/**
 * @type {{ what: string, settings: Record<string, string>, connections: number, searches: number }[]}
 */
const LOADS = [
  { what: 'network-bound', settings: {}, connections: 10, searches: 100 },
  { what: 'network-bound', settings: {}, connections: 100, searches: 2000 },
  { what: 'pipeline', settings: { USE_PIPELINE: '1' }, connections: 10, searches: 100 },
  { what: 'random delay', settings: { USE_RANDOM_DELAY: '1' }, connections: 10, searches: 100 },
  { what: 'CPU-bound', settings: { USE_HEAVY_FARES: '1' }, connections: 10, searches: 100 },
  { what: 'CPU-bound', settings: { USE_HEAVY_FARES: '1' }, connections: 50, searches: 200 }
]
const CRASHING = { perSecond: 100, searches: 400, fatalEvery: 50 }

/** @param {string} where @returns {Record<string, string>} */
const placed = where => ({ USE_CHILD_PROCESSES: where === CHILDREN ? '1' : '' })

/** @type {Scenario[]} */
const scenarios = [
  ...LOADS.flatMap(({ what, settings, connections, searches }) =>
    [IN_PROCESS, CHILDREN].map(where => ({
      name: `${what}, ${connections} connections, ${where}`,
      run: (/** @type {import('../../lab/suite').Context} */ context) =>
        fast({ ...settings, ...placed(where) }, { connections, searches }, context),
    }))
  ),
  ...[IN_PROCESS, CHILDREN].map(where => ({
    name: `crashing carrier, ${where}`,
    configurations: ['off', 'off-again', 'on-demand', 'pause', 'always'],
    run: (/** @type {import('../../lab/suite').Context} */ context) => crashing(placed(where), CRASHING, context)
  }))
]

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'ticketing',
  title: 'Ticketing',
  question: 'One process or child processes: which is faster, and which answers while a part crashes?',
  minutes: 12,
  text: `[examples/ticketing](../../../examples/ticketing) asks three carriers for each search, in its own process or
each in a child process. *Network-bound*: carriers answer after 50 ms; *random delay*: after 10 to 90 ms;
*pipeline*: the search written as a pipeline of steps; *CPU-bound*:
after 50 ms and some ten milliseconds of computing for each carrier. The load sends the next search when the last of
its connection is answered. *Crashing carrier*: ${CRASHING.perSecond} searches per second, whether answered or not,
one in ${CRASHING.fatalEvery} of which kills the carrier that it meets; the service is started again at once when it
dies, by the load's process, and a carrier's process by the service. A search is *complete*, *degraded* (answered
without the carrier that died), or *lost*. CPU time is that of the service and its children. Load and service share
the machine.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  charts: [
    { name: 'searches', title: 'Ticketing: searches per second, ratio to without', metric: 'searchesPerSecond' },
    {
      name: 'lost',
      title: 'Searches that a crashing carrier loses',
      metric: 'lostPercent',
      configurations: ['off', 'on-demand', 'pause', 'always']
    }
  ],
  metrics: [
    { name: 'searchesPerSecond', label: 'searches', unit: '/s', compare: 'ratio', digits: 1 },
    { name: 'meanMs', label: 'latency, mean', unit: 'ms', compare: 'ratio', digits: 1 },
    { name: 'totalMs', label: 'total time', unit: 'ms', compare: 'value', digits: 0 },
    ...PERCENTILES.map(percent => ({
      name: `p${percent}Ms`,
      label: `latency, ${percent} %`,
      unit: 'ms',
      compare: /** @type {const} */ ('value'),
      digits: 0
    })),
    { name: 'cpuPerSearchMs', label: 'CPU per search', unit: 'ms', compare: 'ratio', digits: 2 },
    { name: 'completePercent', label: 'complete answers', unit: '%', compare: 'value', digits: 1 },
    { name: 'degradedPercent', label: 'degraded answers', unit: '%', compare: 'value', digits: 1 },
    { name: 'incompletePercent', label: 'degraded or lost', unit: '%', compare: 'difference', digits: 1 },
    { name: 'lostPercent', label: 'lost', unit: '%', compare: 'value', digits: 1 },
    { name: 'dumps', label: 'dumps', unit: '', compare: 'value', digits: 0 },
    { name: 'namingPercent', label: 'dumps that name the search', unit: '%', compare: 'value', digits: 0 }
  ],
  scenarios,
  report
}
