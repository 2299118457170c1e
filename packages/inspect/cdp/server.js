'use strict'
// The HTTP and WebSocket server that debuggers attach to. It listens on loopback only, checks Host and Origin, and
// changes nothing.

const http = require('node:http')
const { WebSocketServer } = require('ws')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { startSession } = require('./session')
const { targetsOf } = require('./targets')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./targets').Target} Target */

/**
 * @typedef {object} ReplayServer
 * @property {number} port
 * @property {string} webSocketUrl of the dead process
 * @property {string} devtoolsUrl of the dead process
 * @property {{ title: string, webSocketUrl: string, devtoolsUrl: string }[]} others suspended functions, and other
 *   dumps of the process
 * @property {() => Promise<void>} close
 */

const ADDRESS = '127.0.0.1'
/** Other names are refused, because a web page could reach this server by a name that it makes resolve to loopback. */
const HOST = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/
const ORIGIN = 'devtools://devtools'
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/**
 * @param {Dump} dump
 * @param {{ port?: number, allowFunctions?: boolean, others?: Dump[] }} [options] port: 0 takes any free port;
 *   allowFunctions: as in evaluate(); others: other dumps of the same process
 * @returns {Promise<ReplayServer>}
 * @throws {CrashCollectorError} PORT_UNAVAILABLE
 */
async function startReplayServer (dump, { port = 0, allowFunctions = false, others = [] } = {}) {
  const targets = targetsOf(dump, others)
  const server = http.createServer((request, response) => {
    const refusal = refusalOf(request)
    const pathname = (request.url ?? '').split('?', 1)[0].replace(/\/$/, '')
    const known = refusal === null && request.method === 'GET' ? discovery(pathname, targets, boundPort(server)) : null
    response.writeHead(refusal !== null ? 403 : known === null ? 404 : 200, {
      'Content-Type': known === null ? 'text/plain' : 'application/json; charset=UTF-8',
      'Cache-Control': 'no-store'
    })
    response.end(refusal ?? (known === null ? 'not found\n' : `${JSON.stringify(known, null, 2)}\n`))
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {}) // the peer left
    if (refusalOf(request) !== null) return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    const target = targets.find(({ id }) => request.url === `/${id}`)
    if (target === undefined) return socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, client => {
      const { receive, end } = startSession(target, { allowFunctions }, text => sendTo(client, text))
      client.on('error', () => {}) // a malformed frame: ws closes this connection, the others stay
      client.on('close', end)
      // An event whose text exceeds V8's string length ends this connection only.
      client.on('message', data => {
        receive(data.toString()).catch(() => client.terminate())
      })
    })
  })
  await listen(server, port)
  const [main, ...rest] = targets.map(target => addressesOf(target, boundPort(server)))
  return {
    port: boundPort(server),
    webSocketUrl: main.webSocketUrl,
    devtoolsUrl: main.devtoolsUrl,
    others: rest,
    close: () =>
      new Promise(resolve => {
        for (const client of sockets.clients) client.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/**
 * @param {import('ws').WebSocket} client
 * @param {string} text
 * @returns {Promise<void>} resolves when the system has taken the text, or the connection is closed
 */
function sendTo (client, text) {
  return new Promise(resolve => {
    if (client.readyState !== client.OPEN) return resolve()
    client.send(text, () => resolve())
  })
}

/**
 * @param {http.IncomingMessage} request
 * @returns {string|null} the reason why the request is refused
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
    server.once('error', cause =>
      reject(
        new CrashCollectorError('PORT_UNAVAILABLE', `port ${port} is not available: ${cause.message}`, {
          hint: 'name another one with --port, or none for any free one',
          cause
        })
      )
    )
    server.listen(port, ADDRESS, () => resolve())
  })
}

/** @param {http.Server} server */
function boundPort (server) {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * @param {Target} target
 * @param {number} port
 */
function addressesOf ({ id, title }, port) {
  const address = `${ADDRESS}:${port}/${id}`
  return {
    title,
    webSocketUrl: `ws://${address}`,
    devtoolsUrl: `devtools://devtools/bundled/js_app.html?ws=${address}`
  }
}

/**
 * @param {string} pathname
 * @param {Target[]} targets
 * @param {number} port
 */
function discovery (pathname, targets, port) {
  if (pathname === '/json/version') {
    return { Browser: `node.js/${targets[0].dump.header.node}`, 'Protocol-Version': '1.1' }
  }
  if (pathname !== '/json' && pathname !== '/json/list') return null
  return targets.map(target => {
    const { title, webSocketUrl, devtoolsUrl } = addressesOf(target, port)
    return {
      description:
        target.task === null
          ? 'dead process, replayed by crash-collector'
          : 'suspended function of a dead process, replayed by crash-collector',
      devtoolsFrontendUrl: devtoolsUrl,
      id: target.id,
      title,
      type: 'node',
      url: target.url,
      webSocketDebuggerUrl: webSocketUrl
    }
  })
}

module.exports = { startReplayServer }
