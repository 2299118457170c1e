'use strict'
// Intervals of shares: how many of so many runs had what was wanted.

/** Each end of an interval of 95 % errs in so many cases. */
const ERROR = 0.025
const STEPS = 50

/**
 * The interval of Clopper and Pearson, which errs at most as often as it says, with few runs too.
 *
 * @param {number} count of runs that had it
 * @param {number} runs at least one
 * @returns {{ low: number, high: number }} ends of the interval of 95 %, from 0 to 1
 */
function shareInterval (count, runs) {
  const high = count === runs ? 1 : bisected(share => atMost(count, runs, share) > ERROR)
  const low = count === 0 ? 0 : 1 - bisected(share => atMost(runs - count, runs, share) > ERROR)
  return { low, high }
}

/** @param {(share: number) => boolean} holds for all shares below the one that is returned @returns {number} */
function bisected (holds) {
  let [low, high] = [0, 1]
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * @param {number} count
 * @param {number} runs
 * @param {number} share of all runs that have it
 * @returns {number} the probability that so many runs, or fewer, have it
 */
function atMost (count, runs, share) {
  if (share === 0) return 1
  if (share === 1) return count >= runs ? 1 : 0
  // By logarithms, because the first terms of many runs are smaller than the smallest number.
  let term = runs * Math.log1p(-share)
  let sum = Math.exp(term)
  for (let i = 1; i <= count; i++) {
    term += Math.log((runs - i + 1) / i) + Math.log(share) - Math.log1p(-share)
    sum += Math.exp(term)
  }
  return sum
}

module.exports = { shareInterval }
