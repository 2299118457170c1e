'use strict'
// Reads values with the addon's graph writer: the live scope objects go to C++ in one protocol call, and come back as the
// JSON of dump records.

const { readInnerState } = require('./inner-state')
const { noteIntrinsics } = require('./intrinsics')
const { takeReachable } = require('./live-values')

/** Of the objects and bytes, for all that is deeper than 12 (src/graph_limits.h): a linked list must not take the place of what is found after it. */
const DEEP_SHARE = 1 / 4

/** Of a third context: neither the application's main one nor the one that was running. */
const UNREACHABLE = '{"type":"object","notCapturedReason":"unavailable"}'

/**
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('./pause').Post} Post
 * @typedef {import('../native').Native} Native
 */

/**
 * What a walk found apart from the frames themselves.
 * @typedef {object} WalkedObjects
 * @property {Buffer} near records of the objects next to the frames
 * @property {Buffer} far records of the rest
 * @property {Record<string, number>} missing number of objects left out, by reason
 */

/**
 * name: under which it counts as secret or not; holderId: id of an object whose names count, too.
 * @typedef {(value: unknown, name?: string, holderId?: string) => string} LiveValue
 */

/**
 * A way to read values in a pause. `inspector-walk.js` has the other one.
 * @typedef {object} Walk
 * @property {(post: Post, anchorId: string, anchor: Record<string, unknown>, objects: RemoteObject[]) => void} begin called once for
 *   each context that has an anchor, with all objects
 * @property {(index: number) => string} value JSON of the Value of objects[index]
 * @property {(index: number) => { json: string, missing: number }} variables JSON of the Variable[] of the scope objects[index]
 * @property {(object: object) => { json: string, missing: number }} [liveVariables] JSON of the Variable[] of an object of ours
 * @property {LiveValue} liveValue JSON of the Value of a value of ours
 * @property {() => WalkedObjects} finish
 */

/**
 * @param {Native} native
 * @param {{ innerStateMs: number, maxStringLength: number, idPrefix: string }} limits of lib/config.js, and a prefix for ids
 * @returns {Walk}
 */
function nativeWalk (native, limits) {
  noteIntrinsics(native)
  const writer = native.snapshot({ ...limits, deepShare: DEEP_SHARE })
  /** @type {import('./live-values').Connection | null} */
  let connection = null
  /** @type {unknown[]} */
  let live = []
  return {
    begin (post, anchorId, anchor, objects) {
      connection = { post, anchorId, anchor }
      takeReachable(connection, objects, live)
    },
    value: index => index in live ? writer.value(live[index]) : UNREACHABLE,
    variables: index => index in live ? writer.variables(live[index]) : { json: '[]', missing: 1 },
    liveValue: (value, name, holderId) => writer.value(value, holderId, name, holderId !== undefined),
    liveVariables: object => writer.variables(object),
    finish () {
      writer.walk()
      if (connection !== null) readInnerState(native, connection, writer, limits)
      live = []
      return writer.take()
    }
  }
}

module.exports = { nativeWalk }
