'use strict'
// node benchmarks/experiments/ticketing.js: `loadtest -c 10 -n 100` with the query of the published experiment on
// examples/ticketing: one process and child processes, each also with random delay and in the pipeline style, without
// and with crash-collector.

const path = require('node:path')

const { configuration } = require('../lab/configurations')
const { REPOSITORY } = require('../lab/environment')
const { markdown, number } = require('../lab/report/table')
const { SIDES, withService } = require('./with-service')

const SERVER = path.join(REPOSITORY, 'examples', 'ticketing', 'server.js')
const QUERY = '/search?origin=1000&destination=2000&date=%222022-09-01%22'
const PERCENTILES = ['50', '90', '95', '99']

/** @type {Record<string, Record<string, string>>} */
const VARIANTS = {
  '': {},
  ', random delay': { USE_RANDOM_DELAY: '1' },
  ', pipeline': { USE_PIPELINE: '1' }
}

async function main () {
  const { loadTest } = await import(/** @type {string} */ ('loadtest'))
  const rows = []
  for (const [what, settings] of Object.entries(VARIANTS)) {
    for (const children of ['', '1']) {
      for (const side of SIDES) {
        const env = { ...settings, USE_CHILD_PROCESSES: children }
        const { result } = await withService({ command: [SERVER], side, env }, ({ port }) =>
          loadTest({ url: `http://127.0.0.1:${port}${QUERY}`, maxRequests: 100, concurrency: 10, quiet: true })
        )
        rows.push([
          `${children === '' ? 'one process' : 'child processes'}${what}`,
          configuration(side).label,
          number(result.totalTimeSeconds),
          number(result.effectiveRps ?? result.rps, 0),
          number(result.meanLatencyMs, 0),
          ...[...PERCENTILES.map(percent => result.percentiles[percent]), result.maxLatencyMs].map(String),
          String(result.totalErrors)
        ])
      }
    }
  }
  const percents = [...PERCENTILES, '100'].map(percent => `${percent} %`)
  console.log(markdown(['Carriers', '', 'total s', '/s', 'mean ms', ...percents, 'errors'], rows))
}

main()
