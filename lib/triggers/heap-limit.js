'use strict'
// Has the addon watch the limit of V8's heap. Until the limit is reached this costs nothing: V8 keeps a callback, and
// the addon keeps the header of the dump that it writes if V8 cannot enter JavaScript any more.

const { threadId } = require('../addon/thread')
const { headerRecord } = require('../capture/write/header-record')
const { nameStart } = require('../../packages/shared/dump/store')
const { loadOptions, loadReport } = require('../parts')
const { ArrayIncludes, JSONStringify, StringSlice } = require('../safe/primordials')

/**
 * Call this again when the configuration has changed.
 * @param {import('../capture/types').Context} context
 */
function watchHeapLimit (context) {
  const { config, native } = context
  if (native === null) return
  if (!ArrayIncludes(config.triggers, 'outOfMemory')) return native.watchHeapLimit()
  const header = headerRecord({ trigger: 'outOfMemory', match: null }, [], config, context.limits)
  /**
   * @param {number} captureId 0 if no stack was captured
   * @param {number} limitBytes
   * @param {number} usedBytes
   */
  const onLimit = (captureId, limitBytes, usedBytes) => {
    try {
      const isSaved = loadReport().saveAtHeapLimit(context, captureId, { limitBytes, usedBytes })
      // V8 aborts now, and one death leaves one dump. A worker's heap does not end the process.
      if (isSaved && threadId() === 0 && ArrayIncludes(config.triggers, 'signal')) loadOptions().forgetSignals()
    } catch {} // lib/report.js could not be loaded; the process dies all the same
  }
  // The addon adds the time.
  const json = StringSlice(JSONStringify(header), 0, -1)
  const start = nameStart(config.fileLabel, 'outOfMemory')
  native.watchHeapLimit(onLimit, config.dir, json, threadId(), config.stderr === 'none', start)
}

module.exports = { watchHeapLimit }
