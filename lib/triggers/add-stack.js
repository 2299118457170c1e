'use strict'
// Adds the stack that runs to the report of a process that lives on.

const { errorLine } = require('../capture/values/read-error')
const { nativeSnapshot } = require('../capture/snapshot/native-snapshot')

/**
 * @param {import('../capture/types').Configured & import('../capture/types').CaptureAccess} context
 * @param {import('../capture/types').Report} report gets the capture after those of its error, or the reason why there
 *   is none
 * @param {'api' | 'interrupt'} hook
 * @param {() => number} capture returns the id of the addon's capture; 0 if the addon cannot read the stack
 */
function addStack (context, { snapshots, notCaptured, captureErrors }, hook, capture) {
  const { native, captures, config, fallback, redactor, taskProbes } = context
  if (native === null) {
    notCaptured[0] = { what: 'callFrames', reason: 'noAddon' }
    return
  }
  try {
    const own = nativeSnapshot(native, capture())
    if (own !== null) {
      snapshots[snapshots.length] = own
      return
    }
    const reason = captures.areNative ? 'bytes' : fallback().whyNoPause(native)
    if (reason !== null) {
      notCaptured[0] = { what: 'callFrames', reason }
      return
    }
    redactor()
    snapshots[snapshots.length] = fallback().takeSnapshot(native, { id: 0, hook, limits: config, taskProbes })
  } catch (failure) {
    const detail = errorLine(failure)
    const reason = (captures.areNative ? null : fallback().whyNoPause(native)) ?? 'error'
    notCaptured[0] = { what: 'callFrames', reason, detail }
    if (reason === 'error') captureErrors[captureErrors.length] = `callFrames: ${detail}`
  }
}

module.exports = { addStack }
