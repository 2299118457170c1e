'use strict'
// node benchmarks/experiments/coverage.js [rounds]: `ab -n 100 -c 10` from a cold start on examples/critical-path:
// without anything, with NODE_V8_COVERAGE set, with V8's coverage written for each request; and with crash-collector,
// which keeps the path of each request in memory. Medians of the rounds (3).

const { execFileSync } = require('node:child_process')
const path = require('node:path')

const { installedPackage } = require('../lab/configurations/installed')
const { REPOSITORY } = require('../lab/environment')
const { median } = require('../lab/quantile')
const { markdown, number } = require('../lab/report/table')
const { withService } = require('./with-service')

const SERVER = path.join(REPOSITORY, 'examples', 'critical-path', 'server.js')
const EACH_REQUEST = path.join(__dirname, '..', 'peers', 'coverage-each-request.js')
const LINES = {
  'Time taken for tests (s)': /^Time taken for tests: +([\d.]+)/m,
  'Requests per second': /^Requests per second: +([\d.]+)/m,
  'Time per request (ms)': /^Time per request: +([\d.]+) \[ms\] \(mean\)/m
}

/** @type {{ name: string, side: string, args: string[], env: Record<string, string> }[]} */
const COLUMNS = [
  { name: 'No tracing', side: 'off', args: [], env: {} },
  { name: 'NODE_V8_COVERAGE set', side: 'off', args: [], env: { NODE_V8_COVERAGE: 'coverage' } },
  {
    name: 'coverage write',
    side: 'off',
    args: ['--require', EACH_REQUEST],
    env: { NODE_V8_COVERAGE: 'coverage' }
  },
  { name: 'crash-collector', side: 'on-demand', args: [], env: {} },
  {
    name: 'crash-collector, path of each request',
    side: 'on-demand',
    args: [],
    env: { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }
  }
]

/** @param {typeof COLUMNS[0]} column @returns {Promise<number[]>} */
async function measure ({ side, args, env }) {
  // The example asks for the collector by its name.
  const NODE_PATH = path.dirname(installedPackage())
  const service = { command: [...args, SERVER], side, env: { NODE_PATH, ...env } }
  const { result } = await withService(service, async ({ port }) => {
    const printed = execFileSync('ab', ['-q', '-n', '100', '-c', '10', `http://127.0.0.1:${port}/search`], {
      encoding: 'utf8'
    })
    if (!/^Failed requests: +0$/m.test(printed) && /Non-2xx/.test(printed)) throw new Error(printed)
    return Object.values(LINES).map(line => Number(line.exec(printed)?.[1]))
  })
  return result
}

async function main () {
  const rounds = Number(process.argv[2] ?? 3)
  /** @type {number[][][]} */
  const measured = COLUMNS.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, column] of COLUMNS.entries()) measured[index].push(await measure(column))
  }
  console.log(
    markdown(
      ['metric', ...COLUMNS.map(({ name }) => name)],
      Object.keys(LINES).map((name, line) => [name, ...measured.map(of => number(median(of.map(row => row[line]))))])
    )
  )
}

main().catch(error => {
  console.error(error.code === 'ENOENT' ? 'ab is not to be had here: apt-get install apache2-utils' : error)
  process.exitCode = 1
})
