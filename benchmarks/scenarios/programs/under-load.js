'use strict'
// A service under autocannon: requests per second, and the service's own CPU time per request.

const { createRequire } = require('node:module')

const { nodeOptions } = require('../../lab/configurations')
const { startService } = require('../../lab/service')
const { statisticsEnv } = require('../../lab/statistics')

const CONNECTIONS = 50
const SECONDS = 5
const ERROR_EVERY = 10

/** @typedef {{ requests: { average: number, total: number }, latency: { p50: number, p99: number }, errors: number, '2xx': number, '4xx': number, non2xx: number }} LoadResult */

/**
 * @param {string} file of the service
 * @param {import('../../lab/suite').Context} context
 * @returns {Promise<import('../../lab/suite').Measured>}
 */
async function underLoad (file, { configuration, node, directory, env, quick, signal }) {
  /** @type {(options: object) => Promise<LoadResult>} */
  const autocannon = createRequire(__filename)('autocannon')
  const service = await startService([node, file], {
    cwd: directory, env: { ...env, ...statisticsEnv(directory), NODE_OPTIONS: nodeOptions(configuration), NODE_ENV: 'production' }, signal
  })
  const requests = Array.from({ length: ERROR_EVERY }, (_, index) => ({ method: 'GET', path: index === 0 ? '/missing/17' : `/orders/${index}` }))
  const result = await autocannon({
    url: `http://127.0.0.1:${service.port}`, connections: CONNECTIONS, duration: quick ? 1 : SECONDS, requests
  })
  service.kill('SIGTERM')
  const { exitCode, stdout, stderr } = await service.ended
  // The service itself says what it used, in its last line.
  const lastLine = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (exitCode !== 0 || !lastLine.startsWith('{')) return { metrics: {}, discarded: `exit code ${exitCode}`, details: { stderr: stderr.slice(-1000) } }
  const share = result.non2xx / result.requests.total
  if (result.errors > 0 || Math.abs(share - 1 / ERROR_EVERY) > 0.02) {
    return { metrics: {}, discarded: `${result.errors} errors, ${result.non2xx} of ${result.requests.total} not answered with 2xx` }
  }
  const { cpuMs } = JSON.parse(lastLine)
  return {
    metrics: {
      requestsPerSecond: result.requests.average,
      cpuPerRequestUs: cpuMs * 1000 / result.requests.total,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99
    },
    details: { requests: result.requests.total, handledErrors: result.non2xx }
  }
}

module.exports = { underLoad }
