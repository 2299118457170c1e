'use strict'
// The async functions that wait, directly or not, for what runs: each as a frame, where it stands and with its variables. When the error is
// reported they are rejected already, and their variables gone. Whether the error came to a function can be told then: by the promise that it awaited.

const { closureScopes } = require('./closure-scopes')
const { liveValues } = require('./live-values')
const { WeakRefDeref } = require('../capture/object-primordials')
const { StringSlice, StringStartsWith } = require('../capture/primordials')
const { settlingValues } = require('./settling-values')
const { suspendedState } = require('./suspended-state')
const { RawJson, toJson } = require('../capture/to-json')

/**
 * @typedef {import('./call-frames').CapturedFrame & Awaiter} AwaitingFrame
 * @typedef {object} Awaiter
 * @property {WeakRef<object> | null} awaited the promise that it awaits
 * @property {boolean} inBlock what it has in blocks is gone when it is rejected
 * @property {boolean} certain it waits for a function of the stack; otherwise for something that one of these may settle
 */

/** The nearest; half a millisecond each. */
const MAX_FRAMES = 10
const WeakRefConstructor = WeakRef

/**
 * @param {import('../native').Native} native
 * @param {import('../capture/async-tasks/probes').TaskProbes} probes
 * @param {import('./live-values').Connection} connection
 * @param {import('../capture/native-walk').Walk} walk
 * @param {import('./pause').CallFrame[]} callFrames whose variables may be, or hold, a promise that fails next
 * @param {string} idPrefix
 * @returns {AwaitingFrame[]} the nearest first; those of Node.js are left out
 */
function readAwaitingFrames (native, probes, connection, walk, callFrames, idPrefix) {
  const found = native.awaitingTasks(probes, MAX_FRAMES, settlingValues(connection, callFrames))
  const { liveVariables } = walk
  /** @type {AwaitingFrame[]} */
  const frames = []
  if (found === undefined || liveVariables === undefined || found.tasks.length === 0) return frames
  const access = liveValues(connection)
  const scopes = closureScopes(access, { variables: liveVariables }, `${idPrefix}w`)
  const shown = access.show(found.tasks)
  for (let i = 0; i < found.tasks.length; i++) {
    const place = native.functionPlace(found.functions[i])
    if (place === undefined || StringStartsWith(place.url ?? 'node:', 'node:')) continue
    const { lineNumber, columnNumber, scriptId, receiver, scopesOf } = suspendedState(access, /** @type {string} */ (shown[i].value?.objectId))
    const functionLocation = { scriptId, lineNumber: place.lineNumber ?? 0, columnNumber: place.columnNumber ?? 0 }
    const { url = '', functionName = '' } = place
    const promise = found.awaited[i]
    const scopeChain = scopes(scopesOf)
    const json = toJson({
      functionName,
      url,
      scriptId,
      functionLocation,
      internal: false,
      this: receiver === undefined ? { type: 'undefined' } : new RawJson(walk.liveValue(receiver)),
      scopeChain
    })
    frames[frames.length] = {
      json: StringSlice(json, 1, -1),
      functionName,
      url,
      scriptId,
      lineNumber,
      columnNumber,
      startLine: functionLocation.lineNumber,
      startColumn: functionLocation.columnNumber,
      internal: false,
      functionKey: toJson(functionLocation),
      awaited: promise === undefined ? null : new WeakRefConstructor(promise),
      inBlock: scopeChain.length > 0 && (scopeChain[0].type === 'block' || scopeChain[0].type === 'catch'),
      certain: i < found.certain
    }
  }
  return frames
}

/**
 * A function that awaits a promise stands where it did until the promise is settled. When that was rejected with the reason, the function was
 * read as the reason came to it.
 *
 * @param {import('../native').Native} native
 * @param {AwaitingFrame[]} awaiting
 * @param {unknown} reason that the process reports
 * @param {boolean} isItsStack whether they were read while this very error was made: then those who waited for the stack need no proof
 * @returns {AwaitingFrame[]} without those of which it is not certain that the reason came to them
 */
function confirmed (native, awaiting, reason, isItsStack) {
  const frames = []
  for (let i = 0; i < awaiting.length; i++) {
    const { certain, awaited } = awaiting[i]
    const isSure = (certain && isItsStack) || (awaited !== null && native.isRejectedWith(WeakRefDeref(awaited), reason))
    if (isSure) frames[frames.length] = awaiting[i]
  }
  return frames
}

module.exports = { confirmed, readAwaitingFrames }
