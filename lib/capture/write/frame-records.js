'use strict'
// Makes callFrame records of the frames of captures.

const { RegExpExec, String, StringSlice } = require('../../safe/primordials')
const { stopPosition } = require('../match/stop-position')
const { RawJson, toJson } = require('../values/to-json')

/**
 * @typedef {import('../../../packages/shared/dump/terms').NotCaptured} NotCaptured
 * @typedef {import('../../../packages/shared/dump/terms').StackFrame} StackFrame
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('../types').Values} Values
 */

/** A path of Windows has backslashes. */
const IN_PACKAGE = /[\\/]node_modules[\\/]/

/** @param {string} place path or URL */
function isInPackage (place) {
  return RegExpExec(IN_PACKAGE, place) !== null
}

/** @param {{ internal: boolean, url?: string }} frame */
function isApplicationFrame ({ internal, url }) {
  return !internal && !isInPackage(String(url))
}

/**
 * @param {import('../types').DescribedErrors} errors
 * @param {Values} values
 * @param {NotCaptured[]} notCaptured is added to
 */
function callFrameRecords ({ exception, snapshots, causes }, { globals }, notCaptured) {
  /** @type {RawJson[]} */
  const records = []
  const state = { index: 0, globals, isFirst: true }
  addFrames(records, state, snapshots, exception?.stack, undefined, notCaptured)
  for (let i = 0; i < causes.length; i++) {
    addFrames(records, state, causes[i].snapshots, causes[i].described.stack ?? [], causes[i].cause.index, notCaptured)
  }
  return records
}

/**
 * @param {RawJson[]} records is added to
 * @param {{ index: number, globals: Values['globals'], isFirst: boolean }} state index: of the next frame; isFirst: no
 *   frame with the global scope has been written yet
 * @param {OrderedSnapshot[]} snapshots
 * @param {StackFrame[] | undefined} stack
 * @param {number | undefined} error index of the cause whose frames these are
 * @param {NotCaptured[]} notCaptured is added to
 */
function addFrames (records, state, snapshots, stack, error, notCaptured) {
  for (let s = 0; s < snapshots.length; s++) {
    const { snapshot, role, suspended } = snapshots[s]
    const { callFrames } = snapshot
    const stopped = suspended ? null : stopPosition(snapshot, stack ?? [], stack !== undefined)
    for (let i = 0; i < callFrames.frames.length; i++) {
      if (i === callFrames.omittedAfter) state.index += callFrames.omitted
      const frame = callFrames.frames[i]
      const { lineNumber, columnNumber } = i === 0 && stopped !== null ? stopped : frame
      const index = state.index++
      const head = toJson({ kind: 'callFrame', index, role: role ?? undefined, error, lineNumber, columnNumber })
      const json = frame.isOpen ? `${frame.json}${frame.internal ? '' : globalScope(frame, state)}]` : frame.json
      records[records.length] = new RawJson(`${StringSlice(head, 0, -1)},${json}}`)
    }
    if (callFrames.omitted > 0) {
      notCaptured[notCaptured.length] = { what: 'callFrames', reason: 'frameCount', count: callFrames.omitted }
    }
  }
}

/**
 * Makes the last scope of a frame, the global one, with the properties that the application has added to the global
 * object. The first frame gets the variables, the others only the scope's id.
 * @param {import('../types').CapturedFrame} frame
 * @param {{ globals: Values['globals'], isFirst: boolean }} state
 * @returns {string} JSON, with the comma before it
 */
function globalScope ({ json }, state) {
  if (state.globals === null) return ''
  const { json: variables, missing } = state.globals
  const scope = toJson({
    type: 'global',
    scopeId: 'r.g',
    variables: state.isFirst ? new RawJson(variables) : [],
    readAt: 'report',
    notCaptured: missing > 0 ? [{ reason: 'fieldCount', count: missing }] : undefined
  })
  state.isFirst = false
  return json[json.length - 1] === '[' ? scope : `,${scope}`
}

module.exports = { callFrameRecords, isApplicationFrame, isInPackage }
