'use strict'
// The benchmark lab draws only conclusions that its numbers support.

const t = require('tap')
const { quantile } = require('../../benchmarks/lab/quantile')
const { FEWEST_ROUNDS, estimate, estimateOfPairs } = require('../../benchmarks/lab/conclusions/stats')
const { interval } = require('../../benchmarks/lab/report/table')
const { againstTarget, noiseOf, verdict } = require('../../benchmarks/lab/conclusions/verdict')

const of = (/** @type {number} */ median, /** @type {number} */ low, /** @type {number} */ high, count = 15) => ({
  median,
  low,
  high,
  count,
  least: low,
  most: high
})

const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index + 1)

t.test('a median with its interval', async t => {
  t.same(estimate([]), { median: NaN, low: NaN, high: NaN, count: 0, least: NaN, most: NaN })
  t.same(
    estimate([1, 2, 3, 4, 5, 6, 7]),
    { median: 4, low: NaN, high: NaN, count: 7, least: 1, most: 7 },
    'none of seven, whose range misses the median in more than 1 %'
  )
  t.match(estimate([5, 5, 5, 5, 5, 5, 5, 5]), { median: 5, low: 5, high: 5, count: FEWEST_ROUNDS })
  t.match(estimate(upTo(8)), { low: 1, high: 8 })
  t.match(estimate(upTo(15)), { low: 3, high: 13 }, 'as tables of the sign test have it for 1 %')
  t.same(estimate([...upTo(40)].reverse()), estimate(upTo(40)), 'in whatever order')
  t.equal(quantile([4, 1, 3, 2], 0.5), 2.5)
})

t.test('the median of comparisons, which may take each as far above it as below', async t => {
  t.match(estimateOfPairs(upTo(7)), { median: 4, low: NaN, high: NaN })
  t.match(estimateOfPairs(upTo(8)), { low: 1, high: 8 })
  // Tables of Wilcoxon's signed-rank test have 7 for 12 samples, 15 for 15 and 27 for 18, two-sided, 1 %.
  t.match(estimateOfPairs(upTo(12)), { median: 6.5, low: 3, high: 10 })
  t.same(estimateOfPairs([3, 1, 2, 9, 8, 7, 5, 4]), estimateOfPairs([1, 2, 3, 4, 5, 7, 8, 9]), 'in whatever order')
  const { low, high } = estimateOfPairs([...upTo(17), 1000])
  t.ok(high - low < 14, 'an outlier counts for little', { low, high })
})

t.test('of ten looks at nothing at most one in a hundred finds something', async t => {
  // A generator of its own, so that the test is the same each time.
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  let wrong = 0
  for (let i = 0; i < 2000; i++) {
    const { low, high } = estimateOfPairs(Array.from({ length: 12 }, () => random() + random() - 1))
    if (low > 0 || high < 0) wrong++
  }
  t.ok(wrong <= 30, `${wrong} of 2000`)
})

t.test('as printed', async t => {
  t.equal(interval(undefined), '')
  t.equal(interval(estimate([1, 2, 3])), '2.000 (n = 3)')
  t.equal(interval(of(1, 0.98, 1.03)), '1.000 (0.980 to 1.030)')
  t.equal(interval(of(1, 0.98, 1.03), 2, 15), '1.00 (0.98 to 1.03)')
  t.equal(interval(of(1, 0.98, 1.03, 8), 2, 15), '1.00 (0.98 to 1.03), n = 8', 'of fewer rounds than its row')
})

t.test('inside the noise nothing is concluded', async t => {
  const { floor, bias } = noiseOf(of(1, 0.98, 1.03), 1)
  t.equal(Math.round(floor * 1000), 30, 'the farther end')
  t.equal(bias, 0, 'its interval holds what it should')
  t.equal(noiseOf(of(1.03, 1.01, 1.05), 1).bias.toFixed(3), '0.010')
  t.equal(noiseOf(of(-3, -5, -2), 0).bias, 2)
  t.ok(Number.isNaN(noiseOf(undefined, 1).floor))
  t.ok(Number.isNaN(noiseOf(estimate([1, 1, 1, 1, 1, 1, 1]), 1).floor), 'seven rounds have no interval')
  t.equal(verdict(of(1.2, 1.1, 1.3), floor, 1).text, 'more')
  t.equal(verdict(of(0.8, 0.7, 0.9), floor, 1).text, 'less')
  t.equal(verdict(of(1.2, 0.9, 1.3), floor, 1).text, 'no difference shown')
  t.equal(verdict(of(1.02, 1.01, 1.03), floor, 1).text, 'within noise')
  t.equal(verdict(of(1.2, 1.1, 1.3, 8), floor, 1).text, 'more')
  t.equal(verdict(of(1.2, 1.1, 1.3, 7), floor, 1).text, 'too few rounds')
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
  const against = (/** @type {import('../../benchmarks/lab/conclusions/stats').Estimate} */ measured, bias = 0) =>
    againstTarget(measured, 1.02, bias)
  t.equal(against(of(1.0, 0.99, 1.01)), 'met')
  t.equal(against(of(1.0, 0.99, 1.02)), 'met', 'the target itself is still good')
  t.equal(against(of(1.0, 0.99, 1.021)), 'not decided: the interval holds the target')
  t.equal(against(of(1.03, 1.02, 1.05)), 'not decided: the interval holds the target')
  t.equal(against(of(1.03, 1.021, 1.05)), 'missed')
  t.equal(against(of(1.0, 0.99, 1.01), NaN), 'not decided: noise floor not measured')
  t.equal(against(of(1.0, 0.99, 1.01, 8)), 'met')
  t.equal(against(of(1.0, 0.99, 1.01, 7)), 'not decided: too few rounds')
  t.equal(against(estimate([])), 'not measured')
})

t.test('what a comparison of equals was wrong widens the interval', async t => {
  const against = (/** @type {number} */ low, /** @type {number} */ high) =>
    againstTarget(of((low + high) / 2, low, high), 1.02, 0.01)
  t.equal(against(0.99, 1.01), 'met')
  t.equal(against(0.99, 1.011), 'not decided: the interval holds the target')
  t.equal(against(1.03, 1.05), 'not decided: the interval holds the target')
  t.equal(against(1.031, 1.05), 'missed')
})

t.test('a plain value against its target', async t => {
  t.equal(againstTarget(of(800, 780, 890), 900), 'met')
  t.equal(againstTarget(of(800, 780, 910), 900), 'not decided: the interval holds the target')
  t.equal(againstTarget(of(950, 910, 990), 900), 'missed')
  t.equal(againstTarget(of(800, 780, 890, 2), 900), 'not decided: too few rounds')
})
