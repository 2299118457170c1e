'use strict'
// GET /search?origin=…&destination=…&date=…: the trains of all carriers.

const http = require('node:http')

const { names } = require('./carriers')
const { connect } = require('./messaging')
const { settings } = require('./settings')
const { validateSearch } = require('./validate-search')

const { searchCarriers } = settings.usePipeline ? require('./search-pipeline') : require('./search-carriers')
const carriers = new Map(names.map(name => [name, connect(name)]))

/**
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 */
async function handle (request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
  if (request.method !== 'GET' || pathname !== '/search') {
    return send(response, 404, { problems: ['GET /search is all there is'] })
  }
  const { search, problems } = validateSearch(searchParams)
  if (search === null) return send(response, 400, { problems })
  send(response, 200, await searchCarriers(carriers, search))
}

/**
 * @param {http.ServerResponse} response
 * @param {number} status
 * @param {object} body
 */
function send (response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const server = http.createServer((request, response) => {
  handle(request, response).catch(error => {
    console.error(error)
    send(response, 500, { problems: ['this service has failed'] })
  })
})

server.listen(settings.port, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`listening on port ${port}`)
})

process.once('SIGTERM', () => {
  for (const carrier of carriers.values()) carrier.close()
  process.exit(0)
})
