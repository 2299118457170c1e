'use strict'
// An emitter has its listeners in `_events`, and the socket of an HTTP client has the request that it is used for in
// `_httpMessage`. Neither is documented.
// Worked around in src/snapshot/values_at_hand.cc and src/report/survived_errors.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { EventEmitter } = require('node:events')
const http = require('node:http')

const listener = () => {}
const emitter = new EventEmitter().on('one', listener).on('more', listener).on('more', listener)
const { one, more } = Reflect.get(emitter, '_events')
process.exitCode = 1 // until it was seen
const request = http.request({ host: '127.0.0.1', port: 1 }).on('error', () => {})
request.on('socket', socket => {
  const isKnown = one === listener && more[1] === listener && Reflect.get(socket, '_httpMessage') === request
  assert.ok(isKnown, 'they are not there: AddListeners() of values_at_hand.cc must find listeners elsewhere')
  process.exitCode = 0
})
request.end()
