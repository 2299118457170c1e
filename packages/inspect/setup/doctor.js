'use strict'
// Looks whether a crash in this directory would leave a dump, and what to do if not.

const { crashInChild } = require('./checks/crash')
const { configuration } = require('./checks/configuration')
const { directory } = require('./checks/directory')
const { nodeVersion } = require('./checks/node-version')
const { preload } = require('./checks/preload')
const { sourceMaps } = require('./checks/source-maps')
const { failedRequests } = require('./checks/failed-requests')
const { testRunners } = require('./checks/test-runners')

/** @type {Record<string, import('./types').Check>} */
const CHECKS = {
  node: nodeVersion,
  configuration,
  directory,
  crash: crashInChild,
  preload,
  sourceMaps,
  failedRequests,
  testRunners
}

/** @returns {Promise<import('./types').NamedFinding[]>} in the order in which they are to be read */
async function examine () {
  const findings = []
  for (const [name, check] of Object.entries(CHECKS)) {
    for (const finding of await check()) findings.push({ name, ...finding })
  }
  return findings
}

module.exports = { examine }
