'use strict'
// The `constructor` of an error that Node.js makes for several failed connections is an accessor.
// Worked around in lib/capture/values/read-error.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const net = require('node:net')

process.exitCode = 1 // until it was seen
const addresses = ['127.0.0.1', '127.0.0.2'].map(address => ({ address, family: 4 }))
const socket = net.connect({
  host: 'host',
  port: 1,
  autoSelectFamily: true,
  lookup: (_, options, done) => done(null, addresses)
})
socket.on('error', error => {
  assert.equal(error.name, 'AggregateError')
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(error), 'constructor') ?? {}
  assert.equal(typeof get, 'function', 'it is a data property: nameOf() need not ask errors for their name')
  process.exitCode = 0
})
