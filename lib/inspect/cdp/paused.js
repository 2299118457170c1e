'use strict'
// The frames of a dump as Debugger.paused tells them.

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').CallFrameRecord} CallFrameRecord */

/**
 * How the frames are marked that were not on the stack of the throw. CDP's own place for them, asyncStackTrace, has no
 * scopes; as frames after the others their variables can be seen.
 */
const ROLES = { awaiting: 'await', created: 'created in' }

/**
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 * @returns {object} parameters of Debugger.paused
 */
function pausedEvent (dump, handles, scripts) {
  const callFrames = dump.callFrames.map((frame) => callFrame(frame, handles, scripts))
  return {
    callFrames: callFrames.length > 0 ? callFrames : stackOnly(dump, handles, scripts),
    reason: dump.header.trigger === 'unhandledRejection' ? 'promiseRejection' : dump.exception === null ? 'other' : 'exception',
    ...(dump.exception !== null && { data: exceptionObject(dump, handles) }),
    hitBreakpoints: []
  }
}

/**
 * @param {CallFrameRecord} frame
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 */
function callFrame (frame, handles, scripts) {
  const { scriptId, lineNumber, columnNumber, functionLocation } = frame
  const name = frame.functionName === '' && frame.role !== undefined ? '(anonymous)' : frame.functionName
  return {
    callFrameId: String(frame.index),
    functionName: frame.role === undefined ? name : `${ROLES[frame.role]} ${name}`,
    ...(functionLocation !== undefined && { functionLocation: { scriptId, ...functionLocation } }),
    location: { scriptId, lineNumber, columnNumber },
    url: scripts.url(scriptId),
    scopeChain: frame.scopeChain.map((scope, index) => ({
      type: scope.type,
      object: handles.remote(handles.makeScope(`scope ${index} of frame ${frame.index}`, scope)),
      ...(scope.name !== undefined && { name: scope.name }),
      ...(scope.startLocation !== undefined && { startLocation: { scriptId, ...scope.startLocation } }),
      ...(scope.endLocation !== undefined && { endLocation: { scriptId, ...scope.endLocation } })
    })),
    this: handles.remote(frame.this)
  }
}

/**
 * Where no frame was captured, the error's own stack: places without variables.
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 */
function stackOnly (dump, handles, scripts) {
  return (dump.exception?.stack ?? []).map(({ functionName, url, lineNumber, columnNumber }, index) => ({
    callFrameId: String(index),
    functionName,
    location: { scriptId: scripts.idOf(url), lineNumber, columnNumber },
    url: scripts.url(scripts.idOf(url)),
    scopeChain: [],
    this: { type: 'undefined' }
  }))
}

/**
 * The thrown value; of an error with the stack that Node.js printed.
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @returns {import('node:inspector').Runtime.RemoteObject}
 */
function exceptionObject (dump, handles) {
  const { exception } = dump
  if (exception === null) return { type: 'undefined' }
  const remote = handles.remote(exception.value, true)
  return exception.value.subtype === 'error' ? { ...remote, subtype: 'error', description: exception.description } : remote
}

module.exports = { pausedEvent, exceptionObject }
