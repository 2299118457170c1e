'use strict'
// Measures a service under autocannon: requests per second, and the service's CPU time per request, without its start.

const { nodeOptions } = require('../configurations')
const { load } = require('./load')
const { startService } = require('./service')
const { statisticsEnv, withStatistics } = require('../process/statistics')

/** @typedef {import('./load').Load} Load */

/**
 * @param
 *   {{ command: string[], fixedPort?: number, env?: Record<string, string>,
 *     whyNot?: (service: import('./service').Service) => Promise<string | null> }}
 *   service fixedPort: its port, if it does not print one; whyNot: tells before the load why the run does not count
 * @param {Load} wanted
 * @param {import('../suite').Context} context
 * @returns {Promise<import('../suite').Measured>}
 */
async function underLoad ({ command, fixedPort, env: ownEnv, whyNot = async () => null }, wanted, context) {
  const { configuration, node, directory, env, quick, signal } = context
  const service = await startService([node, ...command], {
    cwd: directory,
    env: {
      ...env,
      ...statisticsEnv(directory),
      NODE_OPTIONS: nodeOptions(configuration),
      NODE_ENV: 'production',
      ...ownEnv
    },
    signal,
    fixedPort
  })
  const reason = await whyNot(service)
  const measured =
    reason === null
      ? await load(service, wanted, quick, () => service.end())
      : await service.end().then(() => ({ metrics: {}, discarded: reason }))
  const { exitCode, stderr } = await service.ended
  if (exitCode !== 0) {
    return { metrics: {}, discarded: `exit code ${exitCode}`, details: { stderr: stderr.slice(-1000) } }
  }
  return withStatistics(measured, stderr, context)
}

module.exports = { underLoad }
