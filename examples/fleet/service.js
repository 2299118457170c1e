'use strict'
// One of twenty services: it works on one request and dies of it. `node service.js <service> <number of the request>
// <release>`; the collector is preloaded.

const crashCollector = require('../..')
const { HANDLERS } = require('./handlers')

const [, , service, text, release] = process.argv
const number = Number(text)

crashCollector.annotate('service', service)
crashCollector.annotate('release', release)

const names = Object.keys(HANDLERS)
const start = [...service].reduce((sum, character) => sum + character.charCodeAt(0), 0)
const turn = start + number + Math.floor(number / 20)
const handler = HANDLERS[names[turn % names.length]]

const request = {
  id: `${service}-${number}`,
  customer: { id: number % 11, country: number % 2 === 0 ? 'AT' : 'PT' },
  lines: [{ sku: 'tea', count: 1 + (number % 4) }],
  // The new release forgets the coupon.
  coupon: release === '2.4.0' ? undefined : { rate: 0.1 }
}

// As in a server, the call stack begins in the event loop.
setImmediate(() => handler(request))
