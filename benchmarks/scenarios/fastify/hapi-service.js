'use strict'
// An order service on hapi with some ordinary answers and some handled errors.

const { createRequire } = require('node:module')

const { serve } = require('../../lab/service/serve')
const { findOrder } = require('../programs/orders')

const Hapi = createRequire(__filename)('@hapi/hapi')

const server = Hapi.server({ port: 0, host: '127.0.0.1', debug: false })
server.route({
  method: 'GET',
  path: '/orders/{id}',
  handler: (/** @type {any} */ request) => findOrder(Number(request.params.id))
})
server.route({
  method: 'GET',
  path: '/missing/{id}',
  async handler (/** @type {any} */ request, /** @type {any} */ h) {
    try {
      return await findOrder(-Number(request.params.id))
    } catch (error) {
      return h.response({ message: /** @type {Error} */ (error).message }).code(404)
    }
  }
})

server.start().then(() => serve(server.listener))
