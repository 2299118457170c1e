'use strict'
// Finds the call of a function that the stack of the crash shows.

const { Scene } = require('../explain/scene')
const { callOfCaller } = require('../explain/calls')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {{ call: AnyNode, live: Scene|null }} Site */

/**
 * @param {Flow} flow
 * @param {Scene|null} live
 * @param {AnyNode} fn
 * @returns {Site[]|undefined} the call of the frame's function
 */
function callerOf (flow, live, fn) {
  if (live === null || !isFrameOf(flow, live, fn)) return undefined
  const found = callOfCaller(live)
  const call = found === undefined ? undefined : flow.code.same(found.caller.frame.scriptId, found.call)
  return found === undefined || call === undefined ? undefined : [{ call, live: found.caller }]
}

/**
 * @param {Flow} flow
 * @param {Scene|null} live
 * @param {AnyNode} fn
 * @param {AnyNode[]} calls of the function
 * @returns {Site[]|undefined} the one at the place of the next frame of the application
 */
function sitesInFrame (flow, live, fn, calls) {
  if (live === null || !isFrameOf(flow, live, fn)) return undefined
  const { dump, frame } = live
  const next = dump.callFrames.slice(dump.callFrames.indexOf(frame) + 1).find(({ internal }) => !internal)
  if (next === undefined) return undefined
  const scene = new Scene(dump, next)
  const own = scene.function === null ? undefined : flow.code.same(next.scriptId, scene.function)
  const found = calls.filter(call => {
    // The place of a function that waits is its `await`.
    const around = flow.code.parent(call)
    const { start, end } = around?.type === 'AwaitExpression' ? around : call
    return flow.code.fileOf(call).scriptId === next.scriptId && flow.code.functionOf(call) === own &&
      start <= scene.offset && scene.offset <= end
  })
  return found.length === 1 ? [{ call: found[0], live: scene }] : undefined
}

/** @param {Flow} flow @param {Scene} live @param {AnyNode} fn */
function isFrameOf (flow, live, fn) {
  const own = live.function
  return own !== null && flow.code.fileOf(fn).scriptId === live.frame.scriptId && own.start === fn.start &&
    own.end === fn.end
}

module.exports = { callerOf, sitesInFrame }
