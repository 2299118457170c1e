'use strict'
// Runs examples/ticketing under load once.

const path = require('node:path')

const { nodeOptions } = require('../../lab/configurations')
const { dumpsIn, showDump } = require('../../lab/process/dumps')
const { REPOSITORY } = require('../../lab/environment')
const { cpuMsOfGroup } = require('../../lab/process/process-group')
const { startService } = require('../../lab/service/service')
const { quantile } = require('../../lab/quantile')
const { asFastAsAnswered, atRate } = require('./searches')
const { supervise } = require('./supervised')

/** @typedef {import('../../lab/suite').Context} Context */
/** @typedef {import('../../lab/suite').Measured} Measured */

const SERVER = path.join(REPOSITORY, 'examples', 'ticketing', 'server.js')
/** Those that loadtest prints. */
const PERCENTILES = [50, 90, 95, 99, 100]
const WITH_DUMP = new Set(['on-demand', 'pause', 'always'])

/**
 * @param {Record<string, string>} settings settings of the service
 * @param {{ connections: number, searches: number }} load
 * @param {Context} context
 * @returns {Promise<Measured>}
 */
async function fast (settings, { connections, searches }, context) {
  const { node, directory, signal, quick } = context
  const service = await startService([node, SERVER], { cwd: directory, env: environment(settings, context), signal })
  await asFastAsAnswered(service.port, { connections: 5, searches: 10 })
  const cpuBefore = cpuMsOfGroup(service.pid)
  const { answers, ms } = await asFastAsAnswered(service.port, {
    connections,
    searches: quick ? Math.ceil(searches / 5) : searches
  })
  const cpuAfter = cpuMsOfGroup(service.pid)
  service.kill('SIGTERM')
  const { exitCode, stderr } = await service.ended
  const complete = answers.filter(({ outcome }) => outcome === 'complete').length
  if (exitCode !== 0 || complete !== answers.length) {
    return {
      metrics: {},
      discarded: `exit code ${exitCode}, ${complete} of ${answers.length} complete`,
      details: { stderr: stderr.slice(-1000) }
    }
  }
  return {
    metrics: {
      searchesPerSecond: (answers.length / ms) * 1000,
      totalMs: ms,
      ...latencies(answers),
      ...(cpuBefore === null || cpuAfter === null ? {} : { cpuPerSearchMs: (cpuAfter - cpuBefore) / answers.length })
    }
  }
}

/**
 * @param {Record<string, string>} settings settings of the service
 * @param {{ perSecond: number, searches: number, fatalEvery: number }} load
 * @param {Context} context
 * @returns {Promise<Measured>}
 */
async function crashing (settings, load, context) {
  const { configuration, node, directory, signal, quick } = context
  const service = await supervise([node, SERVER], { cwd: directory, env: environment(settings, context), signal })
  const { answers, fatal } = await atRate(service.port, {
    ...load,
    searches: quick ? Math.ceil(load.searches / 3) : load.searches
  })
  await service.stop()
  const share = (/** @type {string} */ wanted) =>
    (answers.filter(({ outcome }) => outcome === wanted).length / answers.length) * 100
  const metrics = {
    completePercent: share('complete'),
    degradedPercent: share('degraded'),
    lostPercent: share('lost'),
    incompletePercent: 100 - share('complete')
  }
  const details = { searches: answers.length, fatal, starts: service.starts() }
  if (!WITH_DUMP.has(configuration.name)) return { metrics, details }
  const dumps = dumpsIn(path.join(directory, 'crashes'))
  // The number of dumps is not compared with the number of fatal requests: a service that is down can't be killed, and
  // carriers that die together are one crash. But there must be dumps.
  if (dumps.length === 0) return { metrics: {}, discarded: 'no dump', details }
  const naming = dumps.filter(namesTheSearch).length
  return { metrics: { ...metrics, dumps: dumps.length, namingPercent: (naming / dumps.length) * 100 }, details }
}

/**
 * @param {string} dump
 * @returns {boolean}
 */
function namesTheSearch (dump) {
  const { callFrames, objects } = showDump(dump)
  const frame = callFrames.find(({ functionName }) => functionName === 'offersOf')
  const search = frame?.scopeChain.map(({ variables }) => variables.search).find(value => value !== undefined)
  const properties = objects[search?.objectId ?? '']?.properties ?? []
  return properties.some(({ name, value }) => name === 'destination' && value?.value === 'Trieste')
}

/** @param {import('./searches').Answered[]} answers */
function latencies (answers) {
  const times = answers.map(({ ms }) => ms)
  return {
    meanMs: times.reduce((sum, ms) => sum + ms, 0) / times.length,
    ...Object.fromEntries(PERCENTILES.map(percent => [`p${percent}Ms`, quantile(times, percent / 100)]))
  }
}

/**
 * @param {Record<string, string>} settings
 * @param {Context} context
 * @returns {NodeJS.ProcessEnv}
 */
function environment (settings, { configuration, env }) {
  return { ...env, ...settings, NODE_OPTIONS: nodeOptions(configuration) }
}

module.exports = { PERCENTILES, crashing, fast }
