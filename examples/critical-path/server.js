'use strict'
// A shop that answers each request with what it has executed for it.

const express = require('express')
const { rate } = require('./ratings')
const { executed } = require('./executed')
const { findProducts } = require('./products')

const app = express()

app.get('/search', async (request, response) => {
  const products = await findProducts(String(request.query.text ?? ''))
  if (request.query.sort === 'rating') {
    products.sort((a, b) => rate(b) - rate(a))
  } else {
    products.sort((a, b) => a.cents - b.cents)
  }
  response.json({ products: products.map(({ name }) => name), executed: executed() })
})

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on port ${server.address().port}`)
})
