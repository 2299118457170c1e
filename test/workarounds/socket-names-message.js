'use strict'
// A socket of node:http has the message that it is used for in `_httpMessage`: the response of a server, the request of
// a client.
// Worked around in lib/capture/async-tasks/operations.js, lib/capture/process-state/http-requests.js and
// lib/fallback/suspended/promises-at-hand.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const http = require('node:http')

process.exitCode = 1 // until it was seen
/** @param {unknown} socket */
const messageOf = socket => Reflect.get(Object(socket), '_httpMessage')
const server = http.createServer((incoming, response) => {
  const seen = [messageOf(incoming.socket), messageOf(request.socket)]
  response.end()
  server.close()
  assert.ok(seen[0] === response && seen[1] === request, 'it is not there: requestOf() must find it elsewhere')
  process.exitCode = 0
})
/** @type {http.ClientRequest} */
let request
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  request = http.get({ host: '127.0.0.1', port, agent: false })
})
