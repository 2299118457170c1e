'use strict'
// Has the addon watch the limit of V8's heap. Until the limit is reached this costs nothing: V8 keeps a callback, and
// the addon keeps the header of the dump that it writes if V8 cannot enter JavaScript any more.

const { version } = require('../../package.json')
const { threadId } = require('../addon/thread')
const { FORMAT, FORMAT_VERSION } = require('../dump/format')
const { loadReport } = require('../report-door')
const { ArrayIncludes, JSONStringify, StringSlice } = require('../safe/primordials')

const { arch, pid, platform, version: node } = process

/**
 * To be called again when the configuration has changed.
 * @param {import('../capture/types').Context} context
 */
function watchHeapLimit (context) {
  const { config, native } = context
  if (native === null) return
  if (!ArrayIncludes(config.triggers, 'outOfMemory')) return native.watchHeapLimit()
  const header = JSONStringify({
    kind: 'header',
    format: FORMAT,
    version: FORMAT_VERSION,
    collectorVersion: version,
    trigger: 'outOfMemory',
    pid,
    threadId: threadId(),
    node,
    platform,
    arch,
    mode: config.mode,
    capture: { hook: null, match: null, ageMs: 0, walker: null, durationMs: 0 },
    limits: context.limits,
    redaction: { enabled: config.redact }
  })
  /**
   * @param {number} captureId 0 if no stack was captured
   * @param {number} limitBytes
   * @param {number} usedBytes
   */
  const onLimit = (captureId, limitBytes, usedBytes) => {
    try {
      loadReport().saveAtHeapLimit(context, captureId, { limitBytes, usedBytes })
    } catch {} // lib/report.js could not be loaded; the process dies all the same
  }
  native.watchHeapLimit(onLimit, config.dir, StringSlice(header, 0, -1), threadId(), config.quiet)
}

module.exports = { watchHeapLimit }
