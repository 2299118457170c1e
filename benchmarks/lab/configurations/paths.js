'use strict'
// Configurations for the suite `critical-path`: what the requests of a service execute, by the collector and by V8's
// coverage.

const path = require('node:path')

const { installedPackage } = require('./installed')

const preload = ['--require', installedPackage()]
const EACH_REQUEST = path.join(__dirname, '..', '..', 'peers', 'coverage-each-request.js')

/** In the directory of the run. */
const COVERAGE = 'coverage'

const request = { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }

/** @type {import('./index').Configuration[]} */
const PATH_CONFIGURATIONS = [
  { name: 'paths', label: 'path of each request', nodeArgs: preload, env: request },
  {
    name: 'paths-sampled',
    label: 'path of 1 in 100',
    nodeArgs: preload,
    env: { CRASH_COLLECTOR_EXECUTION_PATH: '100' }
  },
  { name: 'paths-cached', label: 'path, from the cache', nodeArgs: preload, env: request },
  { name: 'coverage', label: "V8's coverage, not read", nodeArgs: [], env: { NODE_V8_COVERAGE: COVERAGE } },
  {
    name: 'coverage-each',
    label: "V8's coverage, written for each request",
    nodeArgs: ['--require', EACH_REQUEST],
    env: { NODE_V8_COVERAGE: COVERAGE }
  }
]

module.exports = { COVERAGE, PATH_CONFIGURATIONS }
