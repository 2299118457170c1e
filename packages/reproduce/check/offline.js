'use strict'
// Keeps a process, and those of Node.js that it starts, from the network: a check of a crash must not talk to a live
// service of this machine, which the code of the dump would take for that of the dead process. A connection fails as
// when a service is down, and is written down. Addons and programs that are no Node.js are not kept from it.
//
// It is required before anything else (NODE_OPTIONS), so it needs nothing but its neighbour.

const dgram = require('node:dgram')
const dns = require('node:dns')
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const net = require('node:net')
const { targetName, targetOf } = require('./target-of')

const LOG = process.env.CRASH_COLLECTOR_CONNECTIONS_LOG ?? ''

/** @param {string} target */
function refused (target) {
  try {
    fs.appendFileSync(LOG, `${target}\n`)
  } catch {} // without the log only the message is missing
  const message = `connect ECONNREFUSED ${target} (offline while a crash is checked; --network lets it through)`
  return Object.assign(new Error(message), { code: 'ECONNREFUSED', syscall: 'connect' })
}

/** Servers of this process, which its own code may reach. @type {Set<net.Server>} */
const own = new Set()
const { listen } = net.Server.prototype
net.Server.prototype.listen = function (/** @type {any[]} */ ...args) {
  own.add(this)
  return Reflect.apply(listen, this, args)
}

/** @param {{ port?: unknown, path?: unknown }} target path: null from node:http */
function isOwn ({ port, path }) {
  return [...own].some(server => {
    const address = server.address()
    if (address === null) return false
    return typeof address === 'string' ? address === path : (path ?? '') === '' && address.port === Number(port)
  })
}

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (/** @type {any[]} */ ...args) {
  const target = targetOf(args)
  if (isOwn(target)) return Reflect.apply(connect, this, args)
  const error = refused(targetName(target))
  process.nextTick(() => this.destroy(error))
  return this
}

for (const method of /** @type {const} */ (['send', 'connect'])) {
  Reflect.set(dgram.Socket.prototype, method, /** @this {dgram.Socket} @param {any[]} args */ function (...args) {
    const error = refused('by UDP')
    const callback = args.at(-1)
    process.nextTick(() => (typeof callback === 'function' ? callback(error) : this.emit('error', error)))
  })
}

/**
 * A server of this process looks up the address at which it listens.
 * @param {string} name of a function of node:dns
 * @param {unknown} host
 */
function isHere (name, host) {
  return name === 'lookup' && (host === 'localhost' || net.isIP(String(host)) !== 0)
}

for (const holder of [dns, dns.Resolver.prototype]) {
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(holder))) {
    if (!/^(?:lookup|resolve|reverse)/.test(name)) continue
    const original = Reflect.get(holder, name)
    Reflect.set(holder, name, (/** @type {unknown} */ host, /** @type {any[]} */ ...rest) => {
      if (isHere(name, host)) return original(host, ...rest)
      const error = refused(String(host))
      process.nextTick(() => rest.at(-1)(error))
    })
  }
}
for (const holder of [dns.promises, dns.promises.Resolver.prototype]) {
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(holder))) {
    if (!/^(?:lookup|resolve|reverse)/.test(name)) continue
    const original = Reflect.get(holder, name)
    Reflect.set(holder, name, async (/** @type {unknown} */ host, /** @type {any[]} */ ...rest) => {
      if (isHere(name, host)) return original(host, ...rest)
      throw refused(String(host))
    })
  }
}
syncBuiltinESMExports()
