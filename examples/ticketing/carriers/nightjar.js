'use strict'
// Night trains. Answers with columns, and with nulls where the timetable has none: on the way to Trieste there are
// works.

const { fare } = require('../fares')
const { ask } = require('../network')
const { kilometres } = require('../stations')
const { DAY, minutesOf } = require('./clock')

const CLOSED = 'Trieste'

/** @type {import('./index').Carrier} */
function search (search) {
  return new Promise(resolve =>
    ask(
      () => remote(search),
      body => resolve(offersOf(search, body))
    )
  )
}

/** @param {import('./index').Search} search */
function remote ({ origin, destination }) {
  const distance = kilometres(origin, destination)
  const closed = destination === CLOSED
  return JSON.stringify({
    columns: ['leaves', 'arrives', 'seat', 'bed'],
    rows: [[closed ? null : '21:40', '07:10', fare(distance, 6), fare(distance, 12)]]
  })
}

/**
 * @param {import('./index').Search} search
 * @param {string} body
 * @returns {import('./index').Offer[]}
 */
function offersOf (search, body) {
  /** @type {{ rows: [string, string, number, number][] }} */
  const { rows } = JSON.parse(body)
  return rows.flatMap(([leaves, arrives, seat, bed]) => {
    // When there is no departure nobody catches what this callback of the network throws.
    const minutes = minutesOf(arrives) + DAY - minutesOf(leaves) // CRASH
    return [seat, bed].map(cents => ({ carrier: 'nightjar', departure: leaves, arrival: arrives, minutes, cents }))
  })
}

module.exports = { search }
