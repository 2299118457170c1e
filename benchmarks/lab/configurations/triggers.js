'use strict'
// One configuration for each trigger: the collector with that trigger alone.

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

module.exports = { TRIGGER_CONFIGURATIONS }
