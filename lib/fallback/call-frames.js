'use strict'
// Makes captured frames of the call frames of a Debugger.paused event. Their JSON lacks the index, which is known only
// when a dump is written.

const { OWN_FOLDERS } = require('../addon/own-files')
const { OWN_BUNDLE, addedGlobals } = require('../capture/values/known-objects')
const { primitiveOf } = require('./values/live-values')
const { ObjectCreate, ObjectHasOwn, StringSlice, StringStartsWith, itemsFrom } = require('../safe/primordials')
const { scriptPath } = require('../capture/match/stop-position')
const { RawJson, toJson } = require('../capture/values/to-json')

/**
 * @typedef {import('./pause').CallFrame} CallFrame
 * @typedef {import('./pause').Post} Post
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('./values/paused-walk').Walk} Walk
 * @typedef {import('../capture/types').CapturedFrame} CapturedFrame
 */
/** @typedef {import('../capture/types').CapturedFrames} CapturedFrames */

/** @typedef {{ id: string, object: Record<string, unknown> }} Anchor an object of the collector and its objectId */

/** @typedef {{ prefix: string, count: number, ids: Record<string, string> }} KnownScopes ids: by the text of a scope */

const GLOBAL_SCOPE = /** @type {import('node:inspector').Debugger.Scope} */ ({ type: 'global' })

/** Only these scopes are read of Node.js's own frames, because their closures lead to all of Node.js. */
const SCOPES_ON_THE_STACK = Object.freeze({ __proto__: null, local: true, block: true, catch: true })

/**
 * Reads the frames without the collector's own.
 *
 * @param {Post} post
 * @param {CallFrame[]} callFrames of the pause
 * @param {Anchor[]} anchors one for each context whose objects can be read
 * @param {{ maxFirstFrames: number, maxLastFrames: number, idPrefix: string, overflow: boolean, ownScriptId?: string }}
 *   limits
 * @param {Walk} walk
 * @param {Record<string, string>} urls of all scripts, by scriptId
 * @returns {CapturedFrames}
 */
function readCallFrames (post, callFrames, anchors, limits, walk, urls) {
  const all = withoutOwnFrames(callFrames, urls, limits.ownScriptId)
  const total = all.length
  const fits = total <= limits.maxFirstFrames + limits.maxLastFrames
  const head = fits ? total : limits.maxFirstFrames
  const kept = []
  for (let i = 0; i < total; i++) {
    if (i < head || i >= total - limits.maxLastFrames) kept[kept.length] = all[i]
  }

  /** @type {RemoteObject[]} */
  const objects = []
  const plans = []
  for (let i = 0; i < kept.length; i++) plans[i] = planFrame(kept[i], urls, objects, limits.overflow && i === 0)
  for (let i = 0; i < anchors.length; i++) walk.begin(post, anchors[i].id, anchors[i].object, objects)

  // Objects that are found first are kept if a limit is reached, so the application's frames come before Node.js's.
  const globals = readGlobals(walk)
  const known = { prefix: limits.idPrefix, count: 0, ids: ObjectCreate(null) }
  /** @type {CapturedFrame[]} */
  const frames = []
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < plans.length; i++) {
      if (plans[i].internal === (pass === 1)) frames[i] = writeFrame(plans[i], walk, globals, known)
    }
  }
  return { frames, omittedAfter: head, omitted: total - kept.length }
}

/**
 * @param {CallFrame[]} callFrames
 * @param {Record<string, string>} urls of all scripts, by scriptId
 * @param {string} [ownScriptId] of a script of the collector
 * @returns {CallFrame[]} without the collector's innermost frames
 */
function withoutOwnFrames (callFrames, urls, ownScriptId) {
  let count = 0
  while (
    count < callFrames.length &&
    (callFrames[count].location.scriptId === ownScriptId || isOwnFrame(callFrames[count], urls))
  ) {
    count++
  }
  return itemsFrom(callFrames, count)
}

/**
 * @param {CallFrame} callFrame
 * @param {Record<string, string>} urls of all scripts, by scriptId
 */
function isOwnFrame (callFrame, urls) {
  const url = urlOf(callFrame, urls)
  if (url === OWN_BUNDLE) return true
  const path = scriptPath(url)
  for (let i = 0; i < OWN_FOLDERS.length; i++) if (StringStartsWith(path, OWN_FOLDERS[i])) return true
  return false
}

/**
 * @param {CallFrame} callFrame
 * @param {Record<string, string>} urls of all scripts, by scriptId
 */
function urlOf (callFrame, urls) {
  return callFrame.url || (urls[callFrame.location.scriptId] ?? '')
}

/**
 * @param {CallFrame} callFrame
 * @param {Record<string, string>} urls of all scripts, by scriptId
 * @param {RemoteObject[]} objects gets the objects that the walk must read
 * @param {boolean} unborn the stack was used up before the function had its variables. V8 would show for them whatever
 *   lies in memory, and reading that would end the process. The test `stack overflow` of
 *   test/triggers/uncaught-language.test.js holds this by `npm run test:fallback`
 */
function planFrame (callFrame, urls, objects, unborn) {
  const url = urlOf(callFrame, urls)
  const internal = StringStartsWith(url, 'node:')
  const add = (/** @type {RemoteObject} */ object) => (objects[objects.length] = object) && objects.length - 1
  const scopes = []
  for (let i = 0; i < callFrame.scopeChain.length; i++) {
    const scope = callFrame.scopeChain[i]
    if (scope.type === 'global') continue
    if (internal && !(scope.type in SCOPES_ON_THE_STACK)) continue
    scopes[scopes.length] = { scope, index: unborn && scope.type in SCOPES_ON_THE_STACK ? -1 : add(scope.object) }
  }
  const thisIndex = callFrame.this.objectId === undefined ? -1 : add(callFrame.this)
  return { callFrame, url, internal, scopes, thisIndex }
}

/**
 * @param {ReturnType<typeof planFrame>} plan
 * @param {Walk} walk
 * @param {{ json: string, missing: number } | null} globals
 * @param {KnownScopes} known
 * @returns {CapturedFrame}
 */
function writeFrame ({ callFrame, url, internal, scopes, thisIndex }, walk, globals, known) {
  const scopeChain = []
  for (let i = 0; i < scopes.length; i++) {
    const { scope, index } = scopes[i]
    scopeChain[i] =
      index === -1
        ? { ...scopePlace(scope), variables: [], notCaptured: [{ reason: 'stackOverflow', what: 'variables' }] }
        : writeScope(scope, walk.variables(index), known)
  }
  if (globals !== null && !internal) scopeChain[scopes.length] = writeScope(GLOBAL_SCOPE, globals, known)
  const { scriptId, lineNumber, columnNumber = 0 } = callFrame.location
  const self = thisIndex === -1 ? walk.liveValue(primitiveOf(callFrame.this)) : walk.value(thisIndex)
  const json = toJson({
    functionName: callFrame.functionName,
    url,
    scriptId,
    functionLocation: callFrame.functionLocation && position(callFrame.functionLocation),
    internal,
    this: new RawJson(self),
    scopeChain
  })
  const functionKey = toJson(
    callFrame.functionLocation ? position(callFrame.functionLocation) : [scriptId, callFrame.functionName]
  )
  return {
    json: StringSlice(json, 1, -1),
    functionName: callFrame.functionName,
    url,
    scriptId,
    lineNumber,
    columnNumber,
    startLine: callFrame.functionLocation?.lineNumber ?? 0,
    startColumn: callFrame.functionLocation?.columnNumber ?? 0,
    internal,
    functionKey
  }
}

/** @param {Walk} walk */
function readGlobals (walk) {
  const added = addedGlobals()
  return added === null ? null : walk.liveVariables(added)
}

/**
 * Frames of one module share its scopes, but the inspector makes a new object for a scope in each frame
 * (test/workarounds/scope-object-per-frame.js, Node.js 20 to 26). So scopes with the same place and the same contents,
 * down to the identity of every object, are written once.
 *
 * @param {import('node:inspector').Debugger.Scope} scope
 * @param {{ json: string, missing: number }} variables
 * @param {KnownScopes} known
 */
function writeScope (scope, { json, missing }, known) {
  const place = scopePlace(scope)
  const key = toJson(place) + json
  const scopeId = known.ids[key]
  if (scopeId === undefined) known.ids[key] = `${known.prefix}${++known.count}`
  return {
    ...place,
    scopeId: scopeId ?? known.ids[key],
    variables: scopeId === undefined ? new RawJson(json) : [],
    notCaptured: missing > 0 ? [{ reason: 'fieldCount', count: missing }] : undefined
  }
}

/** @param {import('node:inspector').Debugger.Scope} scope */
function scopePlace (scope) {
  const { type, startLocation, endLocation } = scope
  return {
    type,
    // Most scopes have no name, and would inherit one from Object.prototype.
    name: (ObjectHasOwn(scope, 'name') && scope.name) || undefined,
    startLocation: startLocation && position(startLocation),
    // V8 gives -1 for the end of a scope around an eval() (test/workarounds/eval-scope-end.js, Node.js 20 to 26).
    endLocation: endLocation && endLocation.lineNumber >= 0 ? position(endLocation) : undefined
  }
}

/**
 * A script may be given a negative column for its beginning, to hide a wrapper (the option `columnOffset` of node:vm).
 * @param {import('node:inspector').Debugger.Location} location
 */
function position ({ scriptId, lineNumber, columnNumber = 0 }) {
  return { scriptId, lineNumber, columnNumber: columnNumber < 0 ? 0 : columnNumber }
}

module.exports = { isOwnFrame, readCallFrames, withoutOwnFrames }
