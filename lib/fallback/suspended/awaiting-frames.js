'use strict'
// Reads the async functions that wait, directly or not, for what runs: each as a frame with its position and variables.
// They are read at the capture, because at the report they are rejected already, and their variables are gone.

const { createClosureReader } = require('../values/closure-scopes')
const { createLiveValues } = require('../values/live-values')
const { StringSlice, StringStartsWith } = require('../../safe/primordials')
const { promisesAtHand } = require('./promises-at-hand')
const { suspendedState } = require('./suspended-state')
const { RawJson, toJson } = require('../../capture/values/to-json')

/** @typedef {import('../../addon/native-functions').TaskFunctions} TaskFunctions */
/** @typedef {import('../../capture/types').AwaitingFrame} AwaitingFrame */

/** Number of functions, the nearest ones, that are read. Each takes half a millisecond. */
const MAX_FRAMES = 10
const WeakRefConstructor = WeakRef

/**
 * @param {TaskFunctions} native
 * @param {import('../../capture/async-tasks/probes').TaskProbes} probes
 * @param {import('../values/live-values').Connection} connection
 * @param {import('../values/paused-walk').Walk} walk
 * @param {import('../pause').CallFrame[]} callFrames whose variables may be, or hold, a promise that fails next
 * @param {string} idPrefix
 * @returns {AwaitingFrame[]} the nearest first; those of Node.js are left out
 */
function readAwaitingFrames (native, probes, connection, walk, callFrames, idPrefix) {
  const found = native.awaitingTasks(probes, MAX_FRAMES, promisesAtHand(connection, callFrames))
  /** @type {AwaitingFrame[]} */
  const frames = []
  if (found === undefined || found.tasks.length === 0) return frames
  const access = createLiveValues(connection)
  const scopes = createClosureReader(access, { variables: walk.liveVariables }, `${idPrefix}w`)
  const shown = access.show(found.tasks)
  for (let i = 0; i < found.tasks.length; i++) {
    const place = native.functionPlace(found.functions[i])
    if (place === undefined || StringStartsWith(place.url ?? 'node:', 'node:')) continue
    const { lineNumber, columnNumber, scriptId, receiver, scopesOf } = suspendedState(
      access,
      /** @type {string} */ (shown[i].value?.objectId)
    )
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

module.exports = { readAwaitingFrames }
