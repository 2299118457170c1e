'use strict'
// Reads values with the addon's graph writer: they go to C++ and come back as the JSON of dump records.

const { noteIntrinsics } = require('./intrinsics')

/**
 * Of the objects and bytes, for all that is deeper than 12 (src/walk/graph_limits.h): a linked list must not take the
 * place of what is found after it.
 */
const DEEP_SHARE = 1 / 4

/**
 * What a walk found apart from the frames themselves.
 * @typedef {object} WalkedObjects
 * @property {Buffer} near records of the objects next to the frames
 * @property {Buffer} far records of the rest
 * @property {import('./to-json').RawJson[]} [details] objectDetails records
 * @property {Buffer} [detailLines] more of them, as lines
 * @property {Record<string, number>} missing number of objects left out, by reason; negative of what a capture had left
 *   and this walk found
 */

/**
 * name: under which it counts as secret or not; holderId: id of an object whose names count, too.
 * @typedef {(value: unknown, name?: string, holderId?: string) => string} LiveValue
 */

/**
 * @typedef {object} NativeWalk
 * @property {import('../../addon/native').GraphWriter} writer
 * @property {LiveValue} liveValue JSON of the Value of a value of ours
 * @property {(object: object) => { json: string, missing: number }} liveVariables JSON of the Variable[] of an object
 *   of ours
 * @property {() => WalkedObjects} takePart walks what was found, and can go on with other values, in which the same
 *   objects have the same ids
 * @property {(limits: { maxBytes: number, deadlineMs: number }) => void} limit what the next part may take
 * @property {() => void} close lets go of the objects; may be called again
 */

/**
 * @param {import('../../addon/native').Native} native
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
