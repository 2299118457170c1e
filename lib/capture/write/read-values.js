'use strict'
// The values that are read only when a dump is written: the error itself, annotations, what the captures left, in one
// walk that shares what is left of the dump's time and bytes.

const { addedGlobals } = require('../values/added-globals')
const { asyncStoresJson } = require('../snapshot/async-stores')
const { bytesForObjects } = require('./byte-shares')
const { describeReported, errorLine } = require('../values/error-text')
const { nativeWalk } = require('../values/native-walk')
const { BufferAlloc } = require('../../safe/primordials')
const { bytesOf } = require('../snapshot/tentative')
const { toJson } = require('../values/to-json')
const { valueWithoutContents } = require('../values/without-addon')

/**
 * @typedef {import('../types').Values} Values
 * @typedef {import('../types').Context} Context
 * @typedef {import('../types').Report} Report
 * @typedef {import('../values/native-walk').WalkedObjects} WalkedObjects
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 */

/**
 * If the captures have used all of a dump's time or bytes for objects, the rest of the objects still gets this share:
 * 312 ms and 0.75 MB by default.
 */
const LEAST_SHARE = 1 / 16

const UNREAD = '{"type":"object","notCapturedReason":"error"}'

/** @type {WalkedObjects} */
const NO_OBJECTS = { near: BufferAlloc(0), far: BufferAlloc(0), missing: {} }

/**
 * A dump has one clock and one budget, on which its captures have drawn: the process stood still for them, too.
 * @param {import('../../config').Config} config
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
 * @param {Context} context
 * @param {Report} report gets the error of a reading that failed
 * @param {OrderedSnapshot[]} snapshots
 * @param {ReturnType<typeof limitsLeft>} left
 * @returns {Values}
 */
function readValues (context, report, snapshots, left) {
  const { native } = context
  if (native === null) return readWithoutAddon(context, report)
  /** @param {import('../values/native-walk').LiveValue} jsonOf makes the JSON of a Value */
  const read = jsonOf => ({
    exception: report.exception && jsonOf(report.exception.value),
    causes: causesJson(report.causes, jsonOf),
    globals: null,
    annotations: context.annotations.read(jsonOf, report.annotations),
    asyncStores: snapshots.length > 0 ? [] : asyncStoresJson(native, jsonOf)
  })
  const continues = snapshots.length > 0 ? snapshots[0].snapshot.id : undefined
  try {
    return walkAll(native, context, read, { ...left, continues })
  } catch (error) {
    report.captureErrors[report.captureErrors.length] = `value: ${errorLine(error)}`
    return { ...read(() => UNREAD), objects: NO_OBJECTS, walk: null }
  }
}

/**
 * @param {import('../types').Cause[]} causes
 * @param {import('../values/native-walk').LiveValue} jsonOf
 */
function causesJson (causes, jsonOf) {
  const list = []
  for (let i = 0; i < causes.length; i++) list[i] = jsonOf(causes[i].value)
  return list
}

/**
 * @param {Context} context
 * @param {Report} report
 * @returns {Values}
 */
function readWithoutAddon ({ annotations, config }, { exception, annotations: more, notCaptured }) {
  notCaptured[notCaptured.length] = { what: 'asyncStores', reason: 'noAddon' }
  if (annotations.read(() => true, more)) notCaptured[notCaptured.length] = { what: 'annotations', reason: 'noAddon' }
  return {
    exception: exception && jsonWithoutContents(exception.value, config),
    causes: [],
    globals: null,
    annotations: null,
    asyncStores: [],
    objects: NO_OBJECTS,
    walk: null
  }
}

/**
 * @param {unknown} value
 * @param {import('../../config').Config} config
 */
function jsonWithoutContents (value, { maxStringLength, redact }) {
  return toJson(valueWithoutContents(value, describeReported(value, { maxLength: maxStringLength }), redact))
}

/**
 * In one walk, nearest first, so that they share what is left. It goes on with that of the throw: what this one met and
 * left is read now.
 * @param {import('../../addon/native-types').Native} native
 * @param {Context} context
 * @param {(jsonOf: import('../values/native-walk').LiveValue) => Omit<Values, 'objects' | 'walk'>} read
 * @param {ReturnType<typeof limitsLeft> & { continues: number | undefined }} left
 * @returns {Values}
 */
function walkAll (native, { config, redactor }, read, left) {
  redactor()
  const walk = nativeWalk(native, { ...config, ...left, idPrefix: 'r.' })
  const values = read(walk.liveValue)
  const added = addedGlobals()
  const globals = added === null || walk.liveVariables === undefined ? null : walk.liveVariables(added)
  return { ...values, globals, objects: walk.takePart(), walk }
}

module.exports = { UNREAD, limitsLeft, readValues }
