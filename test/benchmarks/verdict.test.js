'use strict'
// The benchmark lab draws only conclusions that its numbers support.

const t = require('tap')
const { quantile } = require('../../benchmarks/lab/quantile')
const { FEWEST_ROUNDS, estimate } = require('../../benchmarks/lab/conclusions/stats')
const { interval } = require('../../benchmarks/lab/report/table')
const { againstTarget, noiseFloor, verdict } = require('../../benchmarks/lab/conclusions/verdict')

const of = (/** @type {number} */ median, /** @type {number} */ low, /** @type {number} */ high, count = 15) => ({
  median,
  low,
  high,
  count,
  least: low,
  most: high
})

t.test('a median with its interval', async t => {
  t.same(estimate([]), { median: NaN, low: NaN, high: NaN, count: 0, least: NaN, most: NaN })
  t.same(estimate([1, 2, 3, 4, 5]), { median: 3, low: NaN, high: NaN, count: 5, least: 1, most: 5 }, 'none of five')
  t.match(estimate([5, 5, 5, 5, 5, 5]), { median: 5, low: 5, high: 5, count: FEWEST_ROUNDS })
  const values = Array.from({ length: 101 }, (_, i) => i)
  const { median, low, high } = estimate(values)
  t.equal(median, 50)
  t.ok(low > 30 && low < 50 && high > 50 && high < 70, 'about 10 to each side', { low, high })
  t.same(estimate([...values].reverse()), estimate(values), 'in whatever order')
  const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index + 1)
  t.match(estimate(upTo(15)), { low: 4, high: 12 }, 'which holds the true median in 96 % of all cases')
  t.match(estimate(upTo(6)), { low: 1.5, high: 5.5 })
  t.equal(quantile([4, 1, 3, 2], 0.5), 2.5)
})

t.test('as printed', async t => {
  t.equal(interval(undefined), '')
  t.equal(interval(estimate([1, 2, 3])), '2.000 (n = 3)')
  t.equal(interval(of(1, 0.98, 1.03)), '1.000 (0.980 to 1.030)')
  t.equal(interval(of(1, 0.98, 1.03), 2, 15), '1.00 (0.98 to 1.03)')
  t.equal(interval(of(1, 0.98, 1.03, 8), 2, 15), '1.00 (0.98 to 1.03), n = 8', 'of fewer rounds than its row')
})

t.test('inside the noise nothing is concluded', async t => {
  const floor = noiseFloor(of(1, 0.98, 1.03), 1)
  t.equal(Math.round(floor * 1000), 30, 'the farther end')
  t.ok(Number.isNaN(noiseFloor(undefined, 1)))
  t.ok(Number.isNaN(noiseFloor(estimate([1, 1, 1, 1, 1]), 1)), 'five rounds have no interval')
  t.equal(verdict(of(1.2, 1.1, 1.3), floor, 1).text, 'more')
  t.equal(verdict(of(0.8, 0.7, 0.9), floor, 1).text, 'less')
  t.equal(verdict(of(1.2, 0.9, 1.3), floor, 1).text, 'no difference shown')
  t.equal(verdict(of(1.02, 1.01, 1.03), floor, 1).text, 'within noise')
  t.equal(verdict(of(1.2, 1.1, 1.3, 6), floor, 1).text, 'more')
  t.equal(verdict(of(1.2, 1.1, 1.3, 5), floor, 1).text, 'too few rounds')
  t.equal(verdict(of(1.2, 1.1, 1.3), NaN, 1).text, 'noise floor not measured')
  t.equal(
    verdict(of(3, 1.2, 4, 5), floor, 1).text,
    'more, in each of 5 rounds',
    'the nearest is more than five floors away'
  )
  t.equal(verdict(of(0.5, 0.4, 0.8, 3), floor, 1).text, 'less, in each of 3 rounds')
  t.equal(verdict(of(3, 1.2, 4, 2), floor, 1).text, 'too few rounds')
  t.equal(verdict(of(3, 0.5, 4, 5), floor, 1).text, 'too few rounds', 'not in each')
  t.equal(verdict(of(3, 1.2, 4, 5), NaN, 1).text, 'too few rounds')
})

t.test('a target is met or missed by the whole interval', async t => {
  const against = (/** @type {import('../../benchmarks/lab/conclusions/stats').Estimate} */ measured, floor = 0.015) =>
    againstTarget(measured, 1.02, { floor, neutral: 1 })
  t.equal(against(of(1.0, 0.99, 1.01)), 'met')
  t.equal(against(of(1.0, 0.99, 1.02)), 'met', 'the target itself is still good')
  t.equal(against(of(1.0, 0.99, 1.021)), 'not decided: the interval holds the target')
  t.equal(against(of(1.03, 1.02, 1.05)), 'not decided: the interval holds the target')
  t.equal(against(of(1.03, 1.021, 1.05)), 'missed')
  t.equal(against(of(1.0, 0.99, 1.01), NaN), 'not decided: noise floor not measured')
  t.equal(against(of(1.0, 0.99, 1.01, 6)), 'met')
  t.equal(against(of(1.0, 0.99, 1.01, 5)), 'not decided: too few rounds')
  t.equal(against(estimate([])), 'not measured')
})

t.test('noise that is larger than the margin neither grants a target nor excuses a large miss', async t => {
  const against = (/** @type {number} */ low, /** @type {number} */ high) =>
    againstTarget(of((low + high) / 2, low, high), 1.02, { floor: 0.034, neutral: 1 })
  t.equal(against(0.99, 1.01), 'not decided: noise floor 0.034 over a margin of 0.020', 'it would be met')
  t.equal(against(1.03, 1.05), 'not decided: noise floor 0.034 over a margin of 0.020', 'it would be missed')
  t.equal(against(1.053, 1.1), 'not decided: noise floor 0.034 over a margin of 0.020')
  t.equal(against(1.055, 1.1), 'missed', 'beyond by more than the noise')
  t.equal(against(0.9, 0.985), 'met', 'on the right side by more than the noise')
  t.equal(against(0.9, 0.987), 'not decided: noise floor 0.034 over a margin of 0.020')
})

t.test('a plain value against its target', async t => {
  t.equal(againstTarget(of(800, 780, 890), 900), 'met')
  t.equal(againstTarget(of(800, 780, 910), 900), 'not decided: the interval holds the target')
  t.equal(againstTarget(of(950, 910, 990), 900), 'missed')
  t.equal(againstTarget(of(800, 780, 890, 2), 900), 'not decided: too few rounds')
})
