'use strict'
// node benchmarks/experiments/http.js [--seconds=N]: autocannon -c 100 on an express service, without and with
// crash-collector: hello, a view in development and in production, and POST of JSON and of a form. Its tables have
// average, standard deviation and maximum.

const path = require('node:path')

const { configuration } = require('../lab/configurations')
const { markdown, number } = require('../lab/report/table')
const { SIDES, cannon, withService } = require('./with-service')

const APP = path.join(__dirname, '..', 'scenarios', 'http', 'express-app.js')

const EXPERIMENTS = [
  { what: 'hello', url: '/hello', mode: 'production' },
  { what: 'view, development', url: '/view', mode: 'development' },
  { what: 'view, production', url: '/view', mode: 'production' },
  {
    what: 'POST of JSON',
    url: '/echo',
    mode: 'production',
    post: { headers: { 'content-type': 'application/json' }, body: '{ "hello": "world" }' }
  },
  {
    what: 'POST of a form',
    url: '/echo',
    mode: 'production',
    post: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'hello=world' }
  }
]

async function main () {
  for (const { what, url, mode, post } of EXPERIMENTS) {
    for (const side of SIDES) {
      const { result } = await withService({ command: [APP], side, env: { NODE_ENV: mode } }, service =>
        cannon(service, { url: `http://127.0.0.1:${service.port}${url}`, ...(post && { method: 'POST', ...post }) })
      )
      console.log(`\n${what}, ${configuration(side).label}\n`)
      console.log(tableOf(result))
    }
  }
}

/** @param {any} result of autocannon @returns {string} */
function tableOf ({ latency, requests, throughput, duration, non2xx, errors }) {
  const row = (/** @type {string} */ name, /** @type {any} */ { average, stddev, max }, /** @type {number} */ per) => [
    name,
    ...[average, stddev, max].map(value => number(value / per))
  ]
  return (
    markdown(
      ['Stat', 'Avg', 'Stdev', 'Max'],
      [row('Latency (ms)', latency, 1), row('Req/Sec', requests, 1), row('MB/Sec', throughput, 1e6)]
    ) + `\n\n${requests.total} requests in ${duration} s, ${non2xx + errors} failed`
  )
}

main()
