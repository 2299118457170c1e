'use strict'
// One capture in memory: the frames, the objects they reach, and the texts of the scripts, taken in one pause.

const { asyncStoresJson } = require('./async-stores')
const { readAwaitingFrames } = require('./awaiting-frames')
const { bytesForObjects } = require('./byte-shares')
const { readCallFrames, withoutOwnFrames } = require('./call-frames')
const { errorLine } = require('./error-text')
const { loadInspectorWalk } = require('./load-inspector-walk')
const { nativeWalk } = require('./native-walk')
const { pause } = require('./pause')
const { Error, Number, ObjectCreate, hrtime, itemsFrom } = require('./primordials')
const { addScripts } = require('./script-sources')

/**
 * @typedef {{ url: string, source: string | undefined, sourceMapURL: string | undefined }} CapturedScript
 */

/**
 * @typedef {object} Snapshot
 * @property {number} id
 * @property {import('../dump/format').CaptureInfo['hook']} hook
 * @property {import('./call-frames').CapturedFrames} callFrames
 * @property {import('./awaiting-frames').AwaitingFrame[]} awaiting async functions that waited for those of the stack, the nearest first
 * @property {import('./async-stores').StoringJson[] | null} asyncStores of the code that was running; null when they could not be read
 * @property {import('./native-walk').WalkedObjects} objects
 * @property {Record<string, CapturedScript>} scripts by scriptId
 * @property {'native' | 'inspector'} walker
 * @property {string[]} failures of the collector on the way
 * @property {bigint} takenAtNs of process.hrtime
 * @property {number} durationMs
 */

/**
 * @typedef {object} SnapshotOptions
 * @property {number} id
 * @property {Snapshot['hook']} hook
 * @property {import('../config').Limits & { redactor?: import('./redaction').Redactor }} limits
 * @property {import('./async-tasks/probes').TaskProbes | null} taskProbes
 * @property {boolean} [overflow] the stack was used up: the innermost function may not have come to its variables
 * @property {import('../native').ForeignStop} [foreign] when another context is running
 */

/** Scripts of more frames than this are not looked up. */
const SCRIPT_FRAMES = 80

/**
 * Reads the stack of the caller. Its own frames are left out.
 *
 * @param {import('../native').Native | null} native
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
    // The frame of the foreign stop has no file, so nothing else would tell that it is ours.
    const frames = foreign === undefined ? callFrames : itemsFrom(callFrames, 1)
    // A package that was built in one place and moved to another has a code cache that names the old one: own frames are told by
    // their script, too.
    taken[0] = readSnapshot(native, { post, anchors, urls, ownScriptId: frames[0].location.scriptId }, frames, options)
  })
  if (taken.length === 0) throw new Error('V8 did not pause')
  return { ...taken[0], takenAtNs, durationMs: Number(hrtime() - takenAtNs) / 1e6 }
}

/**
 * Reads the stack of a pause that there is already.
 *
 * @param {import('../native').Native | null} native
 * @param {{ post: import('./pause').Post, anchors: import('./call-frames').Anchor[], urls: Record<string, string>,
 *   ownScriptId?: string }} connection
 * @param {import('./pause').CallFrame[]} pausedFrames
 * @param {SnapshotOptions} options
 * @returns {Snapshot}
 */
function readSnapshot (native, { post, anchors, urls, ownScriptId }, pausedFrames, { id, hook, limits, taskProbes, overflow = false }) {
  const takenAtNs = hrtime()
  const walkLimits = { ...limits, maxBytes: bytesForObjects(limits.maxBytes), idPrefix: `${id}.`, overflow }
  const scripts = native === null ? ObjectCreate(null) : stackScripts(native)
  const walk = native === null ? loadInspectorWalk().inspectorWalk({ ...walkLimits, urls }) : nativeWalk(native, walkLimits)
  const callFrames = readCallFrames(post, pausedFrames, anchors, { ...walkLimits, ownScriptId }, walk, urls)
  // By index: destructuring would run an iterator that the application may have replaced.
  const { id: anchorId, object: anchor } = anchors[0]
  // Where nothing fails, nobody will be told whether a promise at hand was rejected.
  const failing = hook === 'api' ? [] : withoutOwnFrames(pausedFrames, urls, ownScriptId)
  /** @type {Snapshot['awaiting']} */
  let awaiting = []
  /** @type {string[]} */
  const failures = []
  if (native !== null && taskProbes !== null && !overflow) {
    // The stack is worth more than those who wait for it.
    try {
      awaiting = readAwaitingFrames(native, taskProbes, { post, anchorId, anchor }, walk, failing, walkLimits.idPrefix)
    } catch (error) {
      failures[0] = `awaiting functions: ${errorLine(error)}`
    }
  }
  if (awaiting.length > 0) addScripts(post, awaiting, scripts)
  const asyncStores = asyncStoresJson(native, walk.liveValue)
  const objects = walk.finish()
  if (native === null && hook === 'api') addScripts(post, callFrames.frames, scripts)
  return {
    id,
    hook,
    callFrames,
    awaiting,
    asyncStores,
    objects,
    scripts,
    walker: native === null ? 'inspector' : 'native',
    failures,
    takenAtNs,
    durationMs: Number(hrtime() - takenAtNs) / 1e6
  }
}

/**
 * @param {import('./pause').CallFrame} callFrame whose `this` is the object
 * @param {Record<string, unknown>} object
 */
function anchorOf (callFrame, object) {
  return { id: /** @type {string} */ (callFrame.this.objectId), object }
}

/** @param {import('../native').Native} native */
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
