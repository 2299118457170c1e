'use strict'
// Makes frames of the functions that have scheduled what runs in the frames of a dump: that have set the timer, added
// the listener, or put the job into the queue. No call is recorded while the program runs. The callback's closure holds
// the variables of the function around it, the text tells the call that the callback was handed to, and the frames of
// Node.js hold what was waiting.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { isApplicationFrame } = require('../crash/application-frames')
const { dispatchOf } = require('./dispatch')
const { calledName, functionName, handingsOver, literalHandedOver, pathToFunction } = require('./handed-over')
const { offsetOf, placeAt } = require('../source/lines')
const { originalNames } = require('../source/original-names')
const { scriptTree } = require('../source/script-trees')
const { child, functionStart, isFunction } = require('../source/syntax')
const { schedulerScopes } = require('./scheduler-scopes')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./dispatch').Dispatch} Dispatch */
/** @typedef {import('./handed-over').HandingOver} HandingOver */

/** @typedef {CallFrameRecord & Required<Pick<CallFrameRecord, 'schedules'>>} SchedulingFrame */

/** How many are shown of one error. A queue on a queue has two, and the outermost is where the work began. */
const MAX_FRAMES = 3
/** Endless recursion leaves more frames than are worth a look. */
const MAX_LOOKED_AT = 50

/**
 * `this` of a function whose callback does not have the same. Viewers alone know the reason.
 * @type {import('crash-collector-shared/dump/format').Value}
 */
const NOT_KEPT = {
  type: 'object',
  notCapturedReason: /** @type {import('crash-collector-shared/dump/format').NotCapturedReason} */ ('notKept')
}

/** Functions that call what they are given before they return. */
const CALLS_AT_ONCE = /^(?:Promise|forEach|map|filter|flatMap|reduce|reduceRight|some|every|find|findIndex|sort)$/

/**
 * @param {Dump} dump
 * @returns {SchedulingFrame[]} with the role `scheduling`, that of the error's innermost callback first; their indices
 *   follow those of the dump's own frames
 */
function schedulingFrames (dump) {
  const error = dump.callFrames[0]?.error
  return dump.callFrames.length === 0 ? [] : allSchedulingFrames(dump).filter(frame => frame.error === error)
}

/**
 * @param {Dump} dump
 * @returns {SchedulingFrame[]} those of the exception, then of its causes
 */
function allSchedulingFrames (dump) {
  return dump.derived(makeFrames)
}

/** @param {Dump} dump */
function makeFrames (dump) {
  const first = dump.allCallFrames.reduce((most, { index }) => Math.max(most, index), -1) + 1
  const found = [0, ...dump.causes.map(({ index }) => index)]
    .flatMap(cause => scheduledOf(dump, dump.seenFrom(cause).callFrames))
  /** @type {Map<CallFrameRecord, number>} */
  const indexes = new Map(found.map(({ scheduler }, i) => [scheduler, first + i]))
  return found.map(({ scheduler, callback }, i) => ({
    ...scheduler,
    index: first + i,
    schedules: { ...scheduler.schedules, index: indexes.get(callback) ?? callback.index }
  }))
}

/**
 * @typedef {{ scheduler: SchedulingFrame, callback: CallFrameRecord }} Scheduled callback: the frame of what it has
 *   scheduled, which may be another scheduler
 */

/**
 * @param {Dump} dump
 * @param {CallFrameRecord[]} frames of one error
 * @returns {Scheduled[]}
 */
function scheduledOf (dump, frames) {
  /** @type {Scheduled[]} */
  const found = []
  const add = (/** @type {CallFrameRecord|SchedulingFrame} */ callback, /** @type {CallFrameRecord[]} */ outer) => {
    const scheduler = schedulerOf(dump, callback, outer)
    if (scheduler === undefined || found.some(each => isAtSamePlace(each.scheduler, scheduler))) return
    found.push({ scheduler, callback })
    // A function without a name says little, and was scheduled itself.
    if (scheduler.functionName === '' && found.length < MAX_FRAMES) add(scheduler, [])
  }
  frames.forEach((frame, i) => {
    if (i >= MAX_LOOKED_AT || !isApplicationFrame(frame) || (frame.role ?? 'awaiting') !== 'awaiting') return
    try {
      add(frame, frames.slice(i + 1))
    } catch (error) {
      // Code is nested deeper than the stack, or an object is damaged, which says so when it is shown itself.
      if (!(error instanceof RangeError || error instanceof CrashCollectorError)) throw error
    }
  })
  return found.length <= MAX_FRAMES ? found : [...found.slice(0, MAX_FRAMES - 1), ...found.slice(-1)]
}

/**
 * @param {CallFrameRecord} a
 * @param {CallFrameRecord} b
 */
function isAtSamePlace (a, b) {
  return a.scriptId === b.scriptId && a.lineNumber === b.lineNumber && a.columnNumber === b.columnNumber
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @param {CallFrameRecord[]} outer the frames after it
 * @returns {SchedulingFrame|undefined} undefined if another frame shows who has called the function, or nothing tells
 *   who has scheduled it
 */
function schedulerOf (dump, frame, outer) {
  const { scriptId, functionLocation } = frame
  const source = dump.script(scriptId)?.source ?? ''
  const program = source === '' || functionLocation === undefined ? null : scriptTree(dump, scriptId)
  if (program === null || functionLocation === undefined) return undefined
  const path = pathToFunction(program, source, offsetOf(source, functionLocation))
  if (path === undefined) return undefined
  const callers = outer.filter(({ role }) => role === undefined)
  const dispatch = frame.role === undefined ? dispatchOf(dump, callers) : undefined
  const handing = literalHandedOver(path) ?? (dispatch && namedHandedOver(path, dispatch))
  if (handing === undefined) return undefined
  const around = callerPath(handing.path)
  const scheduler = around[around.length - 1]
  const start = isFunction(scheduler) ? functionStart(source, scheduler) : 0
  const isUnderWay = outer.some(each =>
    each.scriptId === scriptId && each.functionLocation !== undefined &&
    offsetOf(source, each.functionLocation) === start
  )
  // It is the caller, if a function calls back before it returns, and not only the one who has scheduled the call.
  if (handing.isLiteral && isUnderWay) return undefined
  return schedulingFrame(dump, { frame, path, handing, dispatch, around, source, start })
}

/**
 * The call that a function with a name was handed to, if there is only one that fits.
 * @param {AnyNode[]} path from the program to the function
 * @param {Dispatch} dispatch
 * @returns {HandingOver|undefined}
 */
function namedHandedOver (path, { calls, event, delayMs }) {
  const found = handingsOver(path, call => {
    if (!calls.test(calledName(call))) return false
    const [first, second] = /** @type {AnyNode[]} */ (call.arguments)
    const isOther = (/** @type {AnyNode|undefined} */ node, /** @type {unknown} */ value) =>
      value !== undefined && node?.type === 'Literal' && node.value !== value
    return !isOther(first, event) && !isOther(second, delayMs)
  })
  return found.length === 1 ? found[0] : undefined
}

/**
 * The path to the function that made a call. A function that another one has called at once, such as the one that
 * `new Promise()` is given, counts as a part of the other.
 * @param {AnyNode[]} path from the program to the call
 */
function callerPath (path) {
  let last = path.findLastIndex(isFunction)
  while (last > 0) {
    const given = literalHandedOver(path.slice(0, last + 1))
    const further = path.slice(0, last).findLastIndex(isFunction)
    if (given === undefined || !CALLS_AT_ONCE.test(calledName(given.call)) || further === -1) break
    last = further
  }
  return path.slice(0, Math.max(last, 0) + 1)
}

/**
 * @param {Dump} dump
 * @param {object} found
 * @param {CallFrameRecord} found.frame of the callback
 * @param {AnyNode[]} found.path from the program to the callback
 * @param {HandingOver} found.handing
 * @param {Dispatch} [found.dispatch]
 * @param {AnyNode[]} found.around the path from the program to the scheduler; the program alone for the top level
 * @param {string} found.source
 * @param {number} found.start of the scheduler
 * @returns {SchedulingFrame}
 */
function schedulingFrame (dump, { frame, path, handing, dispatch, around, source, start }) {
  const { scriptId, url, error } = frame
  const callee = /** @type {AnyNode} */ (child(handing.call, 'callee'))
  const at = handing.call.type === 'NewExpression' ? handing.call : (child(callee, 'property') ?? callee)
  const place = placeAt(source, at.start)
  const self = thisOf(frame, handing, path.slice(around.length))
  const name = functionName(around)
  return {
    kind: 'callFrame',
    index: 0,
    role: 'scheduling',
    functionName: originalNames(dump).at({ scriptId, ...place })?.functionName(name) ?? name,
    url,
    scriptId,
    ...place,
    functionLocation: { scriptId, ...placeAt(source, start) },
    internal: false,
    this: self ?? NOT_KEPT,
    scopeChain: schedulerScopes(dump, { frame, handing, dispatch, around, source, place }),
    ...(error !== undefined && { error }),
    schedules: {
      index: frame.index,
      call: calledText(source, handing.call),
      ...(dispatch?.delayMs !== undefined && { delayMs: dispatch.delayMs }),
      ...(dispatch?.event !== undefined && { event: dispatch.event })
    }
  }
}

/**
 * @param {string} source
 * @param {AnyNode} call
 * @returns {string} what is called, such as `setTimeout` or `bus.on`
 */
function calledText (source, call) {
  const callee = /** @type {AnyNode} */ (child(call, 'callee'))
  const text = source.slice(callee.start, callee.end).replace(/\s+/g, '')
  const short = /^[\p{ID_Continue}$.#]+$/u.test(text) && text.length <= 40 ? text : calledName(call)
  return call.type === 'NewExpression' ? `new ${short}` : short
}

/**
 * @param {CallFrameRecord} frame of the callback
 * @param {HandingOver} handing
 * @param {AnyNode[]} between what stands between the scheduler and the text of the callback, with the callback
 * @returns {import('crash-collector-shared/dump/format').Value|undefined} `this` of the scheduler, if the callback has
 *   the same
 */
function thisOf (frame, handing, between) {
  if (frame.this.objectId === undefined) return undefined
  const isShared = handing.isLiteral
    ? between.every(node => !isFunction(node) || node.type === 'ArrowFunctionExpression')
    : handing.isMethodOfThis && handing.argument.type === 'CallExpression'
  return isShared ? frame.this : undefined
}

/**
 * @param {CallFrameRecord} frame
 * @returns {frame is SchedulingFrame}
 */
function isScheduling (frame) {
  return frame.schedules !== undefined
}

/**
 * @param {Dump} dump
 * @param {string} index
 * @returns {CallFrameRecord|undefined} a frame of the dump, or of a scheduler
 */
function frameAt (dump, index) {
  const isWanted = (/** @type {CallFrameRecord} */ frame) => String(frame.index) === index
  return dump.allCallFrames.find(isWanted) ?? allSchedulingFrames(dump).find(isWanted)
}

module.exports = { allSchedulingFrames, frameAt, isScheduling, schedulingFrames }
