'use strict'
// A test that fails, because the fare of a long journey is cheaper than it says.

const assert = require('node:assert')
const { test } = require('node:test')
const { fare } = require('../fares')
const { kilometres } = require('../stations')

test('a long journey costs what its kilometres cost', () => {
  const journey = { origin: 'Vienna', destination: 'Trieste' }
  const distance = kilometres(journey.origin, journey.destination)
  const cents = fare(distance, 10)
  assert.equal(cents, 190 + distance * 10) // CRASH
})
