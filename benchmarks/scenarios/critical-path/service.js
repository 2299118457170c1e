'use strict'
// Serves the handlers: service.js <express | fastify>. `GET /recorded` answers with 200 if this request has a path.

const http = require('node:http')
const { createRequire } = require('node:module')

const { serve } = require('../../lab/service/serve')
const { handlers } = require('./handlers')

const fromHere = createRequire(__filename)
const { COLLECTOR } = process.env

/** @returns {number} a status */
function recorded () {
  // Without the preload, this would start a collector.
  const path = COLLECTOR === undefined ? null : fromHere(COLLECTOR).executionPath()
  return path !== null && path.steps.length > 0 ? 200 : 404
}

if (process.argv[2] === 'express') {
  const app = fromHere('express')()
  for (const [name, handler] of Object.entries(handlers)) {
    app.get(`/${name}`, async (/** @type {any} */ request, /** @type {any} */ response) => {
      response.json(await handler({ n: Number(request.query.n) }))
    })
  }
  app.get('/recorded', (/** @type {any} */ _, /** @type {any} */ response) => response.sendStatus(recorded()))
  serve(http.createServer(app))
} else {
  const app = fromHere('fastify')()
  for (const [name, handler] of Object.entries(handlers)) {
    app.get(`/${name}`, async (/** @type {any} */ request) => handler({ n: Number(request.query.n) }))
  }
  app.get('/recorded', (/** @type {any} */ _, /** @type {any} */ reply) => reply.status(recorded()).send())
  app.listen({ port: 0, host: '127.0.0.1' }).then(() => serve(app.server))
}
