'use strict'
// A service of 60 routes that handles its errors until a request kills it: service.js <flow> <modules> <heap in MB>
// `?fails=` names the kind of the error that a route is to meet. /handled visits the place of the fatal error, /fatal
// dies there.

const http = require('node:http')

const { serve } = require('../../lab/serve')
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
    // As a handler of an application: nothing stands between the request and the place.
    if (pathname === '/fatal') return fatal(id)
    if (pathname === '/handled') return answer(response, () => handled(id))
    const order = { id, lines: ['tea', 'cup'], closedPort: CLOSED_PORT }
    const fail = KINDS[searchParams.get('fails') ?? '']
    return answer(response, () => routes.get(pathname)?.(order, fail) ?? held.length)
  })
  // Else it closes connections that are idle, just when the client sends the next request.
  server.keepAliveTimeout = 0
  serve(server)
}

const [flow, modules, heapMb] = process.argv.slice(2)
main(flow, Number(modules), Number(heapMb))
