'use strict'
// An order service on express with some ordinary answers and some handled errors.

const http = require('node:http')
const { createRequire } = require('node:module')

const { serve } = require('../../lab/service/serve')
const { findOrder } = require('./orders')

const express = createRequire(__filename)('express')

const app = express()
app.use(express.json())
app.get('/orders/:id', async (/** @type {any} */ request, /** @type {any} */ response) => {
  response.json(await findOrder(Number(request.params.id)))
})
app.get('/missing/:id', async (/** @type {any} */ request, /** @type {any} */ response) => {
  response.json(await findOrder(-Number(request.params.id)))
})
app.use(
  (/** @type {any} */ error, /** @type {any} */ _request, /** @type {any} */ response, /** @type {any} */ _next) => {
    response.status(error.statusCode ?? 500).json({ message: error.message })
  }
)

serve(http.createServer(app))
