'use strict'
// Slow trains. Answers with lines of departure; minutes; price, and decimal commas.

const { fare } = require('../fares')
const { ask } = require('../network')
const { kilometres } = require('../stations')
const { clock } = require('./clock')

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
function remote ({ origin, destination }) {
  const distance = kilometres(origin, destination)
  const price = (fare(distance, 9) / 100).toFixed(2).replace('.', ',')
  return [5, 8, 11, 14, 17, 20].map(hour => `${hour}.30;${Math.round(distance / 1.4)};${price}`).join('\n')
}

/**
 * @param {string} body
 * @returns {import('./index').Offer[]}
 */
function offersOf (body) {
  return body.split('\n').map(line => {
    const [departure, duration, price] = line.split(';')
    const [hours, minutes] = departure.split('.').map(Number)
    const start = hours * 60 + minutes
    return {
      carrier: 'local',
      departure: clock(start),
      arrival: clock(start + Number(duration)),
      minutes: Number(duration),
      cents: Math.round(Number(price.replace(',', '.')) * 100)
    }
  })
}

module.exports = { search }
