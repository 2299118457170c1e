'use strict'
// Measures what it costs to record what each request executes.

const fs = require('node:fs')
const path = require('node:path')

const { installedPackage } = require('../../lab/configurations/installed')
const { COVERAGE } = require('../../lab/configurations/paths')
const { runProgram } = require('../../lab/suite')
const { underLoad } = require('../../lab/service/under-load')
const { embedded } = require('./report')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

const SERVICE = path.join(__dirname, 'service.js')
const LOAD_PACKAGES = path.join(__dirname, 'load-packages.js')
const ONE_LINE = path.join(__dirname, 'one-line.js')

const LOAD = { seconds: 3, warmUpSeconds: 3, non2xx: 0 }
const CONNECTIONS = [1, 10, 100]
/** Names of handlers, by what a table says of them. */
const HANDLERS = { 'a trivial handler': 'hello', 'a CPU-bound handler': 'report' }
/** Requests that go different ways. */
const REQUESTS = Array.from({ length: 20 }, (_, n) => n)

/**
 * @param {'express' | 'fastify'} framework
 * @param {keyof typeof HANDLERS} handler
 * @param {number} connections
 * @returns {Scenario}
 */
const service = (framework, handler, connections) => ({
  name: nameOf(framework, handler, connections),
  async run (context) {
    const { configuration, directory } = context
    const hasPaths = configuration.name.startsWith('paths')
    const measured = await underLoad(
      {
        command: [SERVICE, framework],
        env: hasPaths ? { COLLECTOR: installedPackage() } : {},
        async whyNot ({ request }) {
          return (await request('GET', '/recorded')) === (hasPaths ? 200 : 404) ? null : 'paths are not as configured'
        }
      },
      {
        ...LOAD,
        connections,
        requests: REQUESTS.map(n => ({ method: 'GET', path: `/${HANDLERS[handler]}?n=${n}` }))
      },
      context
    )
    if (measured.discarded !== undefined || configuration.env.NODE_V8_COVERAGE === undefined) return measured
    const files = fs.readdirSync(path.join(directory, COVERAGE)).length
    return files > 0 ? measured : { metrics: {}, discarded: 'no coverage was written' }
  }
})

/**
 * @param {'express' | 'fastify'} framework
 * @param {keyof typeof HANDLERS} handler
 * @param {number} connections
 */
function nameOf (framework, handler, connections) {
  return `${framework} 5, ${handler}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
}

/**
 * @param {string} name
 * @param {string} program
 * @param {string} metric that it prints
 * @returns {Scenario}
 */
const start = (name, program, metric) => ({
  name,
  configurations: ['off', 'off-again', 'on-demand', 'paths', 'paths-cached'],
  /** @returns {Promise<import('../../lab/suite').Measured>} */
  async run (context) {
    // The directory of each run is new, and so is the cache in it.
    const env = { CRASH_COLLECTOR_EXECUTION_PATH_PACKAGES: '*', XDG_CACHE_HOME: context.directory }
    if (context.configuration.name === 'paths-cached') await runProgram(program, [], context, { env })
    const measured = await runProgram(program, [], context, { env })
    return { ...measured, metrics: measured.discarded === undefined ? { [metric]: measured.metrics[metric] } : {} }
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'critical-path',
  title: 'Execution paths',
  question: 'What does it cost to record what each request executes?',
  minutes: 16,
  text: `What it costs to record which functions and statements each request executes: services on express 5 and
fastify 5 with a handler that answers at once, and one that searches, sorts and renders for about a tenth of a
millisecond, under autocannon with 1, 10 and 100 connections for three seconds after three of the same load. With paths
of each request and of 1 in 100; with the collector and no paths; with V8's coverage, which is written at the end, and
with V8's coverage as an experiment had it, which writes it for each request. A run counts if a request has a path where
it should, and none elsewhere, or if coverage was written.

The start: CPU time of a process that loads express and fastify, for each 1,000 lines of their packages, all of which
get counters; with an empty cache, and with that of the run before. What a start costs whatever the program is, a
program of one line tells.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'paths', 'paths-sampled', 'coverage', 'coverage-each'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [
    { name: 'requests', title: 'Requests per second, ratio to without', metric: 'requestsPerSecond', log: true },
    { name: 'cpu', title: 'CPU per request, ratio to without', metric: 'cpuPerRequestUs', log: true }
  ],
  metrics: [
    {
      name: 'requestsPerSecond',
      label: 'requests',
      unit: '/s',
      compare: 'ratio',
      digits: 0
    },
    { name: 'cpuPerRequestUs', label: 'CPU per request', unit: 'µs', compare: 'ratio', digits: 1 },
    { name: 'p50Ms', label: 'latency, median', unit: 'ms', compare: 'value', digits: 2 },
    { name: 'p99Ms', label: 'latency, 99 %', unit: 'ms', compare: 'value', digits: 2 },
    {
      name: 'startPer1000LinesMs',
      label: 'CPU of the start, for each 1,000 lines',
      unit: 'ms',
      compare: 'difference',
      digits: 2
    },
    { name: 'startMs', label: 'CPU of the start', unit: 'ms', compare: 'difference', digits: 2 }
  ],
  scenarios: [
    ...Object.keys(HANDLERS).flatMap(handler =>
      /** @type {const} */ (['express', 'fastify']).flatMap(framework =>
        CONNECTIONS.map(connections =>
          service(framework, /** @type {keyof typeof HANDLERS} */ (handler), connections)
        )
      )
    ),
    start('start of express and fastify', LOAD_PACKAGES, 'startPer1000LinesMs'),
    start('start of a program of one line', ONE_LINE, 'startMs')
  ],
  embedded
}
