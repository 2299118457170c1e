'use strict'
// Makes the report that a trigger hands to save-dump.js.

/** @typedef {import('../types').Report} Report */

/**
 * @param {import('../types').Notifying} context
 * @param {Report['trigger']} trigger
 * @param {Partial<Report>} known what the trigger knows; without it the report has no error and no capture
 * @returns {Report} with the failures of the collector since the last report
 */
function newReport (context, trigger, known) {
  return {
    trigger,
    exception: null,
    handled: false,
    snapshots: [],
    match: null,
    causes: [],
    notCaptured: [],
    captureErrors: context.notices.takeFailures(),
    ...known
  }
}

module.exports = { newReport }
