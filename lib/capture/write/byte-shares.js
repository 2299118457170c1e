'use strict'
// Divides the bytes of a dump among its sections. Objects come first and could take all bytes, but the text of the line
// that failed explains more than half of the objects do.

/** Share that is reserved for the texts of scripts. */
const SOURCES_SHARE = 1 / 8
/** Share that is reserved for async tasks and their objects. */
const TASKS_SHARE = 1 / 8

/**
 * @param {number} maxBytes of the dump, at most 2 ** 30
 * @returns {number} bytes for objects and frames
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
