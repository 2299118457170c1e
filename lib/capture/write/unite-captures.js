'use strict'
// Gives one object one id in a dump that is made of several captures, each of which has numbered its objects by itself.

const { TypedArrayLength } = require('../../safe/reflection')
const { RawJson } = require('../values/to-json')

/**
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../../addon/native-types').GraphWriter} GraphWriter
 */

/**
 * Replaces the snapshots by others whose texts have the ids of the first one for objects that it has met, too. They are
 * not changed, because another dump may be made of them with other captures.
 * @param {GraphWriter} writer of the walk that goes on with the first snapshot
 * @param {import('../types').DescribedErrors} errors
 * @returns {void}
 */
function uniteCaptures (writer, { allSnapshots, snapshots, causes }) {
  if (allSnapshots.length < 2) return
  const lists = [snapshots]
  for (let i = 0; i < causes.length; i++) lists[i + 1] = causes[i].snapshots
  /** @type {import('../../addon/native-types').CaptureToUnite[]} */
  const captures = []
  for (let i = 0; i < lists.length; i++) {
    for (let n = 0; n < lists[i].length; n++) noteCapture(captures, lists[i][n].snapshot)
  }
  const united = writer.unite(captures)
  if (united === undefined) return
  for (let i = 0; i < lists.length; i++) {
    for (let n = 0; n < lists[i].length; n++) {
      const ordered = lists[i][n]
      const place = placeOf(captures, ordered.snapshot.id)
      const texts = united[place]
      if (texts === undefined) continue
      const hasObjects = ordered.snapshot.objects.near === captures[place].near
      ordered.snapshot = withTexts(writer, ordered.snapshot, hasObjects ? texts : ordered.snapshot.objects)
    }
  }
}

/**
 * A capture whose frames have two roles is there twice, once without its objects.
 * @param {import('../../addon/native-types').CaptureToUnite[]} captures
 * @param {Snapshot} snapshot
 */
function noteCapture (captures, { id, callFrames: { frames }, objects: { near, far } }) {
  let place = placeOf(captures, id)
  if (place === -1) captures[place = captures.length] = { id, near, far, frames: [] }
  const capture = captures[place]
  if (TypedArrayLength(capture.near) + TypedArrayLength(capture.far) === 0) {
    capture.near = near
    capture.far = far
  }
  for (let i = 0; i < frames.length; i++) capture.frames[capture.frames.length] = frames[i].json
}

/**
 * @param {readonly { id: number }[]} captures
 * @param {number} id
 * @returns {number} index, -1 for none
 */
function placeOf (captures, id) {
  for (let i = 0; i < captures.length; i++) if (captures[i].id === id) return i
  return -1
}

/**
 * @param {GraphWriter} writer
 * @param {Snapshot} snapshot
 * @param {{ near: Buffer, far: Buffer }} texts
 * @returns {Snapshot}
 */
function withTexts (writer, snapshot, { near, far }) {
  const { id, callFrames, asyncStores, objects } = snapshot
  const frames = []
  for (let i = 0; i < callFrames.frames.length; i++) {
    const frame = callFrames.frames[i]
    frames[i] = { ...frame, json: writer.renamed(id, frame.json) }
  }
  /** @type {Snapshot['asyncStores']} */
  let stores = asyncStores
  if (asyncStores !== null) {
    const renamed = []
    for (let i = 0; i < asyncStores.length; i++) {
      const store = asyncStores[i]
      renamed[i] = store instanceof RawJson ? new RawJson(writer.renamed(id, store.text)) : store
    }
    stores = renamed
  }
  return { ...snapshot, callFrames: { ...callFrames, frames }, asyncStores: stores, objects: { ...objects, near, far } }
}

module.exports = { uniteCaptures }
