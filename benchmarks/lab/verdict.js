'use strict'
// What may be concluded from a comparison, and what may not.

/** @typedef {import('./stats').Estimate} Estimate */

/** Fewer tell nothing, whatever their interval says. */
const FEWEST_ROUNDS = 3

/**
 * @typedef {object} Verdict
 * @property {'slower' | 'faster' | 'none'} conclusion of the measured configuration against the baseline
 * @property {string} text
 */

/**
 * How far two equal configurations were apart: the farther end of the off/off interval.
 *
 * @param {Estimate | undefined} noise of the off/off comparison
 * @param {number} neutral 1 for ratios, 0 for differences
 * @returns {number} NaN when off/off was not measured
 */
function noiseFloor (noise, neutral) {
  if (noise === undefined || noise.count < 2) return NaN
  return Math.max(Math.abs(noise.low - neutral), Math.abs(noise.high - neutral))
}

/**
 * @param {Estimate} compared
 * @param {number} floor from noiseFloor
 * @param {number} neutral 1 for ratios, 0 for differences
 * @returns {Verdict} `more` means slower, larger or later: all metrics that are compared are costs
 */
function verdict (compared, floor, neutral) {
  if (compared.count < FEWEST_ROUNDS) return { conclusion: 'none', text: 'too few rounds' }
  if (Number.isNaN(floor)) return { conclusion: 'none', text: 'noise floor not measured' }
  if (compared.low <= neutral && compared.high >= neutral) return { conclusion: 'none', text: 'no difference shown' }
  if (Math.abs(compared.median - neutral) <= floor) return { conclusion: 'none', text: 'no difference shown (within noise)' }
  const more = compared.median > neutral
  return { conclusion: more ? 'slower' : 'faster', text: more ? 'more' : 'less' }
}

/**
 * @param {Estimate} compared
 * @param {number} most the target: not above this
 * @param {{ floor: number, neutral: number }} [comparison] noise floor, and 1 for ratios or 0 for differences; none for a plain value
 * @returns {string}
 */
function againstTarget (compared, most, comparison) {
  if (compared.count === 0) return 'not measured'
  if (comparison !== undefined && compared.count < FEWEST_ROUNDS) return 'not decided: too few rounds'
  if (compared.high <= most) return 'met'
  if (compared.median <= most) return 'met at the median, the interval reaches over it'
  if (comparison !== undefined && Math.abs(compared.median - comparison.neutral) <= comparison.floor) return 'not decided: within noise'
  return compared.low > most ? 'missed' : 'missed at the median, the interval reaches under it'
}

module.exports = { againstTarget, noiseFloor, verdict }
