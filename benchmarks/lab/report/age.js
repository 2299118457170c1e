'use strict'
// Tells how old rows are: which files of what they measure have changed since the commit that they come from.

const { changedSince } = require('../environment')

/** @typedef {import('../environment').EnvironmentRow} EnvironmentRow */

/**
 * @typedef {object} Age
 * @property {EnvironmentRow} oldest of the measurements
 * @property {string[] | null} changed files since then; null if that commit is not in this clone
 */

/**
 * @param {EnvironmentRow[]} environments of one suite, at least one
 * @param {string[]} [paths] of what the rows tell; missing: all that runs in its measured processes
 * @returns {Age}
 */
function ageOf (environments, paths) {
  const oldest = environments.reduce((first, other) => (other.date < first.date ? other : first))
  return { oldest, changed: oldest.dirty ? null : changedSince(oldest.commit, oldest.suite, paths) }
}

/**
 * @param {EnvironmentRow[]} environments
 * @returns {string} a paragraph for the page of the rows; empty if they are as old as the code
 */
function ageText (environments) {
  if (environments.length === 0) return ''
  const { oldest, changed } = ageOf(environments)
  if (changed?.length === 0) return ''
  const since =
    changed === null
      ? 'which is not in this history, or had uncommitted changes'
      : `since when ${changed.length} ${changed.length === 1 ? 'file' : 'files'} of the product changed`
  return `**Older than the code:** rows of ${oldest.date.slice(0, 10)}, commit ${oldest.commit || 'unknown'}, ${since}.`
}

module.exports = { ageOf, ageText }
