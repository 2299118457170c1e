'use strict'
// Makes a snapshot by a pause of the debugger: the frames, the objects that they reach, and the texts of the scripts.

const { asyncStoresJson } = require('../capture/snapshot/async-stores')
const { bytesForObjects } = require('../capture/values/native-walk')
const { readAwaitingFrames } = require('./suspended/awaiting-frames')
const { readCallFrames, withoutOwnFrames } = require('./call-frames')
const { errorLine } = require('../capture/values/read-error')
const { pause } = require('./pause')
const { Error, Number, ObjectCreate, hrtime, itemsFrom } = require('../safe/primordials')
const { createPausedWalk } = require('./values/paused-walk')
const { addScripts } = require('./script-sources')

/** @typedef {import('../capture/types').Snapshot} Snapshot */
/** @typedef {import('../capture/types').SnapshotOptions} SnapshotOptions */
/** @typedef {import('../capture/types').CapturedScript} CapturedScript */

/** Number of frames whose scripts are looked up. */
const SCRIPT_FRAMES = 80

/**
 * Captures the stack of the caller, without the collector's own frames.
 *
 * @param {import('../addon/native-functions').Native} native
 * @param {SnapshotOptions} options
 * @returns {Snapshot}
 * @throws {Error} when no pause is possible
 */
function takeSnapshot (native, options) {
  const takenAtNs = hrtime()
  const { foreign } = options
  const own = ObjectCreate(null)
  /** @type {Snapshot[]} */
  const taken = []
  pause(native, own, foreign, (post, callFrames, urls) => {
    const first = anchorOf(callFrames[0], foreign === undefined ? own : foreign[0])
    const anchors = foreign === undefined ? [first] : [first, anchorOf(callFrames[1], own)]
    // The frame of the foreign stop has no file by which it could be recognised as ours, so it is removed here.
    const frames = foreign === undefined ? callFrames : itemsFrom(callFrames, 1)
    // Own frames are recognised by their script, too, because V8 11 takes the name of a script from its code cache,
    // which may have been made under another path (test/workarounds/script-name-from-cache.js, Node.js 20).
    taken[0] = readSnapshot(native, { post, anchors, urls, ownScriptId: frames[0].location.scriptId }, frames, options)
  })
  if (taken.length === 0) throw new Error('V8 did not pause')
  return { ...taken[0], takenAtNs, durationMs: Number(hrtime() - takenAtNs) / 1e6 }
}

/**
 * Captures the stack of a pause that V8 is in already.
 *
 * @param {import('../addon/native-functions').Native} native
 * @param {{ post: import('./pause').Post, anchors: import('./call-frames').Anchor[], urls: Record<string, string>,
 *   ownScriptId?: string }} connection
 * @param {import('./pause').CallFrame[]} pausedFrames
 * @param {SnapshotOptions} options
 * @returns {Snapshot}
 */
function readSnapshot (
  native,
  { post, anchors, urls, ownScriptId },
  pausedFrames,
  { id, hook, limits, taskProbes, overflow = false }
) {
  const takenAtNs = hrtime()
  const walkLimits = { ...limits, maxBytes: bytesForObjects(limits.maxBytes), idPrefix: `${id}.`, overflow }
  const scripts = stackScripts(native)
  const walk = createPausedWalk(native, walkLimits)
  const callFrames = readCallFrames(post, pausedFrames, anchors, { ...walkLimits, ownScriptId }, walk, urls)
  // Read by index, because destructuring would run an iterator that the application may have replaced.
  const { id: anchorId, object: anchor } = anchors[0]
  // With capture() nothing fails, so promises at hand are not looked at: none of them will be rejected with the value.
  const failing = hook === 'api' ? [] : withoutOwnFrames(pausedFrames, urls, ownScriptId)
  /** @type {Snapshot['awaiting']} */
  let awaiting = []
  /** @type {string[]} */
  const failures = []
  if (taskProbes !== null && !overflow) {
    // If the functions that wait can't be read, the stack is kept all the same.
    try {
      awaiting = readAwaitingFrames(native, taskProbes, { post, anchorId, anchor }, walk, failing, walkLimits.idPrefix)
    } catch (error) {
      failures[0] = `awaiting functions: ${errorLine(error)}`
    }
  }
  if (awaiting.length > 0) addScripts(post, awaiting, scripts)
  const asyncStores = asyncStoresJson(native, walk.liveValue)
  const objects = walk.finish()
  return {
    id,
    hook,
    callFrames,
    awaiting,
    asyncStores,
    objects,
    scripts,
    walker: 'native',
    failures,
    takenAtNs,
    durationMs: Number(hrtime() - takenAtNs) / 1e6
  }
}

/**
 * @param {import('./pause').CallFrame} callFrame whose `this` is the object
 * @param {Record<string, unknown>} object of the collector
 */
function anchorOf (callFrame, object) {
  return { id: /** @type {string} */ (callFrame.this.objectId), object }
}

/** @param {import('../addon/native-functions').Native} native */
function stackScripts (native) {
  /** @type {Record<string, CapturedScript>} */
  const scripts = ObjectCreate(null)
  const flat = native.stackScripts(SCRIPT_FRAMES)
  for (let i = 0; i < flat.length; i += 4) {
    scripts[flat[i]] = { url: flat[i + 1] ?? '', source: flat[i + 2], sourceMapURL: flat[i + 3] }
  }
  return scripts
}

module.exports = { readSnapshot, takeSnapshot }
