'use strict'
// Computes medians and quantiles, by which the many measurements of a run become the one value in its row.

/**
 * @param {readonly number[]} sorted ascending
 * @param {number} share 0 to 1
 * @returns {number} interpolated; NaN if there are no samples
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

module.exports = { median, quantile }
