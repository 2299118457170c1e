'use strict'
// Tells how sure a difference between two sets of dumps is.

/** Normal quantile of a two-sided interval of 95 %. */
const Z = 1.959964

/**
 * Fisher's exact test, one-sided: how often at least so many of the dumps with a fact would be in the first set by
 * chance, if the fact had nothing to do with the set.
 * @param {{ count: number, of: number }} here
 * @param {{ count: number, of: number }} elsewhere
 * @returns {number} a probability
 */
function fisher (here, elsewhere) {
  const having = here.count + elsewhere.count
  const all = logChoose(here.of + elsewhere.of, having)
  let sum = 0
  for (let count = here.count; count <= Math.min(here.of, having); count++) {
    if (having - count > elsewhere.of) continue
    sum += Math.exp(logChoose(here.of, count) + logChoose(elsewhere.of, having - count) - all)
  }
  return Math.min(1, sum)
}

/** Logarithms of factorials. */
const LOG_FACTORIALS = [0]

/** @param {number} n */
function logFactorial (n) {
  for (let i = LOG_FACTORIALS.length; i <= n; i++) LOG_FACTORIALS.push(LOG_FACTORIALS[i - 1] + Math.log(i))
  return LOG_FACTORIALS[n]
}

/**
 * @param {number} n
 * @param {number} k
 */
function logChoose (n, k) {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}

/**
 * Lower end of Wilson's interval of 95 %.
 * @param {{ count: number, of: number }} share of > 0
 * @returns {number} the share of all further crashes that at least have the fact, as far as these ones tell
 */
function wilsonLower ({ count, of }) {
  const share = count / of
  const spread = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  return Math.max(0, (share + Z ** 2 / (2 * of) - spread) / (1 + Z ** 2 / of))
}

module.exports = { fisher, wilsonLower }
