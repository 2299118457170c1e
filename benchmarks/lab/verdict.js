'use strict'
// What may be concluded from a comparison, and what may not.

const { FEWEST_ROUNDS } = require('./stats')
const { number } = require('./table')

/** @typedef {import('./stats').Estimate} Estimate */

/** Rounds, and noise floors, that show a large effect where there is no interval. */
const FEWEST_OF_LARGE = 3
const FAR_BEYOND_NOISE = 5

/**
 * @typedef {object} Verdict
 * @property {'slower' | 'faster' | 'none'} conclusion of the measured configuration against the baseline
 * @property {string} text
 */

/**
 * @typedef {object} Comparison
 * @property {number} floor from noiseFloor
 * @property {number} neutral 1 for ratios, 0 for differences
 * @property {number} [digits] of the numbers in a text
 */

/**
 * How far two equal configurations were apart: the farther end of the off/off interval.
 *
 * @param {Estimate | undefined} noise of the off/off comparison
 * @param {number} neutral 1 for ratios, 0 for differences
 * @returns {number} NaN when off/off was not measured, or in too few rounds
 */
function noiseFloor (noise, neutral) {
  if (noise === undefined || noise.count < FEWEST_ROUNDS) return NaN
  return Math.max(Math.abs(noise.low - neutral), Math.abs(noise.high - neutral))
}

/**
 * @param {Estimate} compared
 * @param {number} floor from noiseFloor
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
 * Of too few rounds for an interval: an effect so large that each of them is far beyond the noise.
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
 * Met when the whole interval is on the target's right side, missed when it is beyond as a whole, else not decided.
 * Where two equal configurations were farther apart than target and "no difference" are, the interval is widened by the
 * noise floor at both ends before: so noise neither grants a target nor excuses a miss that is larger than itself.
 *
 * @param {Estimate} measured
 * @param {number} most the target: not above this
 * @param {Comparison} [comparison] none for a plain value
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
