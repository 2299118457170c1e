'use strict'
// One configuration for each trigger: the collector with that trigger alone. And what else is on in a process that
// lives.

const path = require('node:path')

const { installedPackage } = require('./installed')

/** In the order of docs/triggers.md. `api` comes first, because it waits for nothing. */
const TRIGGERS = [
  'api',
  'uncaughtException',
  'unhandledRejection',
  'caught',
  'outOfMemory',
  'testFailure',
  'request',
  'unsettledTopLevelAwait',
  'handled',
  'exit',
  'signal',
  'blockedLoop',
  'terminated',
  'handled500'
]

const nodeArgs = ['--require', installedPackage()]

/** @type {import('./index').Configuration[]} */
const TRIGGER_CONFIGURATIONS = TRIGGERS.map(trigger => ({
  name: `only-${trigger}`,
  label: `only ${trigger}`,
  nodeArgs,
  env: { CRASH_COLLECTOR_TRIGGERS: trigger }
}))

/** @param {number} limitMb */
const inGroup = limitMb => ({
  nodeArgs: ['--require', path.join(__dirname, 'in-control-group.js'), ...nodeArgs],
  env: { CRASH_COLLECTOR_TRIGGERS: 'memoryLimit', BENCH_MEMORY_LIMIT_MB: String(limitMb) }
})

/**
 * The memory of a group is read once a second as long as more than a GB is left, else up to ten times.
 * @type {import('./index').Configuration[]}
 */
const IN_GROUPS = [
  { name: 'only-memoryLimit', label: 'only memoryLimit, far from the limit', ...inGroup(8192) },
  { name: 'memoryLimit-near', label: 'only memoryLimit, near the limit', ...inGroup(512) }
]

/** @type {import('./index').Configuration} */
const NO_EVENT_CHANNELS = {
  name: 'no-event-channels',
  label: 'crash-collector, no eventChannels',
  nodeArgs,
  env: { CRASH_COLLECTOR_EVENT_CHANNELS: ',' }
}

module.exports = { IN_GROUPS, NO_EVENT_CHANNELS, TRIGGER_CONFIGURATIONS }
