'use strict'
// Applications that spend their time finding the route.

const { createRequire } = require('node:module')

const requirePackage = createRequire(__filename)
const ROUTES = 100

function expressApp () {
  const app = requirePackage('express')()
  for (let i = 0; i < ROUTES; i++) {
    app.get(`/api/v1/resource-${i}/:id`, (/** @type {any} */ request, /** @type {any} */ response) => {
      response.json({ id: request.params.id, route: i })
    })
  }
  return app
}

function fastifyApp () {
  const app = requirePackage('fastify')()
  for (let i = 0; i < ROUTES; i++) {
    app.get(`/api/v1/resource-${i}/:id`, (/** @type {any} */ request) => ({ id: request.params.id, route: i }))
  }
  return app
}

module.exports = { expressApp, fastifyApp }
