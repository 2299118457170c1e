'use strict'
// Fast trains. Answers with JSON.

const { fare } = require('../fares')
const { ask } = require('../network')
const { kilometres } = require('../stations')
const { clock, minutesOf } = require('./clock')

/** @type {import('./index').Carrier} */
function search (search) {
  return new Promise(resolve =>
    ask(
      () => remote(search),
      body => resolve(offersOf(body))
    )
  )
}

/** @param {import('./index').Search} search */
function remote ({ origin, destination, date }) {
  const distance = kilometres(origin, destination)
  const price = fare(distance, 14)
  const connections = [7, 11, 15, 19].map(hour => ({
    dep: clock(hour * 60 + 4),
    arr: clock(hour * 60 + 4 + distance / 3),
    fare: { amount: price, currency: 'EUR', valid: date }
  }))
  return JSON.stringify({ status: 'ok', from: origin, to: destination, connections })
}

/**
 * @param {string} body
 * @returns {import('./index').Offer[]}
 */
function offersOf (body) {
  /** @type {{ connections: { dep: string, arr: string, fare: { amount: number } }[] }} */
  const { connections } = JSON.parse(body)
  return connections.map(({ dep, arr, fare }) => ({
    carrier: 'arrow',
    departure: dep,
    arrival: arr,
    minutes: (minutesOf(arr) - minutesOf(dep) + 1440) % 1440,
    cents: fare.amount
  }))
}

module.exports = { search }
