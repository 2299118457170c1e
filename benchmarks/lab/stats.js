'use strict'
// Medians and bootstrap intervals. Random numbers are seeded, so that a report made twice from the same rows is the same.

/** An interval of the median of fewer can't reach 95 %: even the range of five samples holds it in 94 % of all cases only. */
const FEWEST_ROUNDS = 6

const RESAMPLES = 2000
const SEED = 0x2545f491

/**
 * @typedef {object} Estimate
 * @property {number} median
 * @property {number} low 2.5 % quantile of the bootstrapped medians; NaN with fewer samples than FEWEST_ROUNDS
 * @property {number} high 97.5 % quantile, likewise
 * @property {number} count of samples
 * @property {number} least of the samples
 * @property {number} most
 */

/**
 * @param {readonly number[]} sorted ascending
 * @param {number} share 0 to 1
 * @returns {number} interpolated; NaN when there are no samples
 */
function quantileOfSorted (sorted, share) {
  if (sorted.length === 0) return NaN
  const position = (sorted.length - 1) * share
  const below = Math.floor(position)
  const above = Math.ceil(position)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/**
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 * @returns {number}
 */
function quantile (values, share) {
  return quantileOfSorted([...values].sort((a, b) => a - b), share)
}

/**
 * @param {readonly number[]} values
 * @returns {number}
 */
function median (values) {
  return quantile(values, 0.5)
}

/**
 * The median with its 95 % interval. Bootstrapped, because timings on a shared machine are far from a normal distribution.
 *
 * @param {readonly number[]} values
 * @returns {Estimate}
 */
function estimate (values) {
  const range = { least: quantile(values, 0), most: quantile(values, 1) }
  if (values.length < FEWEST_ROUNDS) return { median: median(values), low: NaN, high: NaN, count: values.length, ...range }
  const random = xorshift(SEED)
  const medians = new Float64Array(RESAMPLES)
  const sample = new Float64Array(values.length)
  for (let i = 0; i < RESAMPLES; i++) {
    for (let j = 0; j < sample.length; j++) sample[j] = values[random() % values.length]
    sample.sort()
    medians[i] = quantileOfSorted(/** @type {number[]} */ (/** @type {unknown} */ (sample)), 0.5)
  }
  medians.sort()
  const sorted = Array.from(medians)
  return {
    median: median(values),
    low: quantileOfSorted(sorted, 0.025),
    high: quantileOfSorted(sorted, 0.975),
    count: values.length,
    ...range
  }
}

/**
 * Marsaglia's xorshift: enough for resampling, and the same on every machine.
 *
 * @param {number} seed
 * @returns {() => number} unsigned 32-bit integers
 */
function xorshift (seed) {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

module.exports = { FEWEST_ROUNDS, estimate, median, quantile }
