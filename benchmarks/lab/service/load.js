'use strict'
// Puts a service under one load by autocannon, and measures parts of the load.

const { once } = require('node:events')
const { createRequire } = require('node:module')
const { setTimeout: sleep } = require('node:timers/promises')

const { cpuMsOfGroup } = require('../process/process-group')
const { quantile } = require('../quantile')

/** How soon autocannon ends after it is told to, in ms. */
const SAMPLE_MS = 100
/** Additional seconds before autocannon ends by itself, for machines on which timers are late. */
const GRACE_SECONDS = 60
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** @typedef {import('node:events').EventEmitter & PromiseLike<unknown> & { stop: () => void }} RunningLoad */
/** @typedef {{ errors: number, non2xx: number, bytes: number, latenciesMs: number[] }} Answers */
/** @typedef {import('../suite').Measured} Measured */

/**
 * @typedef {object} Load
 * @property {number} connections
 * @property {number} [pipelining]
 * @property {number} seconds
 * @property {number} [warmUpSeconds] duration of the load before the measurement; its requests per second become a
 *   metric of their own
 * @property {{ method: string, path: string, body?: string, headers?: Record<string, string> }[]} requests sent in
 *   turn; each connection begins at another one
 * @property {number} non2xx share of answers that must have another status than 2xx
 */

/**
 * @param {Pick<import('./service').Service, 'port' | 'pid'>} service
 * @param {Load} wanted
 * @param {boolean} quick
 * @param {() => Promise<unknown>} [atEnd]
 * @returns {Promise<Measured>}
 */
async function load (service, wanted, quick, atEnd) {
  const seconds = [...(wanted.warmUpSeconds === undefined ? [] : [wanted.warmUpSeconds]), wanted.seconds]
  const parts = await loadInParts(
    service,
    wanted,
    seconds.map(part => (quick ? Math.min(part, 1) : part)),
    atEnd
  )
  const measured = parts[parts.length - 1]
  const first = parts.length > 1 ? parts[0].metrics.requestsPerSecond : undefined
  return first === undefined || measured.discarded !== undefined
    ? measured
    : { ...measured, metrics: { ...measured.metrics, firstRequestsPerSecond: first } }
}

/**
 * Measures parts of one load. The parts can't be separate loads: at the end of a load, connections break while requests
 * are under way, the service makes errors from that, and a collector captures these errors. A caller that wants none of
 * these errors ends the service in `atEnd`.
 *
 * @param {Pick<import('./service').Service, 'port' | 'pid'>} service
 * @param {Omit<Load, 'seconds' | 'warmUpSeconds'>} load
 * @param {number[]} seconds duration of each part
 * @param {() => Promise<unknown>} [atEnd] called after the last part, still under load
 * @returns {Promise<Measured[]>}
 */
async function loadInParts (
  { port, pid },
  { connections, pipelining = 1, requests, non2xx },
  seconds,
  atEnd = async () => {}
) {
  /** @type {(options: object) => RunningLoad} */
  const autocannon = createRequire(__filename)('autocannon')
  let connection = 0
  let answers = noAnswers()
  const running = autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    pipelining,
    duration: seconds.reduce((sum, part) => sum + part, GRACE_SECONDS),
    sampleInt: SAMPLE_MS,
    requests,
    // setRequests() could rotate the list, but autocannon rejects it for clients that pipeline, even here, before any
    // request is sent.
    setupClient (/** @type {{ requestIterator: { nextRequest: () => void } }} */ { requestIterator }) {
      for (let left = firstRequest(connection++, requests.length); left > 0; left--) requestIterator.nextRequest()
    }
  })
  running.on('reqError', () => {
    answers.errors++
  })
  running.on(
    'response',
    (
      /** @type {unknown} */ _client,
      /** @type {number} */ status,
      /** @type {number} */ bytes,
      /** @type {number} */ ms
    ) => {
      if (status < 200 || status > 299) answers.non2xx++
      answers.bytes += bytes
      answers.latenciesMs.push(ms)
    }
  )
  await once(running, 'start')
  /** @type {Measured[]} */
  const measured = []
  for (const part of seconds) {
    answers = noAnswers()
    const cpuMsBefore = cpuMsOfGroup(pid)
    const begin = performance.now()
    await sleep(part * 1000)
    const partSeconds = (performance.now() - begin) / 1000
    const cpuMsAfter = cpuMsOfGroup(pid)
    measured.push(
      measuredFrom(
        answers,
        non2xx,
        partSeconds,
        cpuMsBefore === null || cpuMsAfter === null ? null : cpuMsAfter - cpuMsBefore
      )
    )
  }
  await atEnd()
  running.stop()
  await running
  return measured
}

/** @returns {Answers} */
function noAnswers () {
  return { errors: 0, non2xx: 0, bytes: 0, latenciesMs: [] }
}

/**
 * @param {Answers} answers
 * @param {number} wantedNon2xx
 * @param {number} seconds
 * @param {number | null} cpuMs CPU time of the service
 * @returns {Measured}
 */
function measuredFrom ({ errors, non2xx, bytes, latenciesMs }, wantedNon2xx, seconds, cpuMs) {
  const requests = latenciesMs.length
  if (errors > 0 || requests === 0 || !isAsWanted(non2xx / requests, wantedNon2xx)) {
    return { metrics: {}, discarded: `${errors} errors, ${non2xx} of ${requests} not answered with 2xx` }
  }
  return {
    metrics: {
      requestsPerSecond: requests / seconds,
      p50Ms: quantile(latenciesMs, 0.5),
      p99Ms: quantile(latenciesMs, 0.99),
      ...spreadOf(latenciesMs),
      throughputMb: bytes / seconds / 1e6,
      ...(cpuMs === null ? {} : { cpuPerRequestUs: (cpuMs * 1000) / requests })
    },
    details: { requests, non2xx }
  }
}

/**
 * @param {number[]} latenciesMs at least one
 * @returns {Record<string, number>} average, standard deviation and maximum, as autocannon's tables have them
 */
function spreadOf (latenciesMs) {
  const averageMs = latenciesMs.reduce((sum, ms) => sum + ms, 0) / latenciesMs.length
  const variance = latenciesMs.reduce((sum, ms) => sum + (ms - averageMs) ** 2, 0) / latenciesMs.length
  return { averageMs, stdevMs: Math.sqrt(variance), maxMs: latenciesMs.reduce((most, ms) => Math.max(most, ms), 0) }
}

/**
 * The first requests are spread over the list, and neighbours are far apart. Otherwise, since some connections are
 * served sooner than others, a request that stands once in the list could be sent all the time.
 *
 * @param {number} connection from 0
 * @param {number} requests
 * @returns {number} index of the request with which the connection begins
 */
function firstRequest (connection, requests) {
  return Math.floor(((connection * GOLDEN_RATIO) % 1) * requests)
}

/**
 * @param {number} share of the answers
 * @param {number} wanted
 * @returns {boolean}
 */
function isAsWanted (share, wanted) {
  return share >= wanted / 2 && share <= wanted * 2
}

module.exports = { firstRequest, isAsWanted, load, loadInParts, measuredFrom }
