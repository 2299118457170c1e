'use strict'
// The endpoint that debuggers attach to: loopback only, Host and Origin checked, read-only.

const { randomUUID } = require('node:crypto')
const http = require('node:http')
const { WebSocketServer } = require('ws')
const { CrashCollectorError } = require('../../errors')
const { startSession } = require('./session')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {{ port: number, webSocketUrl: string, devtoolsUrl: string, close: () => Promise<void> }} ReplayServer */

const ADDRESS = '127.0.0.1'
/** No name but these: with any other a web page could reach here by a name that it makes point here. */
const HOST = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/
const ORIGIN = 'devtools://devtools'
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/**
 * @param {Dump} dump
 * @param {{ port?: number, allowFunctions?: boolean }} [options] port: 0 for any that is free; allowFunctions: see evaluate
 * @returns {Promise<ReplayServer>}
 * @throws {CrashCollectorError} PORT_UNAVAILABLE
 */
async function startReplayServer (dump, { port = 0, allowFunctions = false } = {}) {
  const id = randomUUID()
  const server = http.createServer((request, response) => {
    const refusal = refusalOf(request)
    const pathname = (request.url ?? '').split('?', 1)[0].replace(/\/$/, '')
    const known = refusal === null && request.method === 'GET' ? discovery(pathname, dump, id, boundPort(server)) : null
    response.writeHead(refusal !== null ? 403 : known === null ? 404 : 200, { 'Content-Type': known === null ? 'text/plain' : 'application/json; charset=UTF-8', 'Cache-Control': 'no-store' })
    response.end(refusal ?? (known === null ? 'not found\n' : `${JSON.stringify(known, null, 2)}\n`))
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {}) // the peer left
    if (refusalOf(request) !== null) return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    if (request.url !== `/${id}`) return socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) => {
      const receive = startSession(dump, { allowFunctions }, (text) => { if (client.readyState === client.OPEN) client.send(text) })
      client.on('error', () => {}) // a frame that is none: ws closes the connection, others stay
      client.on('message', (data) => receive(data.toString()))
    })
  })
  await listen(server, port)
  const address = `${ADDRESS}:${boundPort(server)}/${id}`
  return {
    port: boundPort(server),
    webSocketUrl: `ws://${address}`,
    devtoolsUrl: `devtools://devtools/bundled/js_app.html?ws=${address}`,
    close: () => new Promise((resolve) => {
      for (const client of sockets.clients) client.terminate()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
}

/**
 * @param {http.IncomingMessage} request
 * @returns {string|null} why it gets nothing
 */
function refusalOf ({ headers }) {
  if (!HOST.test(headers.host ?? '')) return 'Host is not a loopback address\n'
  return headers.origin === undefined || headers.origin === ORIGIN ? null : 'Origin is not a debugger\n'
}

/**
 * @param {http.Server} server
 * @param {number} port
 * @returns {Promise<void>}
 */
function listen (server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(new CrashCollectorError('PORT_UNAVAILABLE', `port ${port} can't be had: ${cause.message}`, { hint: 'name another with --port, or none for any that is free', cause })))
    server.listen(port, ADDRESS, () => resolve())
  })
}

/** @param {http.Server} server */
function boundPort (server) {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * @param {string} pathname
 * @param {Dump} dump
 * @param {string} id
 * @param {number} port
 */
function discovery (pathname, dump, id, port) {
  const address = `${ADDRESS}:${port}/${id}`
  if (pathname === '/json/version') return { Browser: `node.js/${dump.header.node}`, 'Protocol-Version': '1.1' }
  if (pathname !== '/json' && pathname !== '/json/list') return null
  return [{
    description: 'dead process, replayed by crash-collector',
    devtoolsFrontendUrl: `devtools://devtools/bundled/js_app.html?ws=${address}`,
    id,
    title: `dead process ${dump.header.pid}: ${(dump.exception?.description ?? dump.header.trigger).split('\n', 1)[0].slice(0, 200)}`,
    type: 'node',
    url: dump.callFrames[0]?.url ?? '',
    webSocketDebuggerUrl: `ws://${address}`
  }]
}

module.exports = { startReplayServer }
