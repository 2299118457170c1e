'use strict'
// One capture in memory: the frames, the objects they reach, and the texts of the scripts, taken in one pause.

const { readCallFrames } = require('./call-frames')
const { inspectorWalk } = require('./inspector-walk')
const { nativeWalk } = require('./native-walk')
const { pause } = require('./pause')
const { hrtime } = require('./primordials')
const { addScripts } = require('./script-sources')

/**
 * @typedef {{ url: string, source: string | undefined, sourceMapURL: string | undefined }} CapturedScript
 */

/**
 * @typedef {object} Snapshot
 * @property {number} id
 * @property {import('../dump/format').CaptureInfo['hook']} hook
 * @property {import('./call-frames').CapturedFrames} callFrames
 * @property {import('./native-walk').WalkedObjects} objects
 * @property {Record<string, CapturedScript>} scripts by scriptId
 * @property {'native' | 'inspector'} walker
 * @property {number} loopIteration turn of the event loop, 0 when it isn't known
 * @property {bigint} takenAtNs of process.hrtime
 * @property {number} durationMs
 */

/** Scripts of more frames than this are not looked up. */
const SCRIPT_FRAMES = 80

/**
 * Reads the stack of the caller. Its own frames are left out.
 *
 * @param {import('../native').Native | null} native
 * @param {{ id: number, hook: Snapshot['hook'], limits: import('../config').Limits }} options
 * @returns {Snapshot}
 * @throws {Error} when no pause is possible
 */
function takeSnapshot (native, options) {
  const takenAtNs = hrtime()
  const anchor = Object.create(null)
  /** @type {Snapshot[]} */
  const taken = []
  pause(anchor, (post, callFrames, urls) => {
    const anchorId = /** @type {string} */ (callFrames[0].this.objectId)
    taken[0] = readSnapshot(native, { post, anchorId, anchor, urls }, callFrames, options)
  })
  if (taken.length === 0) throw new Error('V8 did not pause')
  return { ...taken[0], takenAtNs, durationMs: Number(hrtime() - takenAtNs) / 1e6 }
}

/**
 * Reads the stack of a pause that there is already.
 *
 * @param {import('../native').Native | null} native
 * @param {{ post: import('./pause').Post, anchorId: string, anchor: Record<string, unknown>, urls: Record<string, string> }} connection
 * @param {import('./pause').CallFrame[]} pausedFrames
 * @param {{ id: number, hook: Snapshot['hook'], limits: import('../config').Limits }} options
 * @returns {Snapshot}
 */
function readSnapshot (native, { post, anchorId, anchor, urls }, pausedFrames, { id, hook, limits }) {
  const takenAtNs = hrtime()
  const walkLimits = { ...limits, idPrefix: `${id}.` }
  const scripts = native === null ? Object.create(null) : stackScripts(native)
  const walk = native === null ? inspectorWalk({ ...walkLimits, urls }) : nativeWalk(native, walkLimits)
  const callFrames = readCallFrames(post, pausedFrames, { id: anchorId, object: anchor }, walkLimits, walk, urls)
  const objects = walk.finish()
  if (native === null && hook === 'api') addScripts(post, callFrames.frames, scripts)
  return {
    id,
    hook,
    callFrames,
    objects,
    scripts,
    walker: native === null ? 'inspector' : 'native',
    loopIteration: native === null ? 0 : native.loopIteration(),
    takenAtNs,
    durationMs: Number(hrtime() - takenAtNs) / 1e6
  }
}

/** @param {import('../native').Native} native */
function stackScripts (native) {
  /** @type {Record<string, CapturedScript>} */
  const scripts = Object.create(null)
  const flat = native.stackScripts(SCRIPT_FRAMES)
  for (let i = 0; i < flat.length; i += 4) {
    scripts[flat[i]] = { url: flat[i + 1] ?? '', source: flat[i + 2], sourceMapURL: flat[i + 3] }
  }
  return scripts
}

module.exports = { readSnapshot, takeSnapshot }
