'use strict'
// A small order service. It forgets to check that a product exists, and that a handler can fail.

const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')

const { catalog } = require('./catalog')
const { Order } = require('./order')

const payment = { provider: 'example-pay', apiKey: 'pk_4f9c2b7e81d05a63c4e7' }
/** @type {Map<number, { customer: string, total: number }>} */
const orders = new Map()

/** @param {http.IncomingMessage} request */
async function readJson (request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

/** @param {Order} order */
async function checkout (order) {
  const total = order.total()
  await charge(order, total)
  for (const { sku, quantity } of order.lines) catalog.get(sku).stock -= quantity
  return total
}

/**
 * @param {Order} order
 * @param {number} amount
 */
async function charge (order, amount) {
  await sleep(5) // the payment provider, with payment.apiKey
  return { provider: payment.provider, order: order.id, amount }
}

/**
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 */
async function handleOrder (request, response) {
  const startedAt = performance.now()
  const { customer, lines, coupon } = await readJson(request)
  const order = new Order(orders.size + 1, customer, lines, coupon)
  const total = await checkout(order)
  orders.set(order.id, { customer, total })
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: order.id, total, ms: Math.round(performance.now() - startedAt) }))
}

const server = http.createServer((request, response) => {
  handleOrder(request, response)
})

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on port ${server.address().port}`)
})
