'use strict'
// Who may use which part of a dump's bytes. Objects come first and could take all: without the text of the line that
// failed they explain less than with half of them missing.

/** Kept free for the texts of scripts. */
const SOURCES_SHARE = 1 / 8
/** Kept free for suspended functions and what they hold. */
const TASKS_SHARE = 1 / 8

/**
 * @param {number} maxBytes of the dump, at most 2 ** 30
 * @returns {number} for objects and frames
 */
function bytesForObjects (maxBytes) {
  return maxBytes - bytesForSources(maxBytes) - bytesForTasks(maxBytes)
}

/** @param {number} maxBytes */
function bytesForSources (maxBytes) {
  return (maxBytes * SOURCES_SHARE) | 0
}

/** @param {number} maxBytes */
function bytesForTasks (maxBytes) {
  return (maxBytes * TASKS_SHARE) | 0
}

module.exports = { bytesForObjects, bytesForSources, bytesForTasks }
