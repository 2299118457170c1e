'use strict'
// The async functions that wait, directly or not, for what runs: each as a frame, where it stands and with its variables. When the error is
// reported they are rejected already, and their variables gone.

const { closureScopes } = require('./closure-scopes')
const { liveValues } = require('./live-values')
const { StringSlice, StringStartsWith } = require('./primordials')
const { suspendedState } = require('./suspended-state')
const { RawJson, toJson } = require('./to-json')

/** @typedef {import('./call-frames').CapturedFrame} CapturedFrame */

/** The nearest; half a millisecond each. */
const MAX_FRAMES = 10

/**
 * @param {import('../native').Native} native
 * @param {import('./async-tasks/probes').TaskProbes} probes
 * @param {import('./live-values').Connection} connection
 * @param {import('./native-walk').Walk} walk
 * @param {string} idPrefix
 * @returns {CapturedFrame[]} the nearest first; those of Node.js are left out
 */
function readAwaitingFrames (native, probes, connection, walk, idPrefix) {
  const found = native.awaitingTasks(probes, MAX_FRAMES)
  const { liveVariables } = walk
  /** @type {CapturedFrame[]} */
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
      functionKey: toJson(functionLocation)
    }
  }
  return frames
}

module.exports = { readAwaitingFrames }
