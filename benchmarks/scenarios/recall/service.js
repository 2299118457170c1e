'use strict'
// A service of 60 routes that asks itself, and handles its errors until one kills it:
// service.js <flow> <earlier visits of the place: a value of BEFORE> <errors a second> <seconds> <id>

const { CLOSED_PORT, KINDS } = require('./kinds')
const { BEFORE, PLACES } = require('./places')
const { makeRoutes } = require('./routes')

const TICK_MS = 5
const ROUTES = [...makeRoutes().values()]
const FAILURES = Object.values(KINDS)

/**
 * @param {string} before
 * @param {number} count of errors
 * @returns {(index: number) => boolean} true if that error is one of the place of the fatal one
 */
function visits (before, count) {
  const middle = count >> 1
  return index => (before === BEFORE.ONCE ? index === middle : before === BEFORE.OFTEN && index % 2 === 1)
}

/**
 * @param {string} flow
 * @param {string} before
 * @param {number} perSecond
 * @param {number} seconds
 * @param {string} id of the fatal request; each other one appends a number to it
 */
function main (flow, before, perSecond, seconds, id) {
  const { handled, fatal } = PLACES[flow]
  const isVisit = visits(before, perSecond * seconds)
  /** @param {number} index */
  const request = async index => {
    const own = `${id}.${index}`
    const order = { id: own, lines: ['tea', 'cup'], closedPort: CLOSED_PORT }
    try {
      await (isVisit(index) ? handled(own) : ROUTES[index % ROUTES.length](order, FAILURES[index % FAILURES.length]))
    } catch (error) {
      return String(error)
    }
  }
  const begin = performance.now()
  let made = 0
  // Errors that are due are made, each in a turn of its own as requests are, however late the timer was. They go on
  // while the fatal request is under way.
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - begin
    for (; made < (elapsedMs / 1000) * perSecond; made++) setImmediate(request, made)
    if (elapsedMs < seconds * 1000) return
    setImmediate(fatal, id)
    seconds = Infinity
  }, TICK_MS)
  // A service whose fatal error kills nobody ends otherwise than expected.
  setTimeout(() => clearInterval(timer), seconds * 1000 + 20_000)
}

const [flow, before, perSecond, seconds, id] = process.argv.slice(2)
main(flow, before, Number(perSecond), Number(seconds), id)
