'use strict'
// Writes down the connections of a process that may reach the network, so that one that does not come to its end can be
// said to wait for a service that is down. It changes none of them.
//
// It is required before anything else (NODE_OPTIONS), so it needs nothing but its neighbour.

const { errorMonitor } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const { targetName, targetOf } = require('./target-of')

const LOG = process.env.CRASH_COLLECTOR_CONNECTIONS_LOG ?? ''

/** @param {string} target @param {string} state */
function note (target, state) {
  try {
    fs.appendFileSync(LOG, `${state} ${target}\n`)
  } catch {} // without the log nothing is said
}

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (/** @type {any[]} */ ...args) {
  const target = targetName(targetOf(args))
  note(target, 'begun')
  this.once('connect', () => note(target, 'connected'))
  // A listener on `error` itself would keep the process from dying of it.
  const failed = (/** @type {NodeJS.ErrnoException | undefined} */ error) => note(target, error?.code ?? 'failed')
  this.once(/** @type {any} */ (errorMonitor), failed)
  return Reflect.apply(connect, this, args)
}
