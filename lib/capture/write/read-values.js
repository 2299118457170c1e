'use strict'
// Reads the values that are read only when a dump is written: the error itself, annotations, and objects that the
// captures have left out. One walk reads them all, within the rest of the dump's time and bytes.

const { addedGlobals } = require('../values/known-objects')
const { asyncStoresJson } = require('../snapshot/async-stores')
const { errorLine } = require('../values/read-error')
const { NO_OBJECTS, createNativeWalk, bytesForObjects } = require('../values/native-walk')
const { bytesOf } = require('../snapshot/native-snapshot')
const { toJson } = require('../values/to-json')
const { uniteCaptures } = require('./unite-captures')

/** @typedef {import('../../addon/native-functions').WalkFunctions} WalkFunctions */

/**
 * @typedef {import('../types').Values} Values
 * @typedef {import('../types').Configured} Configured
 * @typedef {import('../types').CaptureAccess} CaptureAccess
 * @typedef {import('../types').Noted} Noted
 * @typedef {import('../types').Report} Report
 * @typedef {import('../values/native-walk').WalkedObjects} WalkedObjects
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 */

/**
 * Even if the captures have used up a dump's time or bytes for objects, this share is left for the values that are read
 * here: 312 ms and 0.75 MB by default.
 */
const LEAST_SHARE = 1 / 16

const UNREAD = '{"type":"object","notCapturedReason":"error"}'

/**
 * The captures of a dump count towards its time and bytes, because they have delayed the process, too.
 * @param {import('../../../packages/shared/config').Config} config
 * @param {OrderedSnapshot[]} snapshots
 * @returns {{ deadlineMs: number, maxBytes: number }} integers
 */
function limitsLeft ({ deadlineMs, maxBytes }, snapshots) {
  let leftMs = deadlineMs
  const most = bytesForObjects(maxBytes)
  let leftBytes = most
  for (let i = 0; i < snapshots.length; i++) {
    leftMs -= snapshots[i].snapshot.durationMs
    leftBytes -= bytesOf(snapshots[i].snapshot)
  }
  return { deadlineMs: atLeastShare(leftMs, deadlineMs), maxBytes: atLeastShare(leftBytes, most) }
}

/**
 * @param {number} left
 * @param {number} limit at most 2 ** 30
 */
function atLeastShare (left, limit) {
  const least = limit * LEAST_SHARE
  return (left > least ? left : least) | 0
}

/**
 * @param {Configured & CaptureAccess & Noted} context
 * @param {Report} report gets the error if reading fails
 * @param {import('../types').DescribedErrors} errors of the report; their snapshots get ids that are the same in all of
 *   them
 * @param {ReturnType<typeof limitsLeft> & { call: import('../values/call-application').CallApplication }} options call:
 *   for annotations that are functions
 * @returns {Values} if reading fails, values that say so
 */
function readValues (context, report, errors, { call, ...left }) {
  const { native } = context
  const { exception, allSnapshots: snapshots } = errors
  if (native === null) return readWithoutAddon(context, report, exception)
  // The functions among them are called before the walk begins.
  const annotations = context.annotations.all((callee, key) => call(callee, [], key), report.annotations)
  /** @param {import('../values/native-walk').LiveValue} jsonOf makes the JSON of a Value */
  const read = jsonOf => {
    const causes = []
    for (let i = 0; i < report.causes.length; i++) causes[i] = jsonOf(report.causes[i].value)
    return {
      exception: report.exception && jsonOf(report.exception.value),
      causes,
      globals: null,
      annotations: annotations === null ? null : jsonOf(annotations),
      asyncStores: snapshots.length > 0 ? [] : asyncStoresJson(native, jsonOf)
    }
  }
  const continues = snapshots.length > 0 ? snapshots[0].snapshot.id : undefined
  try {
    return walkAll(native, context, errors, read, { ...left, continues })
  } catch (error) {
    report.captureErrors[report.captureErrors.length] = `value: ${errorLine(error)}`
    return { ...read(() => UNREAD), objects: NO_OBJECTS, walk: null }
  }
}

/**
 * @param {Configured & CaptureAccess & Noted} context
 * @param {Report} report
 * @param {import('../values/error-text').Described | null} described the exception
 * @returns {Values}
 */
function readWithoutAddon ({ annotations, config, withoutAddon }, report, described) {
  const { exception, annotations: more, notCaptured } = report
  notCaptured[notCaptured.length] = { what: 'asyncStores', reason: 'noAddon' }
  if (annotations.all(() => null, more) !== null) {
    notCaptured[notCaptured.length] = { what: 'annotations', reason: 'noAddon' }
  }
  return {
    exception:
      exception &&
      described &&
      toJson(withoutAddon?.valueWithoutContents(exception.value, described, config.redact !== false)),
    causes: [],
    globals: null,
    annotations: null,
    asyncStores: [],
    objects: NO_OBJECTS,
    walk: null
  }
}

/**
 * Reads all values in one walk. The walk goes on with that of the first capture, so that it also reads the objects that
 * the capture has met and left out.
 * @param {WalkFunctions} native
 * @param {Configured & CaptureAccess & Noted} context
 * @param {import('../types').DescribedErrors} errors whose snapshots get the ids of the walk
 * @param {(jsonOf: import('../values/native-walk').LiveValue) => Omit<Values, 'objects' | 'walk'>} read
 * @param {ReturnType<typeof limitsLeft> & { continues: number | undefined }} left
 * @returns {Values}
 */
function walkAll (native, { config, redactor }, errors, read, left) {
  redactor()
  const walk = createNativeWalk(native, { ...config, ...left, idPrefix: 'r.' })
  uniteCaptures(walk.writer, errors)
  const values = read(walk.liveValue)
  const added = addedGlobals()
  const globals = added === null || walk.liveVariables === undefined ? null : walk.liveVariables(added)
  return { ...values, globals, objects: walk.takePart(), walk }
}

module.exports = { UNREAD, limitsLeft, readValues }
