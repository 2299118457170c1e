'use strict'
// value: topic payload listener queue worker

const { mark } = require('../mark')

const { EventEmitter } = require('node:events')

const bus = new EventEmitter()
const queue = [mark('queue')]

bus.on('job', function listen (topic, payload) {
  const listener = mark('listener')
  throw new TypeError(`bad job ${[topic, payload, listener, queue].length}`)
})

function publish (worker) {
  bus.emit('job', mark('topic'), { body: mark('payload') })
  return worker
}

setTimeout(publish, 500, mark('worker'))
