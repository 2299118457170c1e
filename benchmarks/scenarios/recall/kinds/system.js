'use strict'
// Errors that Node.js's own modules make later: files, names, sockets, requests, streams.

const dns = require('node:dns')
const { EventEmitter, once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const { PassThrough, Transform } = require('node:stream')
const { pipeline } = require('node:stream/promises')
const { setTimeout: sleep } = require('node:timers/promises')

/** @typedef {import('.').Order} Order */

/** @param {Order} order */
const missing = order => `/no/such/order/${order.id}`

/** @type {Record<string, (order: Order) => unknown>} */
module.exports = {
  'a missing file': order => fs.readFileSync(missing(order)),
  'a missing file, callback': order =>
    new Promise((resolve, reject) => {
      fs.readFile(missing(order), (error, text) => (error === null ? resolve(text) : reject(error)))
    }),
  'a missing file, fs.promises': order => fs.promises.readFile(missing(order)),
  'a name server that is away': order => {
    const resolver = new dns.promises.Resolver({ timeout: 100, tries: 1 })
    resolver.setServers([`127.0.0.1:${order.closedPort}`])
    return resolver.resolve4(`${order.id}.example`)
  },
  'a refused connection': order => once(net.connect(order.closedPort, '127.0.0.1'), 'connect'),
  'a refused request': order =>
    new Promise((resolve, reject) => {
      http.get({ host: '127.0.0.1', port: order.closedPort, agent: false }, resolve).on('error', reject)
    }),
  fetch: order => fetch(`http://127.0.0.1:${order.closedPort}/${order.id}`),
  'a stream': order => {
    const check = new Transform({
      transform: (_chunk, _encoding, callback) => callback(new Error(`chunk of ${order.id}`))
    })
    const input = new PassThrough()
    input.end(order.id)
    return pipeline(input, check, new PassThrough())
  },
  'an emitter': order => {
    const emitter = new EventEmitter()
    const failed = once(emitter, 'paid')
    emitter.emit('error', new Error(`payment of ${order.id}`))
    return failed
  },
  'an aborted wait': order => {
    const signal = AbortSignal.abort(new Error(`order ${order.id} was withdrawn`))
    return sleep(1000, order, { signal })
  }
}
