'use strict'
// The request of an HTTP client has the text of its head in `_header`, which is not documented.
// Worked around in lib/capture/process-state/http-requests.js and lib/capture/process-state/events.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const http = require('node:http')

const request = http.request({ host: '127.0.0.1', port: 1, path: '/path' }).on('error', () => {})
request.end()
const head = Reflect.get(request, '_header')
assert.match(`${head}`, /^GET \/path HTTP/, 'it is not there: http-requests.js must find the head elsewhere')
