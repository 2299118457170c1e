'use strict'
// The offer of all broken carriers if they were sound: one train in the morning.

const { fare } = require('../../fares')
const { ask } = require('../../network')
const { kilometres } = require('../../stations')
const { clock } = require('../clock')

const LEAVES = 9 * 60 + 15

/**
 * @param {import('..').Search} search
 * @returns {Promise<import('..').Offer[]>}
 */
function answer ({ origin, destination }) {
  const distance = kilometres(origin, destination)
  return new Promise(resolve =>
    ask(
      () => JSON.stringify({ cents: fare(distance, 11), minutes: Math.round(distance / 2) }),
      body => resolve([offerOf(JSON.parse(body))])
    )
  )
}

/**
 * @param {{ cents: number, minutes: number }} train
 * @returns {import('..').Offer}
 */
function offerOf ({ cents, minutes }) {
  return { carrier: 'broken', departure: clock(LEAVES), arrival: clock(LEAVES + minutes), minutes, cents }
}

module.exports = { answer }
