'use strict'
// Configurations with V8's debugger and without the collector: they tell apart what a debugger costs that is enabled,
// and what its pauses cost.

const path = require('node:path')

/** @param {string} name */
const peer = name => ['--require', path.join(__dirname, '..', '..', 'peers', `${name}.js`)]

/** @type {import('./index').Configuration[]} */
const DEBUGGERS = [
  { name: 'debugger', label: 'debugger enabled, no pauses', nodeArgs: peer('debugger-enabled'), env: {} },
  {
    name: 'pauses-uncaught',
    label: 'pauses at errors that nobody will catch, nothing read',
    nodeArgs: peer('debugger-enabled'),
    env: { BENCH_PAUSE_STATE: 'uncaught' }
  },
  {
    name: 'pauses-all',
    label: 'pauses at all errors, nothing read',
    nodeArgs: peer('debugger-enabled'),
    env: { BENCH_PAUSE_STATE: 'all' }
  },
  {
    name: 'inspect-pauses',
    label: '--inspect, pauses',
    nodeArgs: ['--inspect=127.0.0.1:0', ...peer('inspect-pauses')],
    env: {}
  }
]

module.exports = { DEBUGGERS }
