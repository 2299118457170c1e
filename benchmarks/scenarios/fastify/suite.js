'use strict'
// Measures web frameworks under load: the unchanged package fastify-benchmarks, current majors, and handlers that
// throw.

const path = require('node:path')

const { underLoad } = require('../../lab/service/under-load')
const { report } = require('./report')
const { ordersWithErrors } = require('../programs/order-requests')

const PACKAGE = path.join(__dirname, '..', '..', 'node_modules', 'fastify-benchmarks', 'benchmarks')
const ORDERLY_END = path.join(__dirname, 'orderly-end.js')
const SERVICES = {
  express: path.join(__dirname, '..', 'programs', 'express-service.js'),
  fastify: path.join(__dirname, '..', 'programs', 'fastify-service.js'),
  hapi: path.join(__dirname, 'hapi-service.js')
}

/** The load of the package, with another duration. */
const LOAD = { connections: 100, pipelining: 10, seconds: 1.5, warmUpSeconds: 1 }
/** A longer warm-up, so that the first captures fall into it. */
const LOAD_WITH_ERRORS = { ...LOAD, warmUpSeconds: 1.5 }

/** The metric of requests per second by the rate of failing requests, because their targets differ. */
const METRICS = { 1000: 'requestsOneIn1000', 100: 'requestsOneIn100', 10: 'requestsOneIn10' }
/** @type {(keyof METRICS)[]} */
const EVERY = [1000, 100, 10]

/** The package asks each server for `/`, but this one has no such route. */
const WITHOUT_ROOT = 'express-route-prefix'

/** Without errors both ways of capturing are the same, so only one is measured. */
const WITHOUT_ERRORS = ['off', 'off-again', 'on-demand', 'always']

/** @param {string} name @returns {import('../../lab/suite').Scenario} */
const ofPackage = name => ({
  name,
  configurations: WITHOUT_ERRORS,
  run: context =>
    underLoad(
      { command: ['--require', ORDERLY_END, path.join(PACKAGE, `${name}.js`)], fixedPort: 3000 },
      {
        ...LOAD,
        requests: [{ method: 'GET', path: '/' }],
        non2xx: name === WITHOUT_ROOT ? 1 : 0
      },
      context
    )
})

/** @param {keyof SERVICES} framework @param {string} label @returns {import('../../lab/suite').Scenario} */
const current = (framework, label) => ({
  name: `${label}, current`,
  configurations: WITHOUT_ERRORS,
  run: context =>
    underLoad(
      { command: [SERVICES[framework]] },
      {
        ...LOAD,
        requests: ordersWithErrors(10).slice(1),
        non2xx: 0
      },
      context
    )
})

/**
 * @param {keyof SERVICES} framework
 * @param {string} label
 * @param {keyof METRICS} every
 * @returns {import('../../lab/suite').Scenario}
 */
const failing = (framework, label, every) => ({
  name: `${label}, current, ${100 / every} % errors`,
  async run (context) {
    const load = { ...LOAD_WITH_ERRORS, requests: ordersWithErrors(every), non2xx: 1 / every }
    const measured = await underLoad({ command: [SERVICES[framework]] }, load, context)
    const { requestsPerSecond, ...metrics } = measured.metrics
    if (requestsPerSecond !== undefined) metrics[METRICS[every]] = requestsPerSecond
    return { ...measured, metrics }
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'fastify',
  title: 'Web frameworks',
  question: 'How many requests do web frameworks answer, at which latency and throughput?',
  minutes: 18,
  text: `The servers of the npm package fastify-benchmarks as they are, under its load (autocannon, 100 connections,
pipelining 10), preloaded through NODE_OPTIONS; then services on the current majors (fastify 5, express 5, hapi 21),
and these with handlers that throw handled errors in 0.1, 1 and 10 % of the requests, spread evenly over time and
connections. Each is measured for 1.5 seconds, after one second of the same load, or 1.5 seconds where there are
errors. A run counts if the share of errors is right and, with the collector, if its counters show it at work to the
end. \`express-route-prefix\` answers the package's request with 404: that is how the package measures it. restify is
pinned to 6.4.0, the newest that starts with the package's handler on current Node.js. Load and service share the
machine, so CPU per request says more than requests per second.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'pause', 'always'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [
    {
      name: 'requests',
      title: 'Requests per second',
      metric: 'requestsPerSecond',
      configurations: ['off', 'on-demand'],
      absolute: true
    },
    { name: 'requests-with-errors', title: 'Requests per second with 10 % errors, ratio', metric: METRICS[10] },
    { name: 'cpu', title: 'CPU per request, ratio to without', metric: 'cpuPerRequestUs' },
    { name: 'latency', title: 'Latency, average', metric: 'averageMs', configurations: ['off', 'on-demand'] },
    { name: 'throughput', title: 'Throughput', metric: 'throughputMb', configurations: ['off', 'on-demand'], log: true }
  ],
  metrics: [
    { name: 'requestsPerSecond', label: 'requests', unit: '/s', compare: 'ratio', digits: 0 },
    ...EVERY.map(every => ({
      name: METRICS[every],
      label: `requests, ${100 / every} % errors`,
      unit: '/s',
      compare: /** @type {'ratio'} */ ('ratio'),
      digits: 0
    })),
    { name: 'cpuPerRequestUs', label: 'CPU per request', unit: 'µs', compare: 'ratio', digits: 1 },
    { name: 'averageMs', label: 'latency', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'stdevMs', label: 'latency, standard deviation', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'maxMs', label: 'latency, maximum', unit: 'ms', compare: 'value', digits: 0 },
    { name: 'p50Ms', label: 'latency, median', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'p99Ms', label: 'latency, 99 %', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'throughputMb', label: 'throughput', unit: 'MB/s', compare: 'value', digits: 1 }
  ],
  report,
  scenarios: [
    ...[
      'fastify',
      'express',
      'hapi',
      'express-route-prefix',
      'restify',
      'express-with-middlewares',
      'fastify-big-json'
    ].map(ofPackage),
    current('fastify', 'fastify 5'),
    current('express', 'express 5'),
    current('hapi', 'hapi 21'),
    ...EVERY.flatMap(every => [
      failing('fastify', 'fastify 5', every),
      failing('express', 'express 5', every),
      failing('hapi', 'hapi 21', every)
    ])
  ]
}
