'use strict'
// Converts the frames of a dump to the parameters of Debugger.paused.

const { factsOf } = require('../crash/facts')
const { schedulingFrames } = require('../scheduling')
const { urlOf } = require('./scripts')
const { placesOf } = require('../source/scope-places')
const { taskWaiters } = require('../crash/task-tree')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('../source/lines').Place & { scriptId: string }} Location */
/**
 * @typedef {object} PausedEvent parameters of Debugger.paused
 * @property {{ functionName: string, location: Location }[]} callFrames
 * @property {string} reason
 * @property {{ description: string, callFrames: ({ functionName: string } & Location)[] }} [asyncStackTrace]
 * @property {unknown[]} hitBreakpoints
 */

/**
 * Marks of the frames that were not on the stack of the throw. CDP's place for them is asyncStackTrace, which has no
 * scopes, so they follow the other frames, where a front end shows their variables.
 */
const ROLES = {
  awaiting: 'await',
  created: 'created in',
  caller: 'captured by',
  exit: 'ended by',
  scheduling: 'scheduled by'
}

/** How many causes have frames. If there are more, those nearest to the root have them. */
const MAX_CAUSES = 20

/**
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 * @returns {PausedEvent}
 */
function pausedEvent (dump, handles, scripts) {
  const { callFrames, parents } =
    dump.callFrames.length > 0
      ? framesInOrder(dump, handles, scripts)
      : { callFrames: stackOnly(dump, handles, scripts), parents: [] }
  const schedulers = schedulingFrames(dump).map(frame => callFrame(dump, frame, handles, scripts))
  return {
    callFrames: [...callFrames, ...schedulers, ...causeFrames(dump, handles, scripts)],
    reason:
      dump.header.trigger === 'unhandledRejection'
        ? 'promiseRejection'
        : dump.exception === null
          ? dump.header.trigger === 'outOfMemory' ? 'OOM' : 'other'
          : 'exception',
    ...(dump.exception !== null && { data: exceptionObject(dump, handles) }),
    ...(parents.length > 0 && { asyncStackTrace: { description: 'await', callFrames: parents } }),
    hitBreakpoints: []
  }
}

/**
 * Some of the functions that awaited the failed one have variables; others are only places in the error's own stack. If
 * all are only places, they become CDP's asyncStackTrace. Otherwise the places are put among the frames, in the order
 * of the stack.
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 */
function framesInOrder (dump, handles, scripts) {
  const stack = dump.exception?.stack ?? []
  const keyOf = (/** @type {{ url: string, lineNumber: number }} */ { url, lineNumber }) =>
    `${lineNumber} ${urlOf(url)}`
  // Reversed, so that of several frames at one line the first one counts.
  const indexes = new Map(stack.map((frame, index) => /** @type {const} */ ([keyOf(frame), index])).reverse())
  const indexOf = (/** @type {{ url: string, lineNumber: number }} */ place) => indexes.get(keyOf(place)) ?? -1
  const known = new Set(dump.callFrames.map(indexOf))
  const places = stack.flatMap((frame, index) => (frame.async === true && !known.has(index) ? [{ index, frame }] : []))
  const framesOf = (/** @type {CallFrameRecord['role']} */ role) =>
    dump.callFrames
      .filter(frame => frame.role === role)
      .map(frame => ({ index: indexOf(frame), frame: callFrame(dump, frame, handles, scripts) }))
  const awaiting = framesOf('awaiting')
  const own = framesOf(undefined)
  const others = [...framesOf('created'), ...framesOf('caller'), ...framesOf('exit')]
  if (awaiting.length === 0) {
    const parents = places.map(({ frame: { functionName, url, lineNumber, columnNumber } }) => ({
      functionName,
      scriptId: scripts.idOf(url),
      url: urlOf(url),
      lineNumber,
      columnNumber
    }))
    return { callFrames: [...own, ...others].map(({ frame }) => frame), parents }
  }
  const between = places.map(({ index, frame }) => ({
    index,
    frame: placeFrame(
      `place ${index}`,
      { ...frame, functionName: `${ROLES.awaiting} ${frame.functionName || '(anonymous)'}` },
      scripts
    )
  }))
  const merged = [...awaiting, ...between].sort(
    (a, b) => (a.index === -1 ? Infinity : a.index) - (b.index === -1 ? Infinity : b.index) || 0
  )
  return { callFrames: [...own, ...merged, ...others].map(({ frame }) => frame), parents: [] }
}

/**
 * The frames of the causes, which follow the frames of the reported error. The root's frames come first.
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 */
function causeFrames (dump, handles, scripts) {
  return factsOf(dump).errors
    .flatMap(({ cause }) => cause ?? [])
    .slice(0, MAX_CAUSES)
    .flatMap(({ index, className }) =>
      dump
        .seenFrom(index)
        .callFrames.map((frame, i) =>
          callFrame(dump, frame, handles, scripts, `${i === 0 ? 'caused by ' : ''}${className ?? 'error'} in`)
        )
    )
}

/**
 * A suspended function at its await, followed by the functions that wait for it.
 * @param {Dump} dump
 * @param {AsyncTaskRecord} task
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 * @returns {PausedEvent}
 */
function pausedTaskEvent (dump, task, handles, scripts) {
  const waiters = taskWaiters(dump)(task)
  return {
    callFrames: [
      callFrame(dump, task, handles, scripts),
      ...waiters.map(waiter => callFrame(dump, waiter, handles, scripts, ROLES.awaiting))
    ],
    reason: 'other',
    hitBreakpoints: []
  }
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord|AsyncTaskRecord} frame
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 * @param {string} [role]
 */
function callFrame (
  dump,
  frame,
  handles,
  scripts,
  role = 'role' in frame && frame.role !== undefined ? ROLES[frame.role] : undefined
) {
  const { scriptId, lineNumber, columnNumber } = frame
  const { functionLocation, scopeChain } = placesOf(dump, frame)
  const id = frame.kind === 'callFrame' ? String(frame.index) : frame.taskId
  return {
    callFrameId: id,
    functionName: role === undefined ? frame.functionName : `${role} ${frame.functionName || '(anonymous)'}`,
    ...(functionLocation !== undefined && { functionLocation: { scriptId, ...functionLocation } }),
    location: { scriptId, lineNumber, columnNumber },
    url: scripts.url(scriptId),
    scopeChain: scopeChain.map((scope, index) => ({
      type: scope.type,
      object: handles.remote(handles.makeScope(`scope ${index} of frame ${id}`, scope)),
      ...(scope.name !== undefined && { name: scope.name }),
      ...(scope.startLocation !== undefined && { startLocation: { scriptId, ...scope.startLocation } }),
      ...(scope.endLocation !== undefined && { endLocation: { scriptId, ...scope.endLocation } })
    })),
    this: handles.remote(frame.this ?? { type: 'undefined' })
  }
}

/**
 * @param {PausedEvent|null} paused
 * @returns {({ functionName: string } & Location)[]} places of all its frames
 */
function framePlaces (paused) {
  return [
    ...(paused?.callFrames ?? []).map(({ functionName, location }) => ({ functionName, ...location })),
    ...(paused?.asyncStackTrace?.callFrames ?? [])
  ]
}

/**
 * The frames of a dump without captured frames: the error's own stack, without variables.
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @param {import('./scripts').Scripts} scripts
 */
function stackOnly (dump, handles, scripts) {
  return (dump.exception?.stack ?? []).map((frame, index) => placeFrame(String(index), frame, scripts))
}

/**
 * @param {string} callFrameId
 * @param {import('crash-collector-shared/dump/format').StackFrame} frame
 * @param {import('./scripts').Scripts} scripts
 */
function placeFrame (callFrameId, { functionName, url, lineNumber, columnNumber }, scripts) {
  const scriptId = scripts.idOf(url)
  /** @type {import('node:inspector').Runtime.RemoteObject} */
  const self = { type: 'undefined' }
  return {
    callFrameId,
    functionName,
    location: { scriptId, lineNumber, columnNumber },
    url: scripts.url(scriptId),
    scopeChain: [],
    this: self
  }
}

/**
 * The thrown value. The description of an error is the stack that Node.js printed.
 * @param {Dump} dump
 * @param {import('./handles').Handles} handles
 * @returns {import('node:inspector').Runtime.RemoteObject}
 */
function exceptionObject (dump, handles) {
  const { exception } = dump
  if (exception === null) return { type: 'undefined' }
  const remote = handles.remote(exception.value, true)
  return exception.value.subtype === 'error'
    ? { ...remote, subtype: 'error', description: exception.description }
    : remote
}

module.exports = { pausedEvent, pausedTaskEvent, exceptionObject, framePlaces }
