'use strict'
// Reads the values of a pause with the addon's graph writer. All scope objects are fetched from the inspector together.

const { createNativeWalk } = require('../../capture/values/native-walk')
const { readInnerState } = require('./inner-state')
const { takeReachable } = require('./live-values')

/** @typedef {import('../../addon/native-functions').WalkFunctions} WalkFunctions */
/** @typedef {import('../../addon/native-functions').StackFunctions} StackFunctions */

/** JSON of a value of a third context, which is neither the application's main one nor the one that was running. */
const UNREACHABLE = '{"type":"object","notCapturedReason":"unavailable"}'

/**
 * @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject
 * @typedef {import('../pause').Post} Post
 * @typedef {import('../../capture/values/native-walk').NativeWalk} NativeWalk
 */

/**
 * @typedef {Pick<NativeWalk, 'liveValue' | 'liveVariables'> & Paused} Walk
 * @typedef {object} Paused
 * @property {(post: Post, anchorId: string, anchor: Record<string, unknown>, objects: RemoteObject[]) => void} begin
 *   fetches the objects; to be called once for each context that has an anchor, with all objects
 * @property {(index: number) => string} value JSON of the Value of objects[index]
 * @property {(index: number) => { json: string, missing: number }} variables JSON of the Variable[] of the scope
 *   objects[index]
 * @property {() => import('../../capture/values/native-walk').WalkedObjects} finish walks the objects
 */

/**
 * @param {WalkFunctions & StackFunctions} native
 * @param {{ innerStateMs: number, idPrefix: string }} limits the settings; idPrefix: beginning of the ids
 * @returns {Walk}
 */
function createPausedWalk (native, limits) {
  const { writer, liveValue, liveVariables } = createNativeWalk(native, limits)
  /** @type {import('./live-values').Connection | null} */
  let connection = null
  /** @type {unknown[]} */
  let live = []
  return {
    begin (post, anchorId, anchor, objects) {
      connection = { post, anchorId, anchor }
      takeReachable(connection, objects, live)
    },
    value: index => (index in live ? writer.value(live[index]) : UNREACHABLE),
    variables: index => (index in live ? writer.variables(live[index]) : { json: '[]', missing: 1 }),
    liveValue,
    liveVariables,
    finish () {
      writer.walk()
      const details = connection === null ? [] : readInnerState(native, connection, writer, limits)
      live = []
      return { ...writer.take(), details }
    }
  }
}

module.exports = { createPausedWalk }
