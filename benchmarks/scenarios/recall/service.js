'use strict'
// A service of 60 routes that handles its errors until a request kills it: service.js <flow> <modules> <heap in MB>
// `?fails=` names the kind of error that a route meets. /handled visits the place of the fatal error, and /fatal dies
// there.

const http = require('node:http')

const { serve } = require('../../lab/service/serve')
const { fillHeap } = require('../capture-cost/heap')
const { loadScripts } = require('../capture-cost/scripts')
const { CLOSED_PORT, KINDS } = require('./kinds')
const { PLACES } = require('./places')
const { makeRoutes } = require('./routes')

/**
 * @param {http.ServerResponse} response
 * @param {() => unknown} work
 */
async function answer (response, work) {
  try {
    response.end(JSON.stringify(await work()))
  } catch (error) {
    response.statusCode = 500
    response.end(String(error))
  }
}

/** @param {string} flow @param {number} modules @param {number} heapMb */
function main (flow, modules, heapMb) {
  const held = [loadScripts(modules), fillHeap(heapMb)]
  const routes = makeRoutes()
  const { handled, fatal } = PLACES[flow]
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const id = searchParams.get('id') ?? ''
    // The place is called directly from the request handler, as in an application.
    if (pathname === '/fatal') return fatal(id)
    if (pathname === '/handled') return answer(response, () => handled(id))
    const order = { id, lines: ['tea', 'cup'], closedPort: CLOSED_PORT }
    const fail = KINDS[searchParams.get('fails') ?? '']
    return answer(response, () => routes.get(pathname)?.(order, fail) ?? held.length)
  })
  // Otherwise the server would close idle connections at the moment when the client sends the next request.
  server.keepAliveTimeout = 0
  serve(server)
}

const [flow, modules, heapMb] = process.argv.slice(2)
main(flow, Number(modules), Number(heapMb))
