'use strict'
// Reads values with the addon's graph writer: they go to C++ and come back as the JSON of dump records.

const { noteIntrinsics } = require('./intrinsics')

/**
 * All that is deeper than 12 (src/walk/graph_limits.h) gets this share of the objects and bytes, so that a linked list
 * does not take the place of what is found after it.
 */
const DEEP_SHARE = 1 / 4

/**
 * Objects that were walked, as lines of the dump, with the records of their details where JavaScript made these.
 * @typedef {import('../../addon/native-types').NativeWalkedObjects & { details?: import('./to-json').RawJson[],
 *   detailLines?: Buffer }} WalkedObjects
 */

/**
 * name: under which it counts as secret or not; holderId: id of an object whose names count, too.
 * @typedef {(value: unknown, name?: string, holderId?: string) => string} LiveValue
 */

/**
 * @typedef {object} NativeWalk
 * @property {import('../../addon/native-types').GraphWriter} writer
 * @property {LiveValue} liveValue JSON of the Value of a value of ours
 * @property {(object: object) => { json: string, missing: number }} liveVariables JSON of the Variable[] of an object
 *   of ours
 * @property {() => WalkedObjects} takePart walks what was found, and can go on with other values, in which the same
 *   objects have the same ids
 * @property {(limits: { maxBytes: number, deadlineMs: number }) => void} limit what the next part may take
 * @property {() => void} close lets go of the objects; may be called again
 */

/**
 * @param {import('../../addon/native-types').Native} native
 * @param {{ innerStateMs: number, idPrefix?: string, continues?: number }} limits of lib/config/index.js; `idPrefix`
 *   for ids; `continues`: id of a capture whose objects keep their ids, and are read where it left them
 * @returns {NativeWalk}
 */
function nativeWalk (native, limits) {
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

module.exports = { DEEP_SHARE, nativeWalk }
