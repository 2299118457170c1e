'use strict'
// Reads values with the addon's graph writer: the live scope objects go to C++ in one protocol call, and come back as the
// JSON of dump records.

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
 * A way to read values in a pause. `inspector-walk.js` has the other one.
 * @typedef {object} Walk
 * @property {(post: Post, anchorId: string, anchor: Record<string, unknown>, objects: RemoteObject[]) => void} begin
 * @property {(index: number) => string} value JSON of the Value of objects[index]
 * @property {(index: number) => { json: string, missing: number }} variables JSON of the Variable[] of the scope objects[index]
 * @property {() => WalkedObjects} finish
 */

/**
 * @param {Native} native
 * @param {object} limits of lib/config.js
 * @returns {Walk & { liveValue: (value: unknown) => string, globals: (target: object, names: string[]) => string }}
 */
function nativeWalk (native, limits) {
  const writer = native.snapshot(limits)
  /** @type {unknown[]} */
  let live = []
  return {
    begin (post, anchorId, anchor, objects) {
      if (objects.length === 0) return
      anchor.receive = (/** @type {unknown[]} */ values) => { live = values }
      const argumentList = []
      for (let i = 0; i < objects.length; i++) argumentList[i] = { objectId: objects[i].objectId }
      post('Runtime.callFunctionOn', {
        objectId: anchorId,
        functionDeclaration: 'function (...values) { this.receive(values) }',
        arguments: argumentList,
        silent: true
      })
    },
    value: index => writer.value(live[index]),
    variables: index => writer.variables(live[index]),
    liveValue: value => writer.value(value),
    finish () {
      writer.walk()
      live = []
      return writer.take()
    }
  }
}

module.exports = { nativeWalk }
