'use strict'
// Reads values with the addon's graph writer, which returns the JSON of dump records, and divides the bytes of a dump
// among its sections. Objects come first and could take all bytes, but the text of the line that failed explains more
// than half of the objects do.

const { BufferAlloc } = require('../../safe/primordials')
const { noteIntrinsics } = require('./intrinsics')

/** @typedef {import('../../addon/native-functions').WalkFunctions} WalkFunctions */

/**
 * Objects deeper than 12 (src/walk/objects/graph_limits.h) get this share of the objects and bytes, so that a linked
 * list does not use up the limits for objects that are found after it.
 */
const DEEP_SHARE = 1 / 4

/** Share that is reserved for the texts of scripts. */
const SOURCES_SHARE = 1 / 8
/** Share that is reserved for async tasks and their objects. */
const TASKS_SHARE = 1 / 8

/**
 * Objects that were walked, as lines of the dump. details: objectDetails records, if JavaScript made them; detailLines:
 * the same as lines, if the addon made them.
 * @typedef {import('../../addon/native-types').NativeWalkedObjects & { details?: import('./to-json').RawJson[],
 *   detailLines?: Buffer }} WalkedObjects
 */

/** @type {WalkedObjects} */
const NO_OBJECTS = { near: BufferAlloc(0), far: BufferAlloc(0), missing: {} }

/**
 * Returns JSON of a Value. name: by which the value is redacted; holderId: id of an object whose names count, too.
 * @typedef {(value: unknown, name?: string, holderId?: string) => string} LiveValue
 */

/**
 * @typedef {object} NativeWalk
 * @property {import('../../addon/native-types').GraphWriter} writer
 * @property {LiveValue} liveValue reads a value
 * @property {(object: object) => { json: string, missing: number }} liveVariables JSON of the Variable[] of an object's
 *   properties
 * @property {() => WalkedObjects} takePart walks the objects that were found. The walk can go on with other values, in
 *   which the same objects have the same ids
 * @property {(limits: { maxBytes: number, deadlineMs: number }) => void} limit sets the limits of the next part
 * @property {() => void} close lets go of the objects; may be called twice
 */

/**
 * @param {WalkFunctions} native
 * @param {{ innerStateMs: number, idPrefix?: string, continues?: number }} limits the settings; `idPrefix`: beginning
 *   of the ids; `continues`: id of a capture that the walk goes on with, whose objects keep their ids
 * @returns {NativeWalk}
 */
function createNativeWalk (native, limits) {
  noteIntrinsics(native)
  const writer = native.snapshot({ ...limits, deepShare: DEEP_SHARE })
  let isOpen = true
  return {
    writer,
    liveValue: (value, name, holderId) => writer.value(value, holderId, name, holderId !== undefined),
    liveVariables: object => writer.variables(object),
    takePart () {
      writer.walk()
      const detailLines = writer.details(limits.innerStateMs)
      return { ...writer.take(true), detailLines }
    },
    limit: ({ maxBytes, deadlineMs }) => writer.limit({ ...limits, deepShare: DEEP_SHARE, maxBytes, deadlineMs }),
    close () {
      if (isOpen) writer.take()
      isOpen = false
    }
  }
}

/**
 * @param {number} maxBytes of the dump, at most 2 ** 30
 * @returns {number} bytes for objects and frames
 */
function bytesForObjects (maxBytes) {
  return maxBytes - bytesForSources(maxBytes) - bytesForTasks(maxBytes)
}

/** @param {number} maxBytes */
function bytesForSources (maxBytes) {
  return (maxBytes * SOURCES_SHARE) | 0
}

/** @param {number} maxBytes */
function bytesForTasks (maxBytes) {
  return (maxBytes * TASKS_SHARE) | 0
}

module.exports = { DEEP_SHARE, NO_OBJECTS, bytesForObjects, bytesForSources, bytesForTasks, createNativeWalk }
