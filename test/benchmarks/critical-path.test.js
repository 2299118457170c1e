'use strict'
// The report puts the table of the suite critical-path into the page that people write.

const t = require('tap')

const { withTable } = require('../../benchmarks/lab/report/embedded')
const { summarize } = require('../../benchmarks/lab/conclusions/summary')
const { suite } = require('../../benchmarks/scenarios')
const { rounds } = require('../helpers/measured')

const { embedded, metrics } = suite('critical-path')
const table = embedded?.table ?? (() => '')

/** Requests per second by configuration; paths leave express fewer. @type {Record<string, number>} */
const REQUESTS = { off: 1000, 'off-again': 1000, paths: 950, 'paths-sampled': 990, 'coverage-each': 20 }

t.test('shares at ten connections', async t => {
  const runs = rounds(8, () =>
    ['express 5, a handler, 10', 'fastify 5, a handler, 10', 'express 5, a handler, 100'].flatMap(
      service =>
        Object.entries(REQUESTS).map(([configuration, usual]) => {
          const requestsPerSecond = configuration === 'paths' && service.startsWith('express') ? 900 : usual
          return {
            suite: 'critical-path',
            scenario: `${service} connections`,
            node: '24',
            configuration,
            metrics: { requestsPerSecond, cpuPerRequestUs: 1e6 / requestsPerSecond }
          }
        })
    )
  )
  const lines = table(summarize(runs, metrics)).split('\n')
  t.ok(lines.includes('| path of each request | 0.90 to 0.95 | 1.05 to 1.11 |'))
  t.ok(lines.includes('| path of 1 in 100 | 0.99 | 1.01 |'))
  t.ok(lines.includes("| V8's coverage, written for each request | 0.02 | 50.00 |"))
  t.equal(lines.length, 2 + Object.keys(REQUESTS).length - 1)
})

t.test('a page keeps what people wrote', async t => {
  const page = 'before\n\n<!-- The report writes what follows. -->\nold\n<!-- Until here. -->\n\nafter\n'
  const first = withTable(page, '| new |')
  t.equal(first, page.replace('old', '| new |'))
  t.equal(withTable(first, '| new |'), first)
  t.throws(() => withTable('before\n', '| new |'), /has no place/)
  t.match(table([]), /Not measured yet/)
})
