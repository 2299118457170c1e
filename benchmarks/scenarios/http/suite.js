'use strict'
// The way a person tunes a service, and that the collector changes nothing of it.

const path = require('node:path')

const { nodeOptions } = require('../../lab/configurations')
const { startService } = require('../../lab/service')
const { runProgram } = require('../../lab/suite')
const { load, underLoad } = require('../../lab/under-load')
const { drawFlamegraphs } = require('./flamegraphs')
const { report } = require('./report')
const { parseTraces } = require('./traces')

/** @typedef {import('../../lab/suite').Scenario} Scenario */

const APP = path.join(__dirname, 'express-app.js')
const ROUTER = path.join(__dirname, 'router-service.js')
const OPTIMISED = path.join(__dirname, 'optimised.js')

const LOAD = { connections: 100, seconds: 2, non2xx: 0 }
const ORDER = JSON.stringify({ customer: 'Ada', lines: Array.from({ length: 10 }, (_, index) => ({ sku: `sku-${index}`, quantity: index })) })
const ROUTES = Array.from({ length: 100 }, (_, index) => ({ method: 'GET', path: `/api/v1/resource-${index}/17` }))

/** @param {string} name @param {{ method: string, path: string, body?: string, headers?: Record<string, string> }} request @param {string} [mode] @returns {Scenario} */
const app = (name, request, mode = 'production') => ({
  name,
  run: context => underLoad({ command: [APP], env: { NODE_ENV: mode } }, { ...LOAD, requests: [request] }, context)
})

/** @param {'express' | 'fastify'} framework @returns {Scenario} */
const router = framework => ({
  name: `${framework}, 100 routes, three rounds of load`,
  async run ({ configuration, node, directory, env, quick, signal }) {
    const service = await startService([node, ROUTER, framework], { cwd: directory, env: { ...env, NODE_OPTIONS: nodeOptions(configuration) }, signal })
    /** @type {Record<string, number>} */
    const metrics = {}
    for (const round of [1, 2, 3]) {
      const { metrics: measured, discarded } = await load(service, { ...LOAD, requests: ROUTES }, quick)
      if (discarded !== undefined) return { metrics: {}, discarded }
      metrics[`round${round}`] = measured.requestsPerSecond
      metrics[`round${round}CpuUs`] = measured.cpuPerRequestUs
    }
    service.kill('SIGTERM')
    await service.ended
    return { metrics }
  }
})

/** @param {'express' | 'fastify'} framework @returns {Scenario} */
const traces = framework => ({
  name: `${framework}, what V8 optimises`,
  rounds: 6,
  configurations: ['off', 'off-again', 'on-demand'],
  /** @returns {Promise<import('../../lab/suite').Measured>} */
  async run ({ configuration, node, directory, env, quick, signal }) {
    const command = [node, ...configuration.nodeArgs, '--trace-opt', '--trace-deopt', ROUTER, framework]
    const service = await startService(command, { cwd: directory, env, signal })
    const { discarded } = await load(service, { ...LOAD, requests: ROUTES }, quick)
    service.kill('SIGTERM')
    const { optimised, deoptimised } = parseTraces((await service.ended).stdout)
    if (discarded !== undefined || optimised.length === 0) return { metrics: {}, discarded: discarded ?? 'no traces' }
    return {
      metrics: { optimised: optimised.length, deoptimised: Object.values(deoptimised).reduce((sum, count) => sum + count, 0) },
      details: { optimised, deoptimised }
    }
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'http',
  title: 'Tuning a service',
  text: `Express answering hello, rendering a view (pug) in development and production mode, and echoing JSON; then a router-bound service of 100 routes
on express and on fastify, loaded three times in one process, so that the optimiser's warm-up shows. autocannon with 100 connections. *Changed* counts hot functions
whose optimisation status (\`%GetOptimizationStatus\`) differs after one handled error, of five.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand'],
  rounds: 15,
  quickRounds: 1,
  warmUp: false,
  packages: true,
  charts: [
    { name: 'requests', title: 'Requests per second, ratio to without', metric: 'requestsPerSecond' },
    { name: 'cpu', title: 'CPU per request, ratio to without', metric: 'cpuPerRequestUs' }
  ],
  metrics: [
    { name: 'requestsPerSecond', label: 'requests', unit: '/s', compare: 'ratio', atLeast: { 'on-demand': 0.99 }, digits: 0 },
    { name: 'cpuPerRequestUs', label: 'CPU per request', unit: 'µs', compare: 'ratio', digits: 1 },
    ...[1, 2, 3].flatMap(round => [
      { name: `round${round}`, label: `requests, round ${round} of load`, unit: '/s', compare: /** @type {'ratio'} */ ('ratio'), digits: 0 },
      { name: `round${round}CpuUs`, label: `CPU per request, round ${round} of load`, unit: 'µs', compare: /** @type {'ratio'} */ ('ratio'), digits: 1 }
    ]),
    { name: 'optimised', label: 'functions optimised', unit: '', compare: 'value', digits: 0 },
    { name: 'deoptimised', label: 'deoptimisations', unit: '', compare: 'value', digits: 0 },
    { name: 'optimisedHot', label: 'hot functions optimised', unit: 'of 5', compare: 'value', digits: 0 },
    { name: 'changed', label: 'changed by a handled error', unit: 'of 5', compare: 'value', digits: 0 }
  ],
  scenarios: [
    app('hello', { method: 'GET', path: '/hello' }),
    app('view, development', { method: 'GET', path: '/view' }, 'development'),
    app('view, production', { method: 'GET', path: '/view' }),
    app('echo', { method: 'POST', path: '/echo', body: ORDER, headers: { 'content-type': 'application/json' } }),
    router('express'), router('fastify'), traces('express'), traces('fastify'),
    { name: 'hot functions', rounds: 6, configurations: ['off', 'on-demand', 'always'], run: context => runProgram(OPTIMISED, [], context, { nodeArgs: ['--allow-natives-syntax'] }) }
  ],
  flamegraphs: (node, signal) => drawFlamegraphs(ROUTER, { ...LOAD, requests: ROUTES }, node, signal),
  report
}
