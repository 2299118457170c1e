'use strict'
// Makes the header of a dump, also of a dump that the addon writes because JavaScript cannot run any more.

const { version } = require('../../../package.json')
const { FORMAT, FORMAT_VERSION } = require('../../../packages/shared/dump/terms')
const { threadId } = require('../../addon/thread')
const { atStart } = require('../../safe/node-builtins')
const { Number, hrtime } = require('../../safe/primordials')

/** @typedef {import('../types').OrderedSnapshot} OrderedSnapshot */

const { arch, pid, platform, version: node } = atStart

/**
 * Leaves out the time. It is not known yet when a header is made at the start, for the addon, and the first date that a
 * process formats takes V8 a fifth of a millisecond.
 * @param {Pick<import('../types').Report, 'trigger' | 'match' | 'exit' | 'test' | 'heapLimit' | 'interrupt'
 *   | 'memoryLimit' | 'request'>} report
 * @param {OrderedSnapshot[]} snapshots
 * @param {import('../../../packages/shared/config').Config} config
 * @param {import('../../../packages/shared/config').Limits} limits
 */
function headerRecord (report, snapshots, config, limits) {
  return {
    kind: 'header',
    format: FORMAT,
    version: FORMAT_VERSION,
    collectorVersion: version,
    trigger: report.trigger,
    exit: report.exit,
    pid,
    threadId: threadId(),
    node,
    platform,
    arch,
    mode: config.mode,
    capture: captureInfo(snapshots, report.match),
    limits,
    redaction: {
      enabled: config.redact !== false,
      personal: config.redact === 'personal' || undefined,
      structure: config.redact === 'structure' || undefined
    },
    settingsFile: config.settingsFile,
    test: report.test,
    heapLimit: report.heapLimit,
    memoryLimit: report.memoryLimit,
    interrupt: report.interrupt,
    request: report.request
  }
}

/**
 * @param {OrderedSnapshot[]} snapshots of one error, the throw first
 * @param {import('../../../packages/shared/dump/terms').CaptureInfo['match']} match
 * @returns {import('../../../packages/shared/dump/terms').CaptureInfo}
 */
function captureInfo (snapshots, match) {
  if (snapshots.length === 0) return { hook: null, match: null, ageMs: 0, walker: null, durationMs: 0 }
  const { hook, takenAtNs, walker, durationMs } = snapshots[0].snapshot
  return { hook, match, ageMs: Number(hrtime() - takenAtNs) / 1e6, walker, durationMs }
}

module.exports = { captureInfo, headerRecord }
