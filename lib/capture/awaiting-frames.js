'use strict'
// The async functions that wait, directly or not, for what runs: each as a frame, where it stands and with its variables. When the error is
// reported they are rejected already, and their variables gone. Whether the error came to a function can be told then, by its result.

const { closureScopes } = require('./closure-scopes')
const { liveValues } = require('./live-values')
const { StringSlice, StringStartsWith, uncurryThis } = require('./primordials')
const { settlingValues } = require('./settling-values')
const { suspendedState } = require('./suspended-state')
const { RawJson, toJson } = require('./to-json')

/**
 * @typedef {import('./call-frames').CapturedFrame & Awaiter} AwaitingFrame
 * @typedef {object} Awaiter
 * @property {WeakRef<object>} task the suspended function
 * @property {boolean} certain it waits for a function of the stack; otherwise for something that one of these may settle
 */

/** The nearest; half a millisecond each. */
const MAX_FRAMES = 10
const WeakRefConstructor = WeakRef
const WeakRefDeref = uncurryThis(/** @type {(this: WeakRef<object>) => object | undefined} */ (WeakRef.prototype.deref))

/**
 * @param {import('../native').Native} native
 * @param {import('./async-tasks/probes').TaskProbes} probes
 * @param {import('./live-values').Connection} connection
 * @param {import('./native-walk').Walk} walk
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
    const json = toJson({
      functionName,
      url,
      scriptId,
      functionLocation,
      internal: false,
      this: receiver === undefined ? { type: 'undefined' } : new RawJson(walk.liveValue(receiver)),
      scopeChain: scopes(scopesOf)
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
      task: new WeakRefConstructor(found.tasks[i]),
      certain: i < found.certain
    }
  }
  return frames
}

/**
 * @param {import('../native').Native} native
 * @param {import('./async-tasks/probes').TaskProbes} probes
 * @param {AwaitingFrame[]} awaiting
 * @param {unknown} reason that the process reports
 * @param {boolean} isItsStack whether they were read while this very error was made: then those who waited for the stack need no proof
 * @returns {AwaitingFrame[]} without those of which it is not certain that the reason came to them
 */
function confirmed (native, probes, awaiting, reason, isItsStack) {
  /** @type {object[]} */
  const tasks = []
  /** Of each frame the index of its task, -1 for one that needs no proof. */
  const indexes = []
  const frames = []
  for (let i = 0; i < awaiting.length; i++) {
    const { certain, task } = awaiting[i]
    const needsProof = !certain || !isItsStack
    indexes[i] = needsProof ? tasks.length : -1
    // What is gone is no task, nor is a frame.
    if (needsProof) tasks[tasks.length] = WeakRefDeref(task) ?? awaiting[i]
  }
  const rejected = tasks.length === 0 ? [] : native.rejectedWith(probes, tasks, reason) ?? []
  for (let i = 0; i < awaiting.length; i++) {
    if (indexes[i] < 0 || rejected[indexes[i]]) frames[frames.length] = awaiting[i]
  }
  return frames
}

module.exports = { confirmed, readAwaitingFrames }
