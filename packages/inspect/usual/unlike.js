'use strict'
// Decides whether a value is unlike those of other runs, which the same place of the code had without failing.

const { SORTS, isUnknown, textOf } = require('./kinds')

/** @typedef {import('./kinds').Held} Held */
/** @typedef {Held & { passed?: boolean }} Other passed: the code that failed here has run with this value */

/**
 * @typedef {object} Unlike
 * @property {'unlike'} is
 * @property {string} usually the kind that others have, in words
 * @property {number} count how many others have it
 * @property {number} of how many others are known
 */

/** @typedef {Unlike | { is: 'alike' | 'unknown' }} Judgement */

/** With fewer others, nobody can tell what is usual. */
const MIN_OTHERS = 3
/** If not all others agree, so many of them must. */
const MOST = 0.8
const MIN_WITH_EXCEPTIONS = 5
/** From so many others on, one of few texts is usual. */
const MIN_FOR_TEXTS = 8
const MAX_TEXTS = 2

/** @type {Judgement} */
const UNKNOWN = { is: 'unknown' }
/** @type {Judgement} */
const ALIKE = { is: 'alike' }

/**
 * @param {Held} here
 * @param {Other[]} others
 * @returns {Judgement}
 */
function judge (here, others) {
  const known = others.filter(each => !isUnknown(each))
  if (isUnknown(here) || known.length < MIN_OTHERS) return UNKNOWN
  for (const sort of SORTS) {
    const own = sort(here)
    const kinds = known.map(sort)
    if (own === undefined || kinds.includes(undefined)) break
    const usual = mostFrequent(/** @type {string[]} */ (kinds))
    // Others are divided, so nothing is usual.
    if (usual.count < known.length && (known.length < MIN_WITH_EXCEPTIONS || usual.count < MOST * known.length)) {
      return ALIKE
    }
    if (usual.kind === own) continue
    // Of texts that are only other texts nothing can be said.
    if (usual.kind === 'another string') return ALIKE
    const isHarmless = known.some((each, i) => each.passed === true && kinds[i] === own)
    return isHarmless ? ALIKE : { is: 'unlike', usually: usual.kind, count: usual.count, of: known.length }
  }
  return ofFewTexts(here, known)
}

/** @param {string[]} kinds */
function mostFrequent (kinds) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const [kind, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))
  return { kind, count }
}

/**
 * @param {Held} here
 * @param {Other[]} known
 * @returns {Judgement}
 */
function ofFewTexts (here, known) {
  const own = textOf(here)
  const texts = new Set(known.map(textOf))
  if (own === undefined || known.length < MIN_FOR_TEXTS || texts.size > MAX_TEXTS || texts.has(undefined)) return ALIKE
  if (texts.has(own)) return ALIKE
  return { is: 'unlike', usually: [...texts].sort().join(' or '), count: known.length, of: known.length }
}

module.exports = { judge }
