'use strict'
// Runs real programs under the preload, and measures how many errors they make, how many are captured, and the cost.

const fs = require('node:fs')
const path = require('node:path')

const { nodeOptions } = require('../../lab/configurations')
const { launch } = require('../../lab/process/launch')
const { readStatistics, statisticsEnv, withStatistics } = require('../../lab/process/statistics')
const { underLoad } = require('../../lab/service/under-load')
const { ordersWithErrors } = require('./order-requests')
const { prepare } = require('./prepare')

/** @typedef {import('../../lab/suite').Context} Context */
/** @typedef {import('../../lab/suite').Measured} Measured */

const MODULES = path.join(__dirname, '..', '..', 'node_modules')

/** @param {...string} parts */
const bin = (...parts) => path.join(MODULES, ...parts)

/**
 * @type {Record<string, { args: (directory: string) => string[], proof: (stdout: string, directory: string) =>
 *   boolean }>}
 */
const PROGRAMS = {
  eslint: {
    args: () => [bin('eslint', 'bin', 'eslint.js'), '--format', 'json', '.'],
    proof: stdout => JSON.parse(stdout).length > 50
  },
  mocha: {
    args: () => [bin('mocha', 'bin', 'mocha.js'), '--reporter', 'json', path.join(__dirname, 'mocha-tests.js')],
    proof: stdout => JSON.parse(stdout).stats.passes === 400
  },
  webpack: {
    args: () => [path.join(__dirname, 'webpack-build.js'), bin('vega-scale', 'build', 'vega-scale.js')],
    proof: stdout => /^bundled \d{5,}/.test(stdout)
  },
  'npm install': {
    args: directory => [
      bin('npm', 'bin', 'npm-cli.js'),
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--cache',
      path.join(directory, 'cache'),
      './package-0.tgz',
      './package-1.tgz'
    ],
    proof: (_, directory) => fs.existsSync(path.join(directory, 'node_modules', 'package-1', 'index.js'))
  }
}

/**
 * @param {string} name
 * @param {Context} context
 * @returns {Promise<Measured>}
 */
async function runTool (name, context) {
  const { configuration, node, directory, env, signal } = context
  const { args, proof } = PROGRAMS[name]
  prepare(name, directory)
  const { usage, stdout, stderr } = await launch([node, ...args(directory)], {
    cwd: directory,
    // The collector is preloaded by NODE_OPTIONS, as users do, so that programs that the program starts have it, too.
    env: { ...env, ...statisticsEnv(directory), NODE_OPTIONS: nodeOptions(configuration) },
    timeoutMs: 180_000,
    signal
  })
  const done = [0, 1].includes(usage.exitCode ?? -1) && attempt(() => proof(stdout, directory))
  if (!done) {
    return {
      metrics: {},
      discarded: `its work was not done, exit code ${usage.exitCode}`,
      details: { stderr: stderr.slice(-1000), stdout: stdout.slice(-500) }
    }
  }
  const { wallMs, cpuUserMs = NaN, cpuSystemMs = NaN } = usage
  return withStatistics({ metrics: { wallMs, cpuMs: cpuUserMs + cpuSystemMs, ...counted(directory) } }, stderr, context)
}

/** @param {string} directory @returns {Record<string, number>} */
function counted (directory) {
  const { errorsSeen, sites, captures, captureMs } = readStatistics(directory)
  return errorsSeen === undefined ? {} : { errorsSeen, sites, captures, captureMs }
}

/** @param {() => boolean} check */
function attempt (check) {
  try {
    return check()
  } catch {
    return false // The output is not JSON, so the program has not done its work.
  }
}

/** @param {string} name @returns {import('../../lab/suite').Scenario} */
const service = name => ({
  name: `${name} service`,
  async run (context) {
    const measured = await underLoad(
      { command: [path.join(__dirname, `${name}-service.js`)] },
      {
        connections: 50,
        seconds: 5,
        warmUpSeconds: 1.5,
        requests: ordersWithErrors(10),
        non2xx: 1 / 10
      },
      context
    )
    return { ...measured, metrics: { ...measured.metrics, ...counted(context.directory) } }
  }
})

/** @type {import('../../lab/suite').Suite} */
module.exports = {
  name: 'programs',
  title: 'Real programs',
  question: 'How much longer do eslint, mocha, webpack and npm take?',
  minutes: 12,
  text: `Programs that know nothing of the collector, preloaded through NODE_OPTIONS: eslint over the sources of
webpack, mocha with 400 tests that assert throws and rejections, webpack bundling vega-scale, npm installing two local
tarballs, and an express and a fastify service under autocannon (50 connections, five seconds after 1.5 of the same
load), one request in ten of which ends in a handled error. Errors, sites, captures and the time spent on them are the
collector's own counters, summed over the processes, from their start on.`,
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'pause'],
  rounds: 8,
  quickRounds: 1,
  packages: true,
  metrics: [
    {
      name: 'wallMs',
      label: 'wall',
      unit: 'ms',
      compare: 'ratio',
      digits: 0
    },
    { name: 'cpuMs', label: 'CPU', unit: 'ms', compare: 'ratio', digits: 0 },
    { name: 'cpuPerRequestUs', label: 'CPU per request', unit: 'µs', compare: 'ratio', digits: 1 },
    { name: 'requestsPerSecond', label: 'requests', unit: '/s', compare: 'ratio', digits: 0 },
    { name: 'errorsSeen', label: 'errors', unit: '', compare: 'value', digits: 0 },
    { name: 'sites', label: 'sites', unit: '', compare: 'value', digits: 0 },
    { name: 'captures', label: 'captures', unit: '', compare: 'value', digits: 0 },
    { name: 'captureMs', label: 'spent on captures', unit: 'ms', compare: 'value', digits: 1 }
  ],
  scenarios: [
    ...Object.keys(PROGRAMS).map(name => ({ name, run: (/** @type {Context} */ context) => runTool(name, context) })),
    service('express'),
    service('fastify')
  ]
}
