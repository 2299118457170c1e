'use strict'
// Decides what may be concluded from a comparison.

const { FEWEST_ROUNDS } = require('./stats')

/** @typedef {import('./stats').Estimate} Estimate */

/** How many rounds, and how many noise floors, show a large effect without an interval. */
const FEWEST_OF_LARGE = 3
const FAR_BEYOND_NOISE = 5

/**
 * @typedef {object} Verdict
 * @property {'slower' | 'faster' | 'none'} conclusion about the measured configuration against the baseline
 * @property {string} text
 */

/**
 * @typedef {object} Noise what the comparison of two equal configurations shows
 * @property {number} floor the farther end of its interval from "no difference": a smaller difference can't be seen
 * @property {number} bias how far all of its interval is from "no difference"; 0 if it holds it, as it should
 */

/**
 * @param {Estimate | undefined} same comparison of the baseline with itself
 * @param {number} neutral 1 for ratios, 0 for differences
 * @returns {Noise} of NaN if it was not measured, or in too few rounds
 */
function noiseOf (same, neutral) {
  if (same === undefined || same.count < FEWEST_ROUNDS) return { floor: NaN, bias: NaN }
  const [low, high] = [same.low - neutral, same.high - neutral]
  return { floor: Math.max(Math.abs(low), Math.abs(high)), bias: Math.max(0, low, -high) }
}

/**
 * @param {Estimate} compared
 * @param {number} floor of noiseOf()
 * @param {number} neutral 1 for ratios, 0 for differences
 * @returns {Verdict} `more` means slower, larger or later: all metrics that are compared are costs
 */
function verdict (compared, floor, neutral) {
  if (Number.isNaN(floor)) {
    return { conclusion: 'none', text: compared.count < FEWEST_ROUNDS ? 'too few rounds' : 'noise floor not measured' }
  }
  if (compared.count < FEWEST_ROUNDS) return verdictOfRange(compared, floor, neutral)
  if (compared.low <= neutral && compared.high >= neutral) return { conclusion: 'none', text: 'no difference shown' }
  if (Math.abs(compared.median - neutral) <= floor) {
    return { conclusion: 'none', text: 'within noise' }
  }
  const more = compared.median > neutral
  return { conclusion: more ? 'slower' : 'faster', text: more ? 'more' : 'less' }
}

/**
 * The verdict for too few rounds for an interval: the effect counts if it is far beyond the noise in each round.
 *
 * @param {Estimate} compared
 * @param {number} floor
 * @param {number} neutral
 * @returns {Verdict}
 */
function verdictOfRange ({ count, least, most }, floor, neutral) {
  const far = FAR_BEYOND_NOISE * floor
  if (count >= FEWEST_OF_LARGE && least - neutral > far) {
    return { conclusion: 'slower', text: `more, in each of ${count} rounds` }
  }
  if (count >= FEWEST_OF_LARGE && neutral - most > far) {
    return { conclusion: 'faster', text: `less, in each of ${count} rounds` }
  }
  return { conclusion: 'none', text: 'too few rounds' }
}

/**
 * A target is met if the whole interval is on its right side, and missed if the whole interval is on the wrong side.
 * The interval is widened first by what a comparison of equals was wrong.
 *
 * @param {Estimate} measured
 * @param {number} most the target: the value must not be greater
 * @param {number} [bias] of noiseOf(); NaN if nobody knows
 * @returns {string}
 */
function againstTarget (measured, most, bias = 0) {
  if (measured.count === 0) return 'not measured'
  if (measured.count < FEWEST_ROUNDS) return 'not decided: too few rounds'
  if (Number.isNaN(bias)) return 'not decided: noise floor not measured'
  if (measured.high + bias <= most) return 'met'
  if (measured.low - bias > most) return 'missed'
  return 'not decided: the interval holds the target'
}

module.exports = { againstTarget, noiseOf, verdict }
