'use strict'
// Serves the requests of one program. Cold, the first request is the fatal one. Warm, hundreds have been answered
// before it, of which every third failed like it and was answered with 500.

const http = require('node:http')

/** @typedef {{ method?: string, path: string, body?: object }} Sent */

/** How many requests a warm service has answered. */
const WARM = 600

/**
 * @param {object} program
 * @param {(request: http.IncomingMessage, body: any, response: http.ServerResponse) => any} program.handle answers the
 *   fatal requests and, unless there is `guarded`, the others
 * @param {(request: http.IncomingMessage, body: any, response: http.ServerResponse) => any} [program.guarded]
 * @param {Sent} program.good
 * @param {Sent} program.failing
 * @param {Sent} program.fatal
 */
module.exports = function serve ({ handle, guarded = handle, good, failing, fatal }) {
  const server = http.createServer(async (request, response) => {
    const isFatal = request.url === fatal.path
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length === 0 ? undefined : JSON.parse(String(Buffer.concat(chunks)))
    if (isFatal) response.end(String(await handle(request, body, response)))
    else answer(guarded, request, body, response)
  })
  server.listen(0, '127.0.0.1', async () => {
    if (process.argv[2] === 'warm') {
      for (let i = 0; i < WARM; i++) await send(server, i % 3 === 2 ? failing : good)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    send(server, fatal)
  })
}

async function answer (handle, request, body, response) {
  try {
    response.end(String(await handle(request, body, response)))
  } catch (error) {
    response.statusCode = 500
    response.end(String(error?.message))
  }
}

/**
 * @param {http.Server} server
 * @param {Sent} sent
 */
function send (server, { method = 'GET', path, body }) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return new Promise(resolve => {
    const request = http.request({ host: '127.0.0.1', port, method, path }, response => {
      response.resume().on('end', resolve)
    })
    request.on('error', resolve).end(body === undefined ? undefined : JSON.stringify(body))
  })
}
