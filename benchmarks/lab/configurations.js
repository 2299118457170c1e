'use strict'
// What is compared: how each configuration is put before a program.

const path = require('node:path')

const { installedPackage } = require('./installed')

/**
 * @typedef {object} Configuration
 * @property {string} name
 * @property {string} label
 * @property {string[]} nodeArgs before the program
 * @property {Record<string, string>} env
 * @property {boolean} [peer] needs the packages of benchmarks/package.json
 */

/** The second name of the baseline: comparing it with the first shows how much of a difference is noise. */
const NOISE = 'off-again'
const BASELINE = 'off'

const preload = ['--require', installedPackage()]

/** @param {string} name @returns {string[]} */
const peer = name => ['--require', path.join(__dirname, '..', 'peers', `${name}.js`)]

/** @type {Configuration[]} */
const CONFIGURATIONS = [
  { name: BASELINE, label: 'without', nodeArgs: [], env: {} },
  { name: NOISE, label: 'without, again', nodeArgs: [], env: {} },
  { name: 'on-demand', label: 'crash-collector', nodeArgs: preload, env: { CRASH_COLLECTOR_MODE: 'on-demand' } },
  { name: 'always', label: 'crash-collector, mode always', nodeArgs: preload, env: { CRASH_COLLECTOR_MODE: 'always' } },
  { name: 'sentry', label: '@sentry/node, local variables', nodeArgs: peer('sentry'), env: {}, peer: true },
  { name: 'rollbar', label: 'rollbar, locals', nodeArgs: peer('rollbar'), env: {}, peer: true },
  { name: 'report', label: '--report-uncaught-exception', nodeArgs: ['--report-uncaught-exception'], env: {} },
  { name: 'core', label: '--abort-on-uncaught-exception', nodeArgs: ['--abort-on-uncaught-exception'], env: {} },
  { name: 'inspect', label: '--inspect', nodeArgs: ['--inspect=127.0.0.1:0'], env: {} }
]

/**
 * @param {string} name
 * @returns {Configuration}
 * @throws when there is none of that name
 */
function configuration (name) {
  const found = CONFIGURATIONS.find(candidate => candidate.name === name)
  if (found === undefined) {
    throw new Error(`no configuration "${name}"; there are ${CONFIGURATIONS.map(({ name }) => name).join(', ')}`)
  }
  return found
}

/**
 * The lab's own environment must not leak into what it measures.
 *
 * @param {Configuration} configuration
 * @param {string} directory where dumps go
 * @returns {NodeJS.ProcessEnv}
 */
function environmentOf ({ env }, directory) {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const clean = Object.fromEntries(Object.entries(inherited).filter(([name]) => !name.startsWith('CRASH_COLLECTOR_') && !name.startsWith('npm_')))
  return { ...clean, NO_COLOR: '1', CRASH_COLLECTOR_DIR: directory, ...env }
}

/**
 * The same for programs that are started by others, such as npm.
 *
 * @param {Configuration} configuration
 * @returns {string}
 */
function nodeOptions ({ nodeArgs }) {
  return nodeArgs.map(arg => /[\s"]/.test(arg) ? JSON.stringify(arg) : arg).join(' ')
}

module.exports = { BASELINE, CONFIGURATIONS, NOISE, configuration, environmentOf, nodeOptions }
