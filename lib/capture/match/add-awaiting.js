'use strict'
// Adds to the captures of an error the suspended functions that waited for what failed, and decides which of two
// captures shows such a function better.

const { NO_OBJECTS } = require('../values/native-walk')
const { itemsFrom } = require('../../safe/primordials')
const { isAtEnd } = require('./stop-position')

/**
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../types').CapturedFrame} CapturedFrame
 */

/**
 * @param {OrderedSnapshot[]} ordered one or two, the throw first
 * @param {Snapshot | null} created the capture of an error that Node.js itself made
 * @returns {OrderedSnapshot[]} the throw first
 */
function addAwaiting (ordered, created) {
  // Read by index, here and below, because destructuring would run an iterator that the application may have replaced.
  const { snapshot } = ordered[0]
  if (created !== null) {
    const read = readInBlock(snapshot, created)
    return read === null
      ? followed(asFrames(created, notOf(snapshot, created)), created, ordered[0])
      : asFrames(created, read)
  }
  const later = ordered[1]
  if (snapshot.awaiting.length === 0 || later?.role === 'created') return ordered
  const read = later === undefined ? null : readInBlock(later.snapshot, snapshot)
  const between = read ?? notOf(later?.snapshot, snapshot)
  if (between.length === 0) return ordered
  const waiting = {
    snapshot: withFrames(snapshot, between, NO_OBJECTS),
    role: /** @type {const} */ ('awaiting'),
    suspended: true
  }
  return later === undefined || read !== null ? [ordered[0], waiting] : [ordered[0], waiting, later]
}

/**
 * @param {Snapshot} created
 * @param {CapturedFrame[]} awaiting functions that waited for the error, or for what never came
 * @returns {OrderedSnapshot[]} the nearest of these functions takes the place of the throw
 */
function asFrames (created, awaiting) {
  if (awaiting.length === 0) return []
  const throwing = { snapshot: withFrames(created, [awaiting[0]], created.objects), role: null, suspended: true }
  if (awaiting.length === 1) return [throwing]
  return [
    throwing,
    { snapshot: withFrames(created, itemsFrom(awaiting, 1), NO_OBJECTS), role: 'awaiting', suspended: true }
  ]
}

/**
 * @param {OrderedSnapshot[]} frames of asFrames() is added to
 * @param {Snapshot} created
 * @param {OrderedSnapshot} last the capture of the rejection that nobody handled
 * @returns {OrderedSnapshot[]} the frames, followed by the last capture, unless that is `created`
 */
function followed (frames, created, { snapshot, role }) {
  if (snapshot !== created) {
    frames[frames.length] = { snapshot, role: notOf(snapshot, created).length === 0 ? role : 'awaiting' }
  }
  return frames
}

/**
 * @param {Snapshot | undefined} later the capture of a rejection, which shows its function with newer variables
 * @param {Snapshot} snapshot
 * @returns {CapturedFrame[]} functions that waited at the snapshot, up to the first one that the later capture shows
 */
function notOf (later, { awaiting }) {
  const frames = later === undefined ? [] : later.callFrames.frames
  const between = []
  for (let i = 0; i < awaiting.length; i++) {
    for (let n = 0; n < frames.length; n++) if (frames[n].functionKey === awaiting[i].functionKey) return between
    between[i] = awaiting[i]
  }
  return between
}

/**
 * The capture of a rejection has newer variables of the rejected function, but those of its blocks are gone. If the
 * function stood in a block when the error came to it, the earlier snapshot says more.
 * @param {Snapshot} later the capture of the rejection
 * @param {Snapshot} snapshot
 * @returns {CapturedFrame[] | null} functions that waited at the snapshot, up to and with the rejected one; null when
 *   the later capture is better, or more than one call of the function waited
 */
function readInBlock (later, snapshot) {
  const { awaiting } = snapshot
  const { frames } = later.callFrames
  if (later === snapshot || frames.length === 0 || !isAtEnd(later)) return null
  const upTo = []
  let found = 0
  for (let i = 0; i < awaiting.length; i++) {
    if (found === 0) upTo[i] = awaiting[i]
    if (awaiting[i].functionKey !== frames[0].functionKey) continue
    if (!awaiting[i].inBlock) return null
    found++
  }
  return found === 1 ? upTo : null
}

/**
 * @param {Snapshot} snapshot
 * @param {CapturedFrame[]} frames
 * @param {Snapshot['objects']} objects
 * @returns {Snapshot}
 */
function withFrames (snapshot, frames, objects) {
  return {
    ...snapshot,
    callFrames: { frames, omittedAfter: frames.length, omitted: 0 },
    objects,
    durationMs: objects === NO_OBJECTS ? 0 : snapshot.durationMs
  }
}

module.exports = { addAwaiting, asFrames }
