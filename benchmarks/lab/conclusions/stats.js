'use strict'
// Computes medians and their intervals, for measurements that go on until they have an answer.

const { median } = require('../quantile')

/**
 * The numbers of rounds after which a measurement looks if it has an answer. Each look may err, so each interval errs
 * in one hundredth of all cases, and five looks together in one twentieth at most (Bonferroni).
 */
const LOOKS = [8, 12, 18, 27, 40]
const ERROR = 0.05 / LOOKS.length

/** With fewer rounds no interval errs as seldom: even the range of seven samples misses the median in 1.6 %. */
const FEWEST_ROUNDS = LOOKS[0]

/**
 * @typedef {object} Estimate
 * @property {number} median
 * @property {number} low lower end of the 99 % interval; NaN with fewer samples than FEWEST_ROUNDS
 * @property {number} high upper end, likewise
 * @property {number} count number of samples
 * @property {number} least smallest sample
 * @property {number} most largest sample
 */

/**
 * The median of plain values. Its interval reaches from one sample to another (the sign test), because timings on a
 * shared machine have no distribution that one could assume.
 *
 * @param {readonly number[]} values
 * @returns {Estimate}
 */
function estimate (values) {
  const sorted = [...values].sort((a, b) => a - b)
  return estimated(sorted, sorted, signTest(sorted.length))
}

/**
 * The median of comparisons within rounds. Before anybody looks, either side may have been the first and the slower, so
 * their differences are symmetric: then the means of all pairs of samples tell more than the samples do, as much as a
 * mean does, and outliers still count for little (Hodges and Lehmann; the interval is Wilcoxon's signed-rank test).
 *
 * @param {readonly number[]} values
 * @returns {Estimate}
 */
function estimateOfPairs (values) {
  const means = values.flatMap((one, index) => values.slice(index).map(other => (one + other) / 2))
  return estimated(values, means.sort((a, b) => a - b), signedRankTest(values.length))
}

/**
 * @param {readonly number[]} values
 * @param {readonly number[]} sorted numbers in whose middle the median is
 * @param {number} left how many of them the interval leaves out at each end
 * @returns {Estimate}
 */
function estimated (values, sorted, left) {
  const has = values.length >= FEWEST_ROUNDS
  return {
    median: median(sorted),
    low: has ? sorted[left] : NaN,
    high: has ? sorted[sorted.length - 1 - left] : NaN,
    count: values.length,
    least: values.length === 0 ? NaN : Math.min(...values),
    most: values.length === 0 ? NaN : Math.max(...values)
  }
}

/** @param {number} count of samples @returns {number} how many samples may lie outside of the interval, at each end */
function signTest (count) {
  return atEachEnd(Array.from({ length: count }).reduce(
    (/** @type {number[]} */ ways) => [...ways, 0].map((_, index) => (ways[index] ?? 0) + (ways[index - 1] ?? 0)),
    [1]
  ))
}

/** @param {number} count of samples @returns {number} how many means may lie outside of the interval, at each end */
function signedRankTest (count) {
  let ways = [1]
  for (let rank = 1; rank <= count; rank++) {
    ways = Array.from({ length: ways.length + rank }, (_, sum) => (ways[sum] ?? 0) + (ways[sum - rank] ?? 0))
  }
  return atEachEnd(ways)
}

/**
 * @param {number[]} ways in which a test's statistic can be 0, 1, 2 …
 * @returns {number} the largest value that it exceeds in all but half of ERROR of the cases; 0 if there is none
 */
function atEachEnd (ways) {
  const all = ways.reduce((sum, count) => sum + count, 0)
  let sum = 0
  for (const [value, count] of ways.entries()) {
    sum += count
    if (sum / all > ERROR / 2) return Math.max(0, value - 1)
  }
  return 0
}

module.exports = { FEWEST_ROUNDS, LOOKS, estimate, estimateOfPairs }
