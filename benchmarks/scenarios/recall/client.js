'use strict'
// Sends requests to the service at a fixed rate, and at last the one that kills it.

const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')

const { KINDS } = require('./kinds')
const { makeRoutes } = require('./routes')

/** How often the service met the place of its fatal error before: never, once in the middle, at every other error. */
const BEFORE = { NEW: 'a new place', ONCE: 'a place seen once', OFTEN: 'a place that fails often' }

const PATHS = [...makeRoutes().keys()]
const NAMES = Object.keys(KINDS)

/**
 * @typedef {object} Wanted
 * @property {string} id id of the fatal request; earlier requests append a number to it
 * @property {number} seconds
 * @property {number} perSecond requests per second
 * @property {number} every one of this many requests fails
 * @property {string} before a value of BEFORE
 */

/**
 * @param {Wanted} wanted
 * @returns {{ path: string, fails: boolean }[]} all requests but the fatal one
 */
function requestsOf ({ id, seconds, perSecond, every, before }) {
  const count = seconds * perSecond
  let failed = 0
  const requests = Array.from({ length: count }, (_, index) => {
    const route = `${PATHS[index % PATHS.length]}?id=${id}.${index}`
    // The last failing request is not the last of all, so that it is not directly before the fatal one.
    if (index % every !== Math.floor(every / 2)) return { path: route, fails: false }
    failed++
    if (before === BEFORE.OFTEN && failed % 2 === 0) return { path: `/handled?id=${id}.${index}`, fails: true }
    return { path: `${route}&fails=${encodeURIComponent(NAMES[failed % NAMES.length])}`, fails: true }
  })
  if (before === BEFORE.ONCE) requests[count >> 1] = { path: `/handled?id=${id}.${count >> 1}`, fails: true }
  return requests
}

/**
 * @param {import('../../lab/service/service').Service} service
 * @param {Wanted} wanted
 * @returns {Promise<{ failed: number, unexpected: number }>} resolves after all requests and the fatal one; unexpected:
 *   number of answers with a wrong status
 */
async function drive ({ port }, wanted) {
  const agent = new http.Agent({ keepAlive: true })
  const requests = requestsOf(wanted)
  const begin = performance.now()
  /** @type {Promise<number | null>[]} */
  const answers = []
  for (const [index, { path }] of requests.entries()) {
    const early = begin + (index * 1000) / wanted.perSecond - performance.now()
    if (early > 0) await sleep(early)
    answers.push(ask(port, path, agent))
  }
  const statuses = await Promise.all(answers)
  await ask(port, `/fatal?id=${wanted.id}`, agent)
  agent.destroy()
  return {
    failed: requests.filter(({ fails }) => fails).length,
    unexpected: requests.filter(({ fails }, index) => statuses[index] !== (fails ? 500 : 200)).length
  }
}

/**
 * @param {number} port
 * @param {string} path
 * @param {http.Agent} agent
 * @returns {Promise<number | null>} status; null if the connection broke
 */
function ask (port, path, agent) {
  return new Promise(resolve => {
    http
      .get({ host: '127.0.0.1', port, path, agent }, response => {
        response
          .resume()
          .on('end', () => resolve(response.statusCode ?? null))
          .on('error', () => resolve(null))
      })
      .on('error', () => resolve(null))
  })
}

module.exports = { BEFORE, drive, requestsOf }
