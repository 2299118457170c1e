'use strict'
// Counts the instructions by which a service answers requests, after others that warm it up.

const http = require('node:http')

const { compilesSoon, countedCommand, readCounter } = require('./counting')
const { nodeOptions } = require('../configurations')
const { statisticsEnv, withStatistics } = require('../process/statistics')
const { median } = require('../quantile')
const { startService } = require('../service/service')

/**
 * @typedef {{ method: string, path: string, body?: string, headers?: Record<string, string> }} Request
 *
 * @typedef {object} Counted
 * @property {string[]} command of a service of the lab, without node
 * @property {Record<string, string>} [env]
 * @property {Request[]} requests sent in turn
 * @property {number} count how many are counted together, in a window, on a connection of its own
 * @property {number} warmUp how many windows are sent before. Requests of one connection would not do: V8 takes what
 *   one object alone has for constant, and compiles anew when there is a second one
 * @property {number} [windows] how many are counted; the median is the result. V8 compiles on the thread that is
 *   counted, and what falls into one window without the collector may fall into the next with it. So does a garbage
 *   collection.
 */

/**
 * @param {Counted} counted
 * @param {import('../suite').Context} context
 * @returns {Promise<import('../suite').Measured>}
 */
async function countRequests ({ command, env, requests, warmUp, count, windows = 1 }, context) {
  const { configuration, node, directory, signal, quick } = context
  const counter = `${directory}/counter`
  const service = await startService(countedCommand([node, ...compilesSoon(node), ...command], counter), {
    cwd: directory,
    env: {
      ...context.env,
      ...statisticsEnv(directory),
      NODE_OPTIONS: nodeOptions(configuration),
      NODE_ENV: 'production',
      ...env
    },
    signal,
    // QEMU 7.2 dies of a segmentation fault when a signal reaches Node.js in it.
    endsWith: 'input'
  })
  const share = quick ? 20 : 1
  const inWindow = Math.ceil(count / share)
  let failed = 0
  for (let window = 0; window < warmUp; window++) failed += await send(service.port, requests, inWindow)
  const counts = []
  for (let window = 0; window < windows; window++) {
    const before = readCounter(counter)
    failed += await send(service.port, requests, inWindow)
    counts.push(readCounter(counter) - before)
  }
  const { exitCode, stderr } = await service.end()
  if (exitCode !== 0 || failed > 0) {
    const discarded = `exit code ${exitCode}, ${failed} requests not answered with 2xx`
    return { metrics: {}, discarded, details: { stderr: stderr.slice(-1000) } }
  }
  const metrics = { instructionsPerRequest: median(counts) / inWindow / 1000 }
  return withStatistics({ metrics }, stderr, context)
}

/**
 * Sends one request after the other. How many of several connections are ready at once, and are served together, would
 * depend on the machine's other work.
 *
 * @param {number} port
 * @param {Request[]} requests
 * @param {number} count
 * @returns {Promise<number>} how many of them failed
 */
async function send (port, requests, count) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let failed = 0
  for (let sent = 0; sent < count; sent++) {
    const status = await statusOf(port, requests[sent % requests.length], agent)
    if (status < 200 || status > 299) failed++
  }
  agent.destroy()
  return failed
}

/**
 * @param {number} port
 * @param {Request} request
 * @param {http.Agent} agent
 * @returns {Promise<number>} 0 if there was no answer
 */
function statusOf (port, { method, path, body, headers }, agent) {
  return new Promise(resolve => {
    http
      .request({ host: '127.0.0.1', port, method, path, headers, agent }, response => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      })
      .on('error', () => resolve(0))
      .end(body)
  })
}

module.exports = { countRequests }
