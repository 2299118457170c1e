'use strict'
// Makes the first records of a dump from the report and its errors: header, exception, causes.

const { version } = require('../../../package.json')
const { FORMAT, FORMAT_VERSION } = require('../../dump/format')
const { threadId } = require('../../addon/thread')
const { atStart } = require('../../safe/node-builtins')
const { DateNow, Number, hrtime, isoTime } = require('../../safe/primordials')
const { UNREAD } = require('./read-values')
const { RawJson } = require('../values/to-json')

/**
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 */

const { arch, pid, platform, version: node } = atStart

/**
 * @param {import('../types').Report} report
 * @param {OrderedSnapshot[]} snapshots
 * @param {import('../../config').Config} config
 * @param {import('../../config').Limits} limits
 */
function headerRecord (report, snapshots, config, limits) {
  return {
    kind: 'header',
    format: FORMAT,
    version: FORMAT_VERSION,
    collectorVersion: version,
    trigger: report.trigger,
    time: isoTime(DateNow()),
    exit: report.exit,
    pid,
    threadId: threadId(),
    node,
    platform,
    arch,
    mode: config.mode,
    capture: captureInfo(snapshots, report.match),
    limits,
    redaction: { enabled: config.redact },
    test: report.test,
    heapLimit: report.heapLimit,
    interrupt: report.interrupt
  }
}

/**
 * @param {OrderedSnapshot[]} snapshots of one error, the throw first
 * @param {import('../../dump/format').CaptureInfo['match']} match
 * @returns {import('../../dump/format').CaptureInfo}
 */
function captureInfo (snapshots, match) {
  if (snapshots.length === 0) return { hook: null, match: null, ageMs: 0, walker: null, durationMs: 0 }
  const { hook, takenAtNs, walker, durationMs } = snapshots[0].snapshot
  return { hook, match, ageMs: Number(hrtime() - takenAtNs) / 1e6, walker, durationMs }
}

/**
 * @param {string} json of the value
 * @param {boolean} handled
 * @param {import('../values/error-text').Described} described
 */
function exceptionRecord (json, handled, described) {
  return {
    kind: 'exception',
    value: new RawJson(json),
    className: described.className,
    message: described.message,
    messageLength: described.messageLength,
    description: described.description,
    descriptionLength: described.descriptionLength,
    handled: handled || undefined,
    stack: described.stack
  }
}

/**
 * @param {import('../types').DescribedCause[]} causes
 * @param {import('../types').Values} values
 */
function causeRecords (causes, values) {
  const records = []
  for (let i = 0; i < causes.length; i++) {
    const { cause, described, snapshots } = causes[i]
    records[i] = {
      kind: 'cause',
      index: cause.index,
      of: cause.of,
      path: cause.path,
      value: new RawJson(values.causes[i] ?? UNREAD),
      ...described,
      capture: snapshots.length === 0 ? null : captureInfo(snapshots, cause.found.match)
    }
  }
  return records
}

module.exports = { causeRecords, exceptionRecord, headerRecord }
