'use strict'
// The tuned service: hello, a rendered view, and an echo of JSON or of a form.

const http = require('node:http')
const { createRequire } = require('node:module')
const path = require('node:path')

const { serve } = require('../../lab/service/serve')

const express = createRequire(__filename)('express')

const orders = Array.from({ length: 20 }, (_, index) => ({
  id: index,
  customer: `customer ${index}`,
  total: index * 1.25
}))

const app = express()
app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'pug')
app.use(express.json())
app.use(express.urlencoded({ extended: false }))
app.get('/hello', (/** @type {any} */ _request, /** @type {any} */ response) => {
  response.send('hello')
})
app.get('/view', (/** @type {any} */ _request, /** @type {any} */ response) => {
  response.render('orders', { title: 'Orders', orders })
})
app.post('/echo', (/** @type {any} */ request, /** @type {any} */ response) => {
  response.json(request.body)
})

serve(http.createServer(app))
