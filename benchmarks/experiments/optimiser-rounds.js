'use strict'
// node benchmarks/experiments/optimiser-rounds.js [--seconds=N]: three rounds of load on a service of which V8 tells
// what it optimises and deoptimises (--trace-opt --trace-deopt): first on express, v1, then with the router changed for
// fastify's, v2; without crash-collector and with it.

const path = require('node:path')

const { configuration } = require('../lab/configurations')
const { markdown } = require('../lab/report/table')
const { parseTraces } = require('../scenarios/http/traces')
const { SIDES, cannon, withService } = require('./with-service')

const ROUTER = path.join(__dirname, '..', 'scenarios', 'http', 'router-service.js')
const VERSIONS = [['v1', 'express'], ['v2', 'fastify']]
const ROUNDS = [1, 2, 3]
const PATH = '/api/v1/resource-50/17'

async function main () {
  const rows = []
  for (const [version, framework] of VERSIONS) {
    for (const side of SIDES) {
      const command = ['--trace-opt', '--trace-deopt', ROUTER, framework]
      const { result, ended } = await withService({ command, side }, async service => {
        const rates = []
        while (rates.length < ROUNDS.length) {
          const load = { url: `http://127.0.0.1:${service.port}${PATH}`, connections: 10 }
          rates.push((await cannon(service, load)).requests.total)
        }
        return rates
      })
      const { optimised, deoptimised } = parseTraces(ended.stdout)
      const deoptimisations = Object.values(deoptimised).reduce((sum, count) => sum + count, 0)
      const counts = [...result, optimised.length, deoptimisations].map(count => count.toLocaleString('en'))
      rows.push([`${version} (${framework})`, configuration(side).label, ...counts])
    }
  }
  const head = ['Service', '', ...ROUNDS.map(round => `requests, round ${round}`), 'optimised', 'deoptimisations']
  console.log(markdown(head, rows))
}

main()
