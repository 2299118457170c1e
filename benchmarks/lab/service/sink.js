'use strict'
// Receives the requests that peers send to error services, so that they are measured with their delivery and the
// delivered data can be read.

const http = require('node:http')
const { once } = require('node:events')
const { gunzipSync } = require('node:zlib')

/**
 * @returns {Promise<{ port: number, bodies: string[], bytes: () => number, close: () => void }>}
 */
async function openSink () {
  /** @type {string[]} */
  const bodies = []
  let bytes = 0
  const server = http.createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = []
    request
      .on('data', chunk => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks)
        bytes += body.length
        bodies.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
        response.setHeader('content-type', 'application/json')
        response.end('{"err":0,"result":{"uuid":"1"},"id":"1"}')
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    port,
    bodies,
    bytes: () => bytes,
    close () {
      server.close()
      server.closeAllConnections()
    }
  }
}

module.exports = { openSink }
