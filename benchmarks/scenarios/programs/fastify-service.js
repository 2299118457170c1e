'use strict'
// An order service on fastify with some ordinary answers and some handled errors.

const { createRequire } = require('node:module')

const { serve } = require('../../lab/service/serve')
const { findOrder } = require('./orders')

const app = createRequire(__filename)('fastify')()
app.get('/orders/:id', (/** @type {any} */ request) => findOrder(Number(request.params.id)))
app.get('/missing/:id', (/** @type {any} */ request) => findOrder(-Number(request.params.id)))

app.listen({ port: 0, host: '127.0.0.1' }).then(() => serve(app.server))
