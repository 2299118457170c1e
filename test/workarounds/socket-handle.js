'use strict'
// `_handle` of a socket is an accessor of a property under a symbol, and so is `fd` of that handle, in C++.
// Worked around in lib/capture/process-state/timings.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const net = require('node:net')

/**
 * @param {any} object
 * @param {string} key
 */
function getterOf (object, key) {
  for (let holder = object; holder; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key)
    if (descriptor !== undefined) return descriptor.get
  }
}

process.exitCode = 1 // until it was seen
const server = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const socket = net.connect(port, '127.0.0.1', () => {
    const symbol = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'kHandle')
    const handle = symbol && Reflect.get(socket, symbol)
    const getters = [getterOf(socket, '_handle'), getterOf(handle, 'fd')]
    socket.destroy()
    server.close()
    assert.ok(!getters.includes(undefined), 'they are not: handleOf() and descriptorOf() may read data properties')
    process.exitCode = 0
  })
})
