'use strict'
// Fits lines to samples.

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959964

/**
 * @typedef {object} Slope
 * @property {number} slope by unit of x
 * @property {number} error standard error of the slope
 * @property {number} freedom degrees of freedom
 */

/**
 * The line of least squares.
 * @param {readonly number[]} xs at least three
 * @param {readonly number[]} ys
 * @returns {Slope}
 */
function slopeOf (xs, ys) {
  const count = xs.length
  const mean = (/** @type {readonly number[]} */ list) => list.reduce((sum, each) => sum + each, 0) / count
  const [meanX, meanY] = [mean(xs), mean(ys)]
  let spread = 0
  let together = 0
  for (let i = 0; i < count; i++) {
    spread += (xs[i] - meanX) ** 2
    together += (xs[i] - meanX) * (ys[i] - meanY)
  }
  const slope = together / spread
  const squares = ys.reduce((sum, y, i) => sum + (y - meanY - slope * (xs[i] - meanX)) ** 2, 0)
  return { slope, error: Math.sqrt(squares / (count - 2) / spread), freedom: count - 2 }
}

/**
 * @param {Slope} a
 * @param {Slope} b
 * @returns {Slope} how much steeper `a` is (Welch's degrees of freedom)
 */
function difference (a, b) {
  const [left, right] = [a.error ** 2, b.error ** 2]
  const error = Math.sqrt(left + right)
  const freedom = error === 0 ? a.freedom : (left + right) ** 2 / (left ** 2 / a.freedom + right ** 2 / b.freedom)
  return { slope: a.slope - b.slope, error, freedom }
}

/**
 * @param {Slope} slope
 * @returns {[low: number, high: number]} the 95 % interval
 */
function interval ({ slope, error, freedom }) {
  const half = error * quantile(freedom)
  return [slope - half, slope + half]
}

/**
 * The 97.5 % quantile of Student's distribution, by its expansion around that of the normal one. It is too small by
 * 0.1 % with five degrees of freedom, and by less with more.
 * @param {number} freedom
 */
function quantile (freedom) {
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384
  ]
  return terms.reduce((sum, term, i) => sum + term / freedom ** (i + 1), Z)
}

module.exports = { difference, interval, quantile, slopeOf }
