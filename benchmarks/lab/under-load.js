'use strict'
// A service under autocannon: requests per second, and the service's own CPU time per request, without its start.

const { createRequire } = require('node:module')

const { nodeOptions } = require('./configurations')
const { cpuMsOfGroup } = require('./process-group')
const { startService } = require('./service')
const { statisticsEnv } = require('./statistics')

/** @typedef {{ requests: { average: number, total: number }, latency: { p50: number, p99: number }, throughput: { average: number }, errors: number, non2xx: number }} LoadResult */

/**
 * @typedef {object} Load
 * @property {number} connections
 * @property {number} [pipelining]
 * @property {number} seconds
 * @property {number} [warmUpSeconds] of the same load before, which are not measured
 * @property {{ method: string, path: string, body?: string, headers?: Record<string, string> }[]} requests sent in turn
 * @property {number} non2xx share of the answers that are to be none of 2xx
 */

/**
 * @param {{ command: string[], fixedPort?: number, env?: Record<string, string> }} service the port, where it does not print one
 * @param {Load} wanted
 * @param {import('./suite').Context} context
 * @returns {Promise<import('./suite').Measured>}
 */
async function underLoad ({ command, fixedPort, env: ownEnv }, wanted, { configuration, node, directory, env, quick, signal }) {
  const service = await startService([node, ...command], {
    cwd: directory,
    env: { ...env, ...statisticsEnv(directory), NODE_OPTIONS: nodeOptions(configuration), NODE_ENV: 'production', ...ownEnv },
    signal,
    fixedPort
  })
  if (wanted.warmUpSeconds !== undefined) await load(service, { ...wanted, seconds: wanted.warmUpSeconds }, quick)
  const measured = await load(service, wanted, quick)
  service.kill('SIGTERM')
  const { exitCode, signal: endedBy, stderr } = await service.ended
  if (exitCode !== 0 && endedBy !== 'SIGTERM') return { metrics: {}, discarded: `exit code ${exitCode}`, details: { stderr: stderr.slice(-1000) } }
  return measured
}

/**
 * @param {import('./service').Service} service
 * @param {Load} load
 * @param {boolean} quick
 * @returns {Promise<import('./suite').Measured>}
 */
async function load ({ port, pid }, { connections, pipelining = 1, seconds, requests, non2xx }, quick) {
  /** @type {(options: object) => Promise<LoadResult>} */
  const autocannon = createRequire(__filename)('autocannon')
  const cpuMsBefore = cpuMsOfGroup(pid)
  const result = await autocannon({ url: `http://127.0.0.1:${port}`, connections, pipelining, duration: quick ? 1 : seconds, requests })
  const cpuMsAfter = cpuMsOfGroup(pid)
  // Each connection begins with the first request: in few requests that has more than its share.
  const { total } = result.requests
  if (result.errors > 0 || total === 0 || Math.abs(result.non2xx / total - non2xx) > 0.01 + non2xx / 10 + connections * pipelining / total) {
    return { metrics: {}, discarded: `${result.errors} errors, ${result.non2xx} of ${total} not answered with 2xx` }
  }
  return {
    metrics: {
      requestsPerSecond: result.requests.average,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      throughputMb: result.throughput.average / 1e6,
      ...(cpuMsAfter === null || cpuMsBefore === null ? {} : { cpuPerRequestUs: (cpuMsAfter - cpuMsBefore) * 1000 / total })
    },
    details: { requests: total, non2xx: result.non2xx }
  }
}

module.exports = { load, underLoad }
