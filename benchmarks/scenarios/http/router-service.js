'use strict'
// A service whose work is finding the route: router-service.js <express | fastify>

const http = require('node:http')
const { createRequire } = require('node:module')

const { serve } = require('../../lab/serve')

const requirePackage = createRequire(__filename)
const ROUTES = 100

if (process.argv[2] === 'express') {
  const app = requirePackage('express')()
  for (let i = 0; i < ROUTES; i++) {
    app.get(`/api/v1/resource-${i}/:id`, (/** @type {any} */ request, /** @type {any} */ response) => { response.json({ id: request.params.id, route: i }) })
  }
  serve(http.createServer(app))
} else {
  const app = requirePackage('fastify')()
  for (let i = 0; i < ROUTES; i++) app.get(`/api/v1/resource-${i}/:id`, (/** @type {any} */ request) => ({ id: request.params.id, route: i }))
  app.listen({ port: 0, host: '127.0.0.1' }).then(() => serve(app.server))
}
