'use strict'
// Lists the configurations that are compared, with the arguments and the environment that each gives to a program.

const path = require('node:path')

const { installedPackage } = require('./installed')
const { DEBUGGERS } = require('./debuggers')
const { PATH_CONFIGURATIONS } = require('./paths')
const { COPIES_ONLY } = require('./rationing')
const { IN_GROUPS, NO_EVENT_CHANNELS, TRIGGER_CONFIGURATIONS } = require('./triggers')

/**
 * @typedef {object} Configuration
 * @property {string} name
 * @property {string} label
 * @property {string[]} nodeArgs arguments of Node.js, before the program
 * @property {Record<string, string>} env
 * @property {boolean} [peer] the configuration needs the packages of benchmarks/package.json
 */

/** The second name of the baseline. A comparison with the first shows how much of a difference is noise. */
const NOISE = 'off-again'
const BASELINE = 'off'
/** What users have unless they say otherwise. */
const MEASURED = 'on-demand'

const preload = ['--require', installedPackage()]

/** @param {string} name @returns {string[]} */
const peer = name => ['--require', path.join(__dirname, '..', '..', 'peers', `${name}.js`)]

const NO_DEADLINE = { CRASH_COLLECTOR_DEADLINE_MS: '600000' }
const TASKS_UNLIMITED = {
  ...NO_DEADLINE,
  CRASH_COLLECTOR_MAX_OBJECTS: '10000000'
}

/** @type {Configuration[]} */
const CONFIGURATIONS = [
  { name: BASELINE, label: 'without', nodeArgs: [], env: {} },
  { name: NOISE, label: 'without, again', nodeArgs: [], env: {} },
  { name: 'empty-preload', label: 'an empty preload', nodeArgs: peer('empty'), env: {} },
  { name: 'on-demand', label: 'crash-collector', nodeArgs: preload, env: { CRASH_COLLECTOR_MODE: 'on-demand' } },
  {
    name: 'copies',
    label: 'crash-collector, copied',
    nodeArgs: preload,
    env: { CRASH_COLLECTOR_MODE: 'on-demand', ...COPIES_ONLY }
  },
  {
    name: 'pause',
    label: 'crash-collector, by a pause',
    nodeArgs: preload,
    env: { CRASH_COLLECTOR_MODE: 'on-demand', CRASH_COLLECTOR_FALLBACK: 'on' }
  },
  { name: 'always', label: 'crash-collector, mode always', nodeArgs: preload, env: { CRASH_COLLECTOR_MODE: 'always' } },
  ...DEBUGGERS.slice(0, -1),
  { name: 'sentry', label: '@sentry/node, local variables', nodeArgs: peer('sentry'), env: {}, peer: true },
  {
    name: 'sentry-sync',
    label: '@sentry/node, local variables, synchronous',
    nodeArgs: peer('sentry-sync'),
    env: {},
    peer: true
  },
  { name: 'rollbar', label: 'rollbar, locals', nodeArgs: peer('rollbar'), env: {}, peer: true },
  { name: 'report', label: '--report-uncaught-exception', nodeArgs: ['--report-uncaught-exception'], env: {} },
  { name: 'core', label: '--abort-on-uncaught-exception', nodeArgs: ['--abort-on-uncaught-exception'], env: {} },
  { name: 'inspect', label: '--inspect', nodeArgs: ['--inspect=127.0.0.1:0'], env: {} },
  ...DEBUGGERS.slice(-1),
  {
    name: 'tasks-off',
    label: 'crash-collector, no tasks',
    nodeArgs: preload,
    env: { CRASH_COLLECTOR_ASYNC_TASKS: 'off' }
  },
  { name: 'tasks-unlimited', label: 'crash-collector, all tasks', nodeArgs: preload, env: TASKS_UNLIMITED },
  {
    name: 'heap-classes',
    label: 'crash-collector, heap by class',
    nodeArgs: preload,
    env: { CRASH_COLLECTOR_HEAP: 'classes', ...NO_DEADLINE }
  },
  {
    name: 'heap-snapshot',
    label: 'crash-collector, heap snapshot',
    nodeArgs: preload,
    env: { CRASH_COLLECTOR_HEAP: 'snapshot', ...NO_DEADLINE }
  },
  {
    name: 'heap-snapshot-with-numbers',
    label: 'crash-collector, heap snapshot with numbers',
    nodeArgs: preload,
    env: { CRASH_COLLECTOR_HEAP: 'snapshot-with-numbers', ...NO_DEADLINE }
  },
  { name: 'write-heap-snapshot', label: 'v8.writeHeapSnapshot()', nodeArgs: peer('write-heap-snapshot'), env: {} },
  {
    name: 'write-heap-snapshot-with-numbers',
    label: 'v8.writeHeapSnapshot(), numbers exposed',
    nodeArgs: peer('write-heap-snapshot-with-numbers'),
    env: {}
  },
  {
    name: 'early-garbage',
    label: 'without, garbage at the start',
    nodeArgs: ['--require', path.join(__dirname, '..', '..', 'scenarios', 'http', 'early-garbage.js')],
    env: {}
  },
  // Ways to walk an object graph, for the suite `graph`: parts of the collector and their alternatives, not preloads.
  { name: 'native', label: 'graph writer', nodeArgs: [], env: {} },
  { name: 'native-redacting', label: 'graph writer, redacting', nodeArgs: [], env: {} },
  { name: 'javascript', label: 'the same in JavaScript', nodeArgs: [], env: {} },
  { name: 'inspector', label: 'Runtime.getProperties', nodeArgs: [], env: {} },
  ...PATH_CONFIGURATIONS,
  ...TRIGGER_CONFIGURATIONS,
  ...IN_GROUPS,
  NO_EVENT_CHANNELS
]

/**
 * @param {string} name
 * @returns {Configuration}
 * @throws if no configuration has that name
 */
function configuration (name) {
  const found = CONFIGURATIONS.find(candidate => candidate.name === name)
  if (found === undefined) {
    throw new Error(`no configuration "${name}"; there are ${CONFIGURATIONS.map(({ name }) => name).join(', ')}`)
  }
  return found
}

/**
 * The environment of a measured program, without NODE_OPTIONS and the like of the lab itself, and without the machine's
 * file of further certificates: Node.js 20 reads it at each start, which takes longer than the rest of the start.
 *
 * @param {Configuration} configuration
 * @param {string} directory directory for dumps
 * @returns {NodeJS.ProcessEnv}
 */
function environmentOf ({ env }, directory) {
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...inherited } = process.env
  const clean = Object.fromEntries(
    Object.entries(inherited).filter(([name]) => !name.startsWith('CRASH_COLLECTOR_') && !name.startsWith('npm_'))
  )
  return { ...clean, NO_COLOR: '1', CRASH_COLLECTOR_DIR: directory, ...env }
}

/**
 * The configuration's arguments as NODE_OPTIONS, for programs that other programs start, such as npm.
 *
 * @param {Configuration} configuration
 * @returns {string}
 */
function nodeOptions ({ nodeArgs }) {
  return nodeArgs.map(arg => (/[\s"]/.test(arg) ? JSON.stringify(arg) : arg)).join(' ')
}

module.exports = { BASELINE, CONFIGURATIONS, MEASURED, NOISE, configuration, environmentOf, nodeOptions }
