'use strict'
// Sends searches to the service and counts their results.

const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')

const GOOD = [
  'Vienna&destination=Graz',
  'Hamburg&destination=Prague',
  'Berlin&destination=Vienna',
  'Graz&destination=Dresden',
  'Trieste&destination=Ljubljana'
].map(route => `/search?origin=${route}&date=2026-12-01`)
/** This search kills the process of the night train's carrier. */
const FATAL = '/search?origin=Vienna&destination=Trieste&date=2026-12-01'

/**
 * @typedef {{ outcome: 'complete' | 'degraded' | 'lost', ms: number }} Answered lost: no answer, or not the right
 *   answer to the search
 */

/**
 * @param {number} port
 * @param {string} path
 * @param {http.Agent} agent
 * @returns {Promise<Answered>}
 */
function ask (port, path, agent) {
  const begin = performance.now()
  const answered = (/** @type {Answered['outcome']} */ outcome) => ({ outcome, ms: performance.now() - begin })
  return new Promise(resolve => {
    http
      .get({ host: '127.0.0.1', port, path, agent }, response => {
        let body = ''
        response.setEncoding('utf8').on('data', text => {
          body += text
        })
        response.on('error', () => resolve(answered('lost')))
        response.on('end', () => resolve(answered(response.statusCode === 200 ? outcomeOf(body) : 'lost')))
      })
      .on('error', () => resolve(answered('lost')))
  })
}

/**
 * @param {string} body
 * @returns {Answered['outcome']}
 */
function outcomeOf (body) {
  const { complete, offers } = JSON.parse(body)
  if (complete) return offers.length === 12 ? 'complete' : 'lost'
  return offers.length > 0 ? 'degraded' : 'lost'
}

/**
 * Sends searches over several connections. Each connection sends the next search when it has the answer to the last.
 *
 * @param {number} port
 * @param {{ connections: number, searches: number }} load
 * @returns {Promise<{ answers: Answered[], ms: number }>}
 */
async function asFastAsAnswered (port, { connections, searches }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  /** @type {Answered[]} */
  const answers = []
  let sent = 0
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < searches) answers.push(await ask(port, GOOD[sent++ % GOOD.length], agent))
    })
  )
  const ms = performance.now() - begin
  agent.destroy()
  return { answers, ms }
}

/**
 * Sends searches at a fixed rate without waiting for answers, so that the losses show how long the service is down.
 *
 * @param {number} port
 * @param {{ perSecond: number, searches: number, fatalEvery: number }} load
 * @returns {Promise<{ answers: Answered[], fatal: number }>}
 */
async function atRate (port, { perSecond, searches, fatalEvery }) {
  // There is no keep-alive, because a search on a connection that died with the service would be lost for another
  // reason.
  const agent = new http.Agent({ keepAlive: false })
  const begin = performance.now()
  let fatal = 0
  /** @type {Promise<Answered>[]} */
  const answers = []
  for (let i = 0; i < searches; i++) {
    await sleep(Math.max(0, begin + (i * 1000) / perSecond - performance.now()))
    const kills = i % fatalEvery === Math.floor(fatalEvery / 2)
    if (kills) fatal++
    answers.push(ask(port, kills ? FATAL : GOOD[i % GOOD.length], agent))
  }
  return { answers: await Promise.all(answers), fatal }
}

module.exports = { asFastAsAnswered, atRate }
