'use strict'
// Decides what may be concluded from a comparison.

const { FEWEST_ROUNDS } = require('./stats')
const { number } = require('../report/table')

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
 * @typedef {object} Comparison
 * @property {number} floor result of noiseFloor()
 * @property {number} neutral 1 for ratios, 0 for differences
 * @property {number} [digits] digits of numbers in a text
 */

/**
 * The greatest distance between two equal configurations: the farther end of the off/off interval.
 *
 * @param {Estimate | undefined} noise result of the off/off comparison
 * @param {number} neutral 1 for ratios, 0 for differences
 * @returns {number} NaN if off/off was not measured, or in too few rounds
 */
function noiseFloor (noise, neutral) {
  if (noise === undefined || noise.count < FEWEST_ROUNDS) return NaN
  return Math.max(Math.abs(noise.low - neutral), Math.abs(noise.high - neutral))
}

/**
 * @param {Estimate} compared
 * @param {number} floor result of noiseFloor()
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
 * A target is met if the whole interval is on its right side, and missed if the whole interval is on the wrong side. If
 * the noise floor is larger than the distance between the target and "no difference", the interval is first widened by
 * the noise floor at both ends. So noise neither grants a target nor excuses a miss that is larger than the noise.
 *
 * @param {Estimate} measured
 * @param {number} most the target: the value must not be greater
 * @param {Comparison} [comparison] missing for a plain value
 * @returns {string}
 */
function againstTarget (measured, most, comparison = { floor: 0, neutral: most }) {
  if (measured.count === 0) return 'not measured'
  if (measured.count < FEWEST_ROUNDS) return 'not decided: too few rounds'
  const { floor, neutral, digits = 3 } = comparison
  if (Number.isNaN(floor)) return 'not decided: noise floor not measured'
  const margin = Math.abs(most - neutral)
  const widening = floor > margin ? floor : 0
  if (measured.high + widening <= most) return 'met'
  if (measured.low - widening > most) return 'missed'
  return widening > 0
    ? `not decided: noise floor ${number(floor, digits)} over a margin of ${number(margin, digits)}`
    : 'not decided: the interval holds the target'
}

module.exports = { againstTarget, noiseFloor, verdict }
