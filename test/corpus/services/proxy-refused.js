'use strict'
// https://github.com/http-party/node-http-proxy/issues/1286: the target of a proxy is gone, and nothing listens to errors
// of the proxy.
// FACT /ECONNREFUSED/ what failed
// FACT /127\.0\.0\.1:1\b|port: 1\b/ the address
// FACT /GET \/api\/cart\/9\?full=1/ the request that was passed on
// FACT /'basket-eu'/ which upstream
// FACT /target/ that the address is the target of the proxy
const proxy = require('http-proxy').createProxyServer({})
const serve = require('./helper/serve')
const UPSTREAMS = { cart: { name: 'basket-eu', target: 'http://127.0.0.1:1' } }
function forward (request, response, upstream, ...done) {
  proxy.web(request, response, { target: upstream.target }, ...done)
}
function handle (request, body, response) {
  forward(request, response, UPSTREAMS.cart)
  return new Promise(() => {})
}
serve({
  handle,
  guarded: (request, body, response) => {
    if (request.url === '/health') return 'up'
    return new Promise((resolve, reject) => { forward(request, response, UPSTREAMS.cart, reject) })
  },
  good: { path: '/health' },
  failing: { path: '/api/cart/1' },
  fatal: { path: '/api/cart/9?full=1' }
})
