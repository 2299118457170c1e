'use strict'
// Counts what services without errors work for a request. Time cannot tell it to one percent on a shared machine.

const path = require('node:path')

const { countRequests } = require('../../lab/instructions/count-requests')
const { installedPackage } = require('../../lab/configurations/installed')
const { ordersWithErrors } = require('../programs/order-requests')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

const SCENARIOS = path.join(__dirname, '..')
const APP = path.join(SCENARIOS, 'http', 'express-app.js')
const ROUTER = path.join(SCENARIOS, 'http', 'router-service.js')
const PATHS = path.join(SCENARIOS, 'critical-path', 'service.js')

const COUNT = { count: 200, warmUp: 18, windows: 11 }
const SIDES = ['off', 'off-again', 'on-demand']
const ORDER = JSON.stringify({
  customer: 'Ada',
  lines: Array.from({ length: 10 }, (_, index) => ({ sku: `sku-${index}`, quantity: index }))
})
const ROUTES = Array.from({ length: 100 }, (_, index) => ({ method: 'GET', path: `/api/v1/resource-${index}/17` }))
const HANDLERS = { 'a trivial handler': 'hello', 'a CPU-bound handler': 'report' }

/**
 * @param {string} name
 * @param {string[]} command
 * @param {import('../../lab/instructions/count-requests').Request[]} requests
 * @returns {Scenario}
 */
const service = (name, command, requests) => ({
  name,
  counted: true,
  run: context => countRequests({ command, requests, ...COUNT }, context)
})

/** @param {'express' | 'fastify'} framework @param {keyof typeof HANDLERS} handler @returns {Scenario} */
const withPaths = (framework, handler) => ({
  name: `${framework}, ${handler}, paths`,
  counted: true,
  configurations: [...SIDES, 'paths', 'paths-sampled'],
  run: context =>
    countRequests(
      {
        command: [PATHS, framework],
        env: context.configuration.name.startsWith('paths') ? { COLLECTOR: installedPackage() } : {},
        requests: Array.from({ length: 20 }, (_, n) => ({ method: 'GET', path: `/${HANDLERS[handler]}?n=${n}` })),
        ...COUNT
      },
      context
    )
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'services',
  title: 'Instructions of services',
  question: 'Do services without errors work more for a request, and how much more with execution paths?',
  minutes: 56,
  text: `Services on express 5, fastify 5 and hapi 21 answer requests, one after the other, on a new connection after
each ${COUNT.count}. After the first ${(COUNT.warmUp * COUNT.count).toLocaleString('en')} all instructions of the
process are counted, by QEMU, ${COUNT.windows} times for ${COUNT.count} requests, and a run's result is the median: V8
runs on one thread without clocks (\`--single-threaded --predictable\`), and compiles earlier than by itself, so that
little is compiled meanwhile. *Paths*: what each request executes is recorded, or what one in a hundred executes.`,
  nodes: ['24'],
  configurations: SIDES,
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [
    { name: 'instructions', title: 'Instructions for a request, ratio to without', metric: 'instructionsPerRequest' }
  ],
  metrics: [
    {
      name: 'instructionsPerRequest',
      label: 'instructions for a request',
      unit: 'thousand',
      compare: 'ratio',
      digits: 1
    }
  ],
  scenarios: [
    service('express, hello', [APP], [{ method: 'GET', path: '/hello' }]),
    service('express, a view', [APP], [{ method: 'GET', path: '/view' }]),
    service(
      'express, echo of JSON',
      [APP],
      [{ method: 'POST', path: '/echo', body: ORDER, headers: { 'content-type': 'application/json' } }]
    ),
    service('express, 100 routes', [ROUTER, 'express'], ROUTES),
    service('fastify, 100 routes', [ROUTER, 'fastify'], ROUTES),
    service('express, orders', [path.join(SCENARIOS, 'programs', 'express-service.js')], ordersWithErrors(10).slice(1)),
    service('fastify, orders', [path.join(SCENARIOS, 'programs', 'fastify-service.js')], ordersWithErrors(10).slice(1)),
    service('hapi, orders', [path.join(SCENARIOS, 'fastify', 'hapi-service.js')], ordersWithErrors(10).slice(1)),
    ...Object.keys(HANDLERS).flatMap(handler =>
      /** @type {const} */ (['express', 'fastify']).map(framework =>
        withPaths(framework, /** @type {keyof typeof HANDLERS} */ (handler))
      )
    )
  ]
}
