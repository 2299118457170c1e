'use strict'
// Finds the call of a function that the stack of the crash shows.

const { callAt, callOfCaller } = require('../explain/calls')
const { Scene } = require('../explain/scene')
const { child, children, literalKey } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Flow} Flow */

/**
 * A call of a function. skip: how many of the arguments are not for the function.
 * @typedef {{ call: AnyNode, live: Scene|null, skip?: number }} Site
 */

const LISTENS = /^(?:on|once|addListener|prependListener|prependOnceListener)$/

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
  if (found.length === 0 && calls.length === 0) return emitOf(flow, live, scene, fn)
  return found.length === 1 ? [{ call: found[0], live: scene }] : undefined
}

/**
 * @param {Flow} flow
 * @param {Scene} live
 * @param {Scene} scene the next frame of the application
 * @param {AnyNode} fn
 * @returns {Site[]|undefined} `emitter.emit('name', …)`, which called the listener at once
 */
function emitOf ({ code }, live, scene, fn) {
  const frames = live.dump.callFrames
  const between = frames.slice(frames.indexOf(live.frame) + 1, frames.indexOf(scene.frame))
  const call = callAt(scene)
  const same = call === undefined ? undefined : code.same(scene.frame.scriptId, call)
  const listen = code.parent(fn)
  if (same === undefined || listen?.type !== 'CallExpression' || !LISTENS.test(methodOf(listen) ?? '')) return undefined
  const [name, listener] = children(listen, 'arguments')
  const [event] = children(same, 'arguments')
  const isIt = methodOf(same) === 'emit' && listener === fn && typeof name.value === 'string' &&
    event?.value === name.value && between.every(({ functionName }) => /\bemit$/.test(functionName))
  return isIt ? [{ call: same, live: scene, skip: 1 }] : undefined
}

/** @param {AnyNode} call @returns {string|undefined} */
function methodOf (call) {
  const callee = child(call, 'callee')
  return callee?.type === 'MemberExpression' ? literalKey(callee) : undefined
}

/**
 * @param {Flow} flow
 * @param {Scene} live a frame of the function
 * @param {AnyNode} fn
 * @param {AnyNode} call of a method that calls the function back at once
 * @returns {Scene|null} the frame that the call is in
 */
function sceneAround ({ code }, live, fn, call) {
  if (!isFrameOf({ code }, live, fn)) return null
  const frames = live.dump.callFrames
  const next = frames.slice(frames.indexOf(live.frame) + 1).find(({ internal }) => !internal)
  if (next === undefined || next.role !== live.frame.role || next.scriptId !== code.fileOf(call).scriptId) return null
  const scene = new Scene(live.dump, next)
  const found = callAt(scene)
  return found?.start === call.start && found.end === call.end ? scene : null
}

/** @param {Pick<Flow, 'code'>} flow @param {Scene} live @param {AnyNode} fn */
function isFrameOf ({ code }, live, fn) {
  const own = live.function
  return own !== null && code.fileOf(fn).scriptId === live.frame.scriptId && own.start === fn.start &&
    own.end === fn.end
}

module.exports = { callerOf, sceneAround, sitesInFrame }
