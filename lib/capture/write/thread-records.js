'use strict'
// Asks the other threads of the process for their stacks when one of them dies, and makes thread records of the
// answers. The threads are asked before the dump is begun, so that they answer while it is made.

const { ArrayIncludes, MathMin, StringSlice } = require('../../safe/primordials')
const { RawJson, toJson } = require('../values/to-json')
const { scriptsOf } = require('../snapshot/native-snapshot')

/** @typedef {import('../../addon/native-functions').WatchFunctions} WatchFunctions */

/**
 * @typedef {import('../types').Configured} Configured
 * @typedef {import('../types').CaptureAccess} CaptureAccess
 * @typedef {import('../../addon/native-types').NativeThreadStack} NativeThreadStack
 */

/**
 * Triggers of dumps in which the other threads count: the process or a thread of it dies, somebody asks, or any thread
 * may use up the memory.
 */
const WITH_THREADS = [
  'uncaughtException',
  'unhandledRejection',
  'caught',
  'exit',
  'outOfMemory',
  'request',
  'memoryLimit'
]

/** Words of the record, in the order of StackState in src/watch/thread_stacks.h. */
const STATES = /** @type {const} */ (['captured', 'idle', 'native', 'capturing', 'ending', 'unreadable', 'leftOut'])

/** Limits for one thread, which lives on and must not be held up. What a function works with is near its variables. */
const LIMITS = { maxObjects: 2000, maxBytes: 512 * 1024, maxFirstFrames: 30, maxLastFrames: 5 }

/** Time for private fields and closures of a thread. */
const INNER_STATE_MS = 5

/**
 * @param {Configured & CaptureAccess} context
 * @param {import('../../../packages/shared/dump/terms').Trigger} trigger
 * @returns {boolean} true if the answers are to be taken
 */
function askThreads ({ native, config }, trigger) {
  if (native === null || !ArrayIncludes(WITH_THREADS, trigger)) return false
  native.askThreads({
    ...config,
    maxObjects: MathMin(config.maxObjects, LIMITS.maxObjects),
    maxBytes: MathMin(config.maxBytes, LIMITS.maxBytes),
    maxFirstFrames: MathMin(config.maxFirstFrames, LIMITS.maxFirstFrames),
    maxLastFrames: MathMin(config.maxLastFrames, LIMITS.maxLastFrames),
    deadlineMs: MathMin(config.deadlineMs, config.otherThreadsMs),
    innerStateMs: MathMin(config.innerStateMs, INNER_STATE_MS)
  })
  return true
}

/**
 * @param {WatchFunctions} native
 * @param {number} waitMs
 * @returns {NativeThreadStack[]} those that are whole. In a worker that is being terminated Node-API sets no properties
 *   (napi_cannot_run_js)
 */
function takeStacks (native, waitMs) {
  const taken = native.takeThreads(waitMs)
  /** @type {NativeThreadStack[]} */
  const whole = []
  for (let i = 0; i < taken.length; i++) if (taken[i].scripts !== undefined) whole[whole.length] = taken[i]
  return whole
}

/**
 * @param {NativeThreadStack} stack
 * @returns {RawJson} a thread record
 */
function threadRecord ({ threadId, state, waitedMs, callFrames }) {
  const head = { kind: 'thread', threadId, state: STATES[state] }
  if (callFrames === undefined) return new RawJson(toJson(head))
  return new RawJson(`${StringSlice(toJson({ ...head, waitedMs }), 0, -1)},"callFrames":${callFrames}}`)
}

/**
 * @param {NativeThreadStack[]} stacks
 * @returns {{ scriptId: string, script: import('../types').CapturedScript }[]}
 */
function threadScripts (stacks) {
  const found = []
  for (let i = 0; i < stacks.length; i++) {
    const scripts = scriptsOf(stacks[i].scripts)
    for (const scriptId in scripts) found[found.length] = { scriptId, script: scripts[scriptId] }
  }
  return found
}

module.exports = { askThreads, takeStacks, threadRecord, threadScripts }
