'use strict'
// How much of each frame `show` prints, from its first screen to `--more --more`.

/** @typedef {import('../types').Limits} Limits */

/** @type {Limits} */
const FULL = {
  valueLines: 10,
  variables: Infinity,
  frames: Infinity,
  closedFrames: Infinity,
  isDeep: false,
  linesBefore: 3,
  linesAfter: 2,
  packages: 'variables',
  isBrief: false
}

/** @type {Limits} */
const DEEP = { ...FULL, isDeep: true, valueLines: 40 }

/** By how often `--more` was given; the first screen chooses among its own. */
const LIMITS = [FULL, FULL, DEEP]

/** @type {Limits} */
const FOLDED = { ...FULL, packages: 'folded', isBrief: true }

/**
 * From the shortest to the longest: the first screen takes the longest with which the rest still fits.
 * @type {Limits[]}
 */
const SCREEN_LIMITS = [
  // For an error with causes, whose frames come twice.
  { ...FOLDED, valueLines: 1, variables: 2, frames: 2, closedFrames: 1, linesBefore: 0, linesAfter: 0 },
  { ...FOLDED, valueLines: 1, variables: 2, frames: 3, closedFrames: 3, linesBefore: 0, linesAfter: 0 },
  { ...FOLDED, valueLines: 1, variables: 2, frames: 3, closedFrames: 3, linesBefore: 1, linesAfter: 0 },
  { ...FOLDED, valueLines: 1, variables: 4, frames: 3, closedFrames: 3, linesBefore: 1, linesAfter: 0 },
  { ...FOLDED, valueLines: 1, variables: 4, frames: 4, closedFrames: 4, linesBefore: 2, linesAfter: 0 },
  { ...FOLDED, valueLines: 3, variables: 5, frames: 5, closedFrames: 6, linesBefore: 2, linesAfter: 1 },
  { ...FOLDED, valueLines: 6, variables: 6, frames: 6, closedFrames: 8 },
  { ...FULL, valueLines: 8, variables: 10, frames: 8, closedFrames: 10, packages: 'lines', isBrief: true },
  { ...FULL, isBrief: true }
]

module.exports = { FULL, LIMITS, SCREEN_LIMITS }
