'use strict'
// The conclusions of the report come from the rows.

const fs = require('node:fs')
const path = require('node:path')

const t = require('tap')

const { overviewPage } = require('../../benchmarks/lab/report/overview')
const { allTargetRows } = require('../../benchmarks/lab/report/suite-page')
const { FEWEST_ROUNDS, LOOKS } = require('../../benchmarks/lab/conclusions/stats')
const { summarize } = require('../../benchmarks/lab/conclusions/summary')
const { readAllRows } = require('../../benchmarks/lab/rows')
const { textsWithFigures } = require('../../benchmarks/lab/report/texts')
const { suite } = require('../../benchmarks/scenarios')
const { environment, rounds } = require('../helpers/measured')

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
  rounds(8, () =>
    ['off', 'off-again', 'on-demand'].map(configuration => ({
      scenario: 'missing product',
      node,
      configuration,
      metrics: { exitMs: configuration === 'on-demand' ? 5 + moreMs : 5 }
    }))
  )

t.test('what was missed comes first, each question with its picture and a sentence', async t => {
  const page = overviewPage([
    reported('soak', []),
    reported('checkout', [...exits('20', 30), ...exits('22', 0), ...exits('24', 20)])
  ])
  const text = page.replaceAll(/\s+/g, ' ')
  t.match(page, '![examples/checkout: milliseconds later to exit than without](../assets/benchmarks/checkout-exit.svg)')
  t.match(
    text,
    '`examples/checkout`, later: 20.0 ms (30.0 ms on 20, [0.0 ms] on 22; wanted at most 25 ms: **missed** in 1 of 3, ' +
      '**met** in 2 of 3)'
  )
  t.ok(page.indexOf('How much later does a real') < page.indexOf('Does memory grow'))
  t.match(page, 'Not measured yet: `npm run bench -- soak`.')
  t.match(text, 'targets 2 are met, 1 are missed, and 0 are not decided.')
  t.match(text, 'Rows of 2026-11-23, **older than the code**.')
  t.match(text, /Measured on virtual machines that others share: .*, \d+ cores \(`checkout`\)\. ## /)
  t.same(page.split('\n').filter(line => line.replaceAll(/\]\([^)]*\)/g, ']').length > 120), [])
})

t.test('benchmarks/README.md says when a measurement ends', async t => {
  const text = fs.readFileSync(path.join(__dirname, '..', '..', 'benchmarks', 'README.md'), 'utf8')
  const looks = `${LOOKS.slice(0, -1).join(', ')} and ${LOOKS.at(-1)}`
  t.match(text, `A scenario without a target has ${FEWEST_ROUNDS} rounds. After ${looks} rounds`)
})

t.test('the page is short', async t => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'benchmarks.md'), 'utf8')
  t.ok(page.split(/\s+/).length <= 1200)
})

t.test('the deaths of a suite that counts are added up', async t => {
  const kind = { before: 'a new place', flow: 'sync' }
  const cell = { ...kind, runs: 9, throwing: 9, callers: 9, recalled: 8, wrong: 1, otherwise: 0 }
  const runs = rounds(2, () => [{ configuration: 'on-demand', details: { perSecond: 60, cells: [cell] } }])
  const text = overviewPage([reported('recall', runs)]).replaceAll('\n', ' ')
  t.match(text, 'With all variables: 16 of 18 crashes beside 60 errors a second; with a wrong variable: 2 of 18.')
})

t.test('what README.md shows is what the rows give', async t => {
  for (const { file, text } of textsWithFigures(readAllRows())) {
    t.equal(fs.readFileSync(path.join(__dirname, '..', '..', file), 'utf8'), text, file)
  }
})

t.test('the page says how fast the machine was', async t => {
  const runs = rounds(8, () =>
    ['off', 'off-again', 'on-demand'].map(configuration => ({
      scenario: 'node -e 0',
      node: '24',
      configuration,
      metrics: { wallMs: configuration === 'on-demand' ? 45 : 38.6 }
    }))
  )
  const text = overviewPage([reported('start', runs)]).replaceAll(/\s+/g, ' ')
  t.match(text, '`node -e 0` by itself took 39 ms where `start` was measured.')
})

t.test('figures of other versions of Node.js stand beside it only if they are of the same machine', async t => {
  const page = (/** @type {string} */ cpu) => {
    const found = reported('checkout', [...exits('20', 30), ...exits('24', 20)])
    const other = { ...environment({ suite: 'checkout' }), session: 'other', cpu }
    const runs = found.runs.map(each => (each.node === '20' ? { ...each, session: 'other' } : each))
    return overviewPage([{ ...found, runs, environments: [...found.environments, other] }])
  }
  t.match(page(environment({ suite: 'checkout' }).cpu), '(30.0 ms on 20; wanted')
  t.match(page('another').replaceAll('\n', ' '), 'later: 20.0 ms (wanted at most 25 ms')
})
