'use strict'
// Tells variables that are lost from those whose value is known.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

/** Without a value, and not because there is none yet. */
const LOST = new Set(['optimisedAway', 'undefinedOrAway', 'undecided', 'unavailable', 'blockLeft'])

/** @param {Variable} variable */
function isLost ({ value, notCapturedReason }) {
  return value === undefined && LOST.has(notCapturedReason ?? '')
}

/**
 * @param {Variable|undefined} variable
 * @returns {Value|undefined} undefined if no more is known of it than that there is one. Where frames can't be copied,
 *   V8 shows `undefined` for what it has removed
 */
function knownValueOf (variable) {
  const value = variable?.value
  if (value === undefined || value.type === 'undefined') return undefined
  const isKnown = value.notCapturedReason === undefined || value.value !== undefined || value.objectId !== undefined
  return isKnown ? value : undefined
}

module.exports = { isLost, knownValueOf }
