'use strict'
// The conclusions of the report come from the rows.

const t = require('tap')

const { overviewPage } = require('../../benchmarks/lab/report/overview')
const { allTargetRows } = require('../../benchmarks/lab/report/suite-page')
const { summarize } = require('../../benchmarks/lab/conclusions/summary')
const { suite } = require('../../benchmarks/scenarios')
const { environment, rounds, run } = require('../helpers/measured')

/** @typedef {import('../../benchmarks/lab/rows').RunRow} RunRow */

/**
 * @param {string} name
 * @param {RunRow[]} runs
 * @param {string} [date]
 * @returns {import('../../benchmarks/lab/report/overview').Reported}
 */
function reported (name, runs, date = '2026-11-23T00:00:00Z') {
  const one = suite(name)
  const lines = summarize(runs, one.metrics)
  const environments = runs.length === 0 ? [] : [environment({ suite: name, date })]
  return { suite: one, environments, runs, lines, targets: allTargetRows(one, lines, runs) }
}

/** @param {string} node @param {number} moreMs @returns {RunRow[]} of an exit that is so much later */
const exits = (node, moreMs) =>
  rounds(6, () =>
    ['off', 'off-again', 'on-demand'].map(configuration => ({
      scenario: 'missing product',
      node,
      configuration,
      metrics: { exitMs: configuration === 'on-demand' ? 5 + moreMs : 5 }
    }))
  )

t.test('a column for each Node.js, a line for what was missed or is missing', async t => {
  const page = overviewPage([
    reported('checkout', [...exits('20', 30), ...exits('22', 0), ...exits('24', 20)]),
    reported('soak', []),
    reported('graph', [run({ configuration: 'native', metrics: { ms: 1 } })], '2026-11-21T00:00:00Z')
  ])
  t.match(page, '| What | Node.js 20 | Node.js 22 | Node.js 24 | Wanted |')
  t.match(
    page,
    '| [`examples/checkout`: dies later](benchmarks/checkout.md) | 30.0 ms | (0.0 ms) | 20.0 ms | at most 25 ms |'
  )
  const text = page.replaceAll(/\s+/g, ' ')
  t.match(text, 'missing product: request to exit, wanted at most 25 ms: 30.0 (30.0 to 30.0) on Node.js 20')
  t.match(page, 'Of 3 targets 2 are met and 1 are missed.')
  t.match(page, 'Not measured yet: [Memory after a million captures](benchmarks/soak.md).')
  t.match(text, 'fallback: [The graph writer](benchmarks/graph.md).')
  t.same(page.split('\n').filter(line => line.length > 120 && !line.startsWith('|')), [])
})

t.test('the deaths of a suite that counts are added up', async t => {
  const cell = { before: 'a new place', flow: 'sync', runs: 9, throwing: 9, callers: 9, recalled: 8, wrong: 1 }
  const runs = rounds(2, () => [{ configuration: 'on-demand', details: { cells: [{ ...cell, otherwise: 0 }] } }])
  const page = overviewPage([reported('recall', runs)])
  t.match(page, '| [Fatal errors with all variables](benchmarks/recall.md) | 16 of 18 |')
})
