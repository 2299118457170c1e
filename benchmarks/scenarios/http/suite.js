'use strict'
// Follows the steps by which people tune a service, and checks that the collector changes none of their results.

const path = require('node:path')

const { nodeOptions } = require('../../lab/configurations')
const { dumpsIn, showDump, variablesOf } = require('../../lab/process/dumps')
const { load, loadInParts } = require('../../lab/service/load')
const { usualBinary } = require('../../lab/configurations/nodes')
const { UNLIMITED } = require('../../lab/configurations/rationing')
const { startService } = require('../../lab/service/service')
const { statisticsEnv, withStatistics } = require('../../lab/process/statistics')
const { runProgram } = require('../../lab/suite')
const { underLoad } = require('../../lab/service/under-load')
const { drawFlamegraphs, flamegraphsText } = require('./flamegraphs')
const { report } = require('./report')
const { parseTraces } = require('./traces')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

const APP = path.join(__dirname, 'express-app.js')
const ROUTER = path.join(__dirname, 'router-service.js')
const OPTIMISED = path.join(__dirname, 'optimised.js')

const LOAD = { connections: 100, seconds: 2, non2xx: 0 }
const ORDER = JSON.stringify({
  customer: 'Ada',
  lines: Array.from({ length: 10 }, (_, index) => ({ sku: `sku-${index}`, quantity: index }))
})
/** Numbers of the rounds of load, during which V8 optimises. */
const ROUNDS = [1, 2, 3]
const ROUTES = Array.from({ length: 100 }, (_, index) => ({ method: 'GET', path: `/api/v1/resource-${index}/17` }))

/**
 * @param {string} name
 * @param {{ method: string, path: string, body?: string, headers?: Record<string, string> }} request
 * @param {string} [mode]
 * @returns {Scenario}
 */
const app = (name, request, mode = 'production') => ({
  name,
  run: context =>
    underLoad({ command: [APP], env: { NODE_ENV: mode } }, { ...LOAD, warmUpSeconds: 1, requests: [request] }, context)
})

/** @param {'express' | 'fastify'} framework @returns {Scenario} */
const router = framework => ({
  name: `${framework}, 100 routes, three rounds of load`,
  configurations: ['off', 'off-again', 'on-demand', 'early-garbage'],
  async run (context) {
    const { configuration, node, directory, env, quick, signal } = context
    const service = await startService([node, ROUTER, framework], {
      cwd: directory,
      env: { ...env, ...statisticsEnv(directory), NODE_OPTIONS: nodeOptions(configuration) },
      signal
    })
    const rounds = await loadInParts(
      service,
      { ...LOAD, requests: ROUTES },
      ROUNDS.map(() => (quick ? 1 : LOAD.seconds)),
      () => service.end()
    )
    const { stderr } = await service.ended
    const discarded = rounds.find(round => round.discarded !== undefined)
    if (discarded !== undefined) return discarded
    const metrics = Object.fromEntries(
      rounds.flatMap(({ metrics: { requestsPerSecond, cpuPerRequestUs } }, index) => [
        [`round${ROUNDS[index]}`, requestsPerSecond],
        [`round${ROUNDS[index]}CpuUs`, cpuPerRequestUs]
      ])
    )
    return withStatistics({ metrics }, stderr, context)
  }
})

/** @param {'express' | 'fastify'} framework @returns {Scenario} */
const traces = framework => ({
  name: `${framework}, what V8 optimises`,
  configurations: ['off', 'off-again', 'on-demand'],
  async run (context) {
    const { configuration, node, directory, env, quick, signal } = context
    const command = [node, ...configuration.nodeArgs, '--trace-opt', '--trace-deopt', ROUTER, framework]
    const service = await startService(command, {
      cwd: directory,
      env: { ...env, ...statisticsEnv(directory) },
      signal
    })
    const { discarded } = await load(service, { ...LOAD, requests: ROUTES }, quick, () => service.end())
    const { stdout, stderr } = await service.ended
    const { optimised, deoptimised } = parseTraces(stdout)
    if (discarded !== undefined || optimised.length === 0) return { metrics: {}, discarded: discarded ?? 'no traces' }
    return withStatistics(
      {
        metrics: {
          optimised: optimised.length,
          deoptimised: Object.values(deoptimised).reduce((sum, count) => sum + count, 0)
        },
        details: { optimised, deoptimised }
      },
      stderr,
      context
    )
  }
})

/** @type {Scenario} */
const hotFunctions = {
  name: 'hot functions',
  configurations: ['off', 'on-demand', 'pause', 'always'],
  async run (context) {
    const program = await runProgram(OPTIMISED, [], context, {
      // Rationing is off. Otherwise captures at the start could leave no budget for the error that matters.
      nodeArgs: ['--allow-natives-syntax'],
      env: { ...UNLIMITED, ...statisticsEnv(context.directory) },
      exitCode: 1
    })
    const measured = withStatistics(program, '', context)
    if (measured.discarded !== undefined || context.configuration.name === 'off' || isCaptured(context.directory)) {
      return measured
    }
    return { ...measured, metrics: {}, discarded: 'the error was not captured between the two readings' }
  }
}

/**
 * @param {string} directory directory of a run that died of the error
 * @returns {boolean} true if the error was captured at its construction; that function returned long before the dump
 */
function isCaptured (directory) {
  const [dump] = dumpsIn(path.join(directory, 'crashes'))
  return dump !== undefined && variablesOf(showDump(dump), 'lookUpOrder').orderId?.value === '17'
}

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'http',
  title: 'Tuning a service',
  question: 'Does tuning a service by the book give the same answers with the collector?',
  minutes: 14,
  text: `Express answering hello, rendering a view (pug) in development and production mode, and echoing JSON, each
measured for two seconds after one of the same load; then a router-bound service of 100 routes on express and on
fastify, three rounds of two seconds from the start of the process on, so that the optimiser's warm-up shows.
autocannon with 100 connections. *Changed* counts hot functions whose optimisation status (\`%GetOptimizationStatus\`)
differs after one handled error: functions of a router-bound service, of express and fastify, optimised while it
answers requests, and some of this lab. With the collector a run counts if a dump shows that this error was captured.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand'],
  rounds: 8,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [
    { name: 'requests', title: 'Requests per second, ratio to without', metric: 'requestsPerSecond' },
    { name: 'cpu', title: 'CPU per request, ratio to without', metric: 'cpuPerRequestUs' }
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
    { name: 'averageMs', label: 'latency', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'stdevMs', label: 'latency, standard deviation', unit: 'ms', compare: 'value', digits: 1 },
    { name: 'maxMs', label: 'latency, maximum', unit: 'ms', compare: 'value', digits: 0 },
    ...ROUNDS.flatMap(round => [
      {
        name: `round${round}`,
        label: `requests, round ${round} of load`,
        unit: '/s',
        compare: /** @type {'ratio'} */ ('ratio'),
        digits: 0
      },
      {
        name: `round${round}CpuUs`,
        label: `CPU per request, round ${round} of load`,
        unit: 'µs',
        compare: /** @type {'ratio'} */ ('ratio'),
        digits: 1
      }
    ]),
    { name: 'optimised', label: 'functions optimised', unit: '', compare: 'value', digits: 0 },
    { name: 'deoptimised', label: 'deoptimisations', unit: '', compare: 'value', digits: 0 },
    { name: 'hot', label: 'hot functions', unit: '', compare: 'value', digits: 0 },
    { name: 'optimisedHot', label: 'hot functions optimised', unit: '', compare: 'value', digits: 0 },
    {
      name: 'changed',
      label: 'hot functions changed by a handled error',
      unit: '',
      compare: 'value',
      digits: 0
    }
  ],
  scenarios: [
    app('hello', { method: 'GET', path: '/hello' }),
    app('view, development', { method: 'GET', path: '/view' }, 'development'),
    app('view, production', { method: 'GET', path: '/view' }),
    app('echo', { method: 'POST', path: '/echo', body: ORDER, headers: { 'content-type': 'application/json' } }),
    app('echo of a form', {
      method: 'POST',
      path: '/echo',
      body: 'customer=Ada&sku=tea&quantity=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' }
    }),
    router('express'),
    router('fastify'),
    traces('express'),
    traces('fastify'),
    hotFunctions
  ],
  flamegraphs: (binaries, signal) =>
    drawFlamegraphs(ROUTER, { ...LOAD, requests: ROUTES }, usualBinary(binaries), signal),
  pictures: flamegraphsText,
  report
}
