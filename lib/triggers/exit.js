'use strict'
// Writes the dump of a process that calls process.exit(): with the error that its functions have caught, if there is
// one, and with the stack and the variables of the call.

const { findCauses } = require('../capture/match/causes')
const { findSnapshots } = require('../capture/match/find-snapshots')
const { ArrayIncludes, String } = require('../safe/primordials')
const { nativeSnapshot } = require('../capture/snapshot/native-snapshot')
const { saveDump } = require('../capture/write/save-dump')

/** A handler that logs an error, flushes and then ends the process does so within this time, in milliseconds. */
const MAX_AGE_MS = 10_000

/**
 * To be called while process.exit() is on the stack. An error counts as the reason of the exit if the functions that
 * end the process have it as a variable, as in `catch (error) { log(error); process.exit(1) }`.
 *
 * @param {import('../capture/types').Context} context
 * @param {number} exitCode
 * @returns {{ saved: import('../capture/types').Saved, value: unknown } | null} null if the settings want no dump of
 *   this exit, or the addon cannot read the stack; value: the error
 */
function saveExit (context, exitCode) {
  const { captures, config, native } = context
  const wantsExit =
    isWanted(config, 'exit') && (config.exitCodes.length === 0 || ArrayIncludes(config.exitCodes, String(exitCode)))
  const wantsCaught = exitCode !== 0 && isWanted(config, 'caught')
  if (native === null || !captures.areNative || (!wantsExit && !wantsCaught)) return null
  context.redactor()
  const { id, caught } = native.captureExit(MAX_AGE_MS)
  const ofExit = nativeSnapshot(native, id)
  const isCaught = wantsCaught && caught !== undefined
  if (ofExit === null || (!wantsExit && !isCaught)) return null
  const found = isCaught ? findSnapshots(context, caught, true) : null
  const snapshots = found?.snapshots ?? []
  snapshots[snapshots.length] = ofExit
  const saved = saveDump(context, {
    trigger: isCaught ? 'caught' : 'exit',
    exitCode,
    exception: isCaught ? { value: caught } : null,
    handled: false,
    snapshots,
    match: found?.match ?? 'identity',
    causes: isCaught ? findCauses(context, caught) : [],
    notCaptured: [],
    captureErrors: context.notices.takeFailures()
  })
  return { saved, value: caught }
}

/**
 * @param {import('../config').Config} config
 * @param {import('../dump/format').Trigger} trigger
 */
function isWanted ({ triggers }, trigger) {
  return ArrayIncludes(triggers, trigger)
}

module.exports = { saveExit }
