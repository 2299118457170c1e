'use strict'
// Makes a snapshot of a capture that the addon made and keeps.

const { ObjectCreate, String, WeakRef } = require('../../safe/primordials')
const { TypedArrayLength } = require('../../safe/reflection')
const { RawJson, toJson } = require('../values/to-json')

/** @typedef {import('../../addon/native-functions').HookFunctions} HookFunctions */

/**
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../types').CapturedFrame} CapturedFrame
 * @typedef {import('../../addon/native-types').NativeFrame} NativeFrame
 */

/** Names of the hooks, in the order of src/snapshot/snapshot_store.h. */
const HOOKS = /** @type {const} */ ([
  'errorCreated',
  'uncaught',
  'promiseReject',
  'api',
  'exit',
  'outOfMemory',
  'interrupt',
  'loopEmpty'
])

/**
 * @param {HookFunctions} native
 * @param {number} id of the capture
 * @returns {Snapshot | null} null when the addon has none with that id
 */
function nativeSnapshot (native, id) {
  const taken = native.snapshotOf(id)
  if (taken === undefined) return null
  /** @type {CapturedFrame[]} */
  const frames = []
  for (let i = 0; i < taken.frames.length; i++) frames[i] = frameOf(taken.frames[i])
  /** @type {Snapshot['awaiting']} */
  const awaiting = []
  for (let i = 0; i < taken.awaiting.length; i++) {
    const { awaited, inBlock, certain } = taken.awaiting[i]
    if (taken.awaiting[i].internal) continue
    awaiting[awaiting.length] = {
      ...frameOf(taken.awaiting[i]),
      inBlock,
      certain,
      awaited: awaited === undefined ? null : new WeakRef(awaited)
    }
  }
  /** @type {RawJson[]} */
  const asyncStores = []
  for (let i = 0; i < taken.asyncStores.length; i++) asyncStores[i] = new RawJson(taken.asyncStores[i])
  return {
    id,
    hook: HOOKS[taken.hook],
    callFrames: { frames, omittedAfter: taken.omittedAfter, omitted: taken.omitted },
    awaiting,
    asyncStores,
    isBrief: taken.isBrief,
    objects: { near: taken.near, far: taken.far, missing: taken.missing },
    scripts: scriptsOf(taken.scripts),
    walker: 'native',
    failures: [],
    takenAtNs: taken.takenAtNs,
    durationMs: taken.durationMs
  }
}

/**
 * @param {NativeFrame} frame
 * @returns {CapturedFrame}
 */
function frameOf (frame) {
  const { scriptId, startLine, startColumn } = frame
  return { ...frame, isOpen: true, functionKey: toJson([scriptId, startLine, startColumn]) }
}

/**
 * @param {unknown[]} flat [scriptId, url, source, sourceMappingUrl, …]
 * @returns {Snapshot['scripts']}
 */
function scriptsOf (flat) {
  /** @type {Snapshot['scripts']} */
  const scripts = ObjectCreate(null)
  for (let i = 0; i + 3 < flat.length; i += 4) {
    const text = (/** @type {number} */ index) =>
      typeof flat[index] === 'string' ? /** @type {string} */ (flat[index]) : undefined
    scripts[String(flat[i])] = { url: text(i + 1) ?? '', source: text(i + 2), sourceMapURL: text(i + 3) }
  }
  return scripts
}

/**
 * @param {Snapshot} snapshot
 * @returns {number} approximate size of its records in bytes
 */
function bytesOf ({ objects, callFrames, awaiting }) {
  let bytes = TypedArrayLength(objects.near) + TypedArrayLength(objects.far)
  for (let i = 0; i < callFrames.frames.length; i++) bytes += callFrames.frames[i].json.length
  for (let i = 0; i < awaiting.length; i++) bytes += awaiting[i].json.length
  const details = objects.details ?? []
  for (let i = 0; i < details.length; i++) bytes += details[i].text.length
  return bytes
}

module.exports = { bytesOf, nativeSnapshot, scriptsOf }
