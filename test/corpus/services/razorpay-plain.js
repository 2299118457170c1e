'use strict'
// https://github.com/razorpay/razorpay-node/issues/170: the client rejects with a plain object.
// FACT /BAD_REQUEST_ERROR/ its code
// FACT /statusCode: 400/ the status
// FACT /Order amount less than minimum/ what the service says
// FACT /amount +75\b|amount: 75\b/ the amount
// FACT /'rc-20931'/ which receipt
// FACT /\bopen\b/ the function that asked
const http = require('node:http')
const Razorpay = require('razorpay')
const serve = require('./helper/serve')
const client = new Razorpay({ key_id: 'rzp_test_1', key_secret: 'x' })
const REFUSED = { error: { code: 'BAD_REQUEST_ERROR', description: 'Order amount less than minimum', field: 'amount' } }
async function open (basket) {
  const amount = Math.round(basket.total * (1 - basket.discount))
  const order = await client.orders.create({ amount, currency: 'INR', receipt: basket.receipt })
  return { order, amount }
}
async function settle (basket) {
  const { order } = await open(basket)
  return order.id
}
async function handle (request, body) {
  const id = await settle({ receipt: body.receipt, total: body.total, discount: 0.95 })
  return id
}
http.createServer((request, response) => {
  let text = ''
  request.on('data', chunk => { text += chunk }).on('end', () => {
    const isRefused = JSON.parse(text).amount < 100
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isRefused ? REFUSED : { id: 'order_1' }))
  })
}).listen(0, '127.0.0.1', function () {
  client.api.rq.defaults.baseURL = `http://127.0.0.1:${this.address().port}`
  serve({
    handle,
    good: { method: 'POST', path: '/pay?1', body: { receipt: 'rc-1', total: 9000 } },
    failing: { method: 'POST', path: '/pay?2', body: { receipt: 'rc-2', total: 1000 } },
    fatal: { method: 'POST', path: '/pay?3', body: { receipt: 'rc-20931', total: 1500 } }
  })
})
