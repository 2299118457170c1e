'use strict'
// Tells how Node.js called a function: as the callback of a timer, of an immediate, as a listener. The frames of
// Node.js that called it hold what was waiting. Their names and variables are those of Node.js 20 to 26, and
// test/inspect/scheduling/scheduling.test.js fails on a version that has others.

const { variableNamed } = require('../source/original-names')
const { dataProperty } = require('../explain/properties')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/**
 * @typedef {object} Dispatch
 * @property {string} [event] name of the event of a listener
 * @property {number} [delayMs] of a timer
 * @property {RegExp} calls names of the functions that such a callback is handed to
 * @property {Value} [emitter] of a listener
 * @property {Value} [handedArguments] an array with what the function was given, by who has scheduled it
 * @property {number} [firstArgument] index of the first of these in the call that has scheduled the function
 */

const LISTENS = /^(?:on|once|addListener|prependListener|prependOnceListener|addEventListener)$/
/** Functions of Node.js between `emit` and a listener that is called once: of Node.js 20 and 22, and of 24 and 26. */
const CALLS_ONCE = new Set(['onceWrapper', 'wrapper'])
const ANY = /(?:)/

/**
 * @param {Dump} dump
 * @param {CallFrameRecord[]} outer frames of the same stack, from the one that called the function on
 * @returns {Dispatch|undefined} undefined if the function was not called by Node.js
 */
function dispatchOf (dump, outer) {
  const frame = outer.find(({ internal, functionName }) => !internal || !CALLS_ONCE.has(functionName))
  if (frame === undefined) return { calls: ANY }
  if (!frame.internal) return undefined
  const local = (/** @type {string} */ name) => variableOf(dump, frame, name)
  switch (frame.functionName) {
    case 'listOnTimeout': {
      const timer = local('timer')
      const [delay, repeat] = ['_idleTimeout', '_repeat'].map(name => dataProperty(dump, timer, name))
      // A timer that clears itself has a delay of -1, and its list still has the delay.
      const delayMs = [delay, local('msecs')].find(each => each?.type === 'number' && Number(each.value) > 0)?.value
      return {
        calls: repeat?.type === 'number' ? /^setInterval$/ : /^setTimeout$/,
        ...(typeof delayMs === 'number' && { delayMs }),
        handedArguments: dataProperty(dump, timer, '_timerArgs') ?? local('args'),
        firstArgument: 2
      }
    }
    case 'processImmediate':
      return { calls: /^setImmediate$/, handedArguments: local('argv'), firstArgument: 1 }
    case 'processTicksAndRejections':
      return local('tock')?.subtype === 'null'
        ? { calls: ANY } // a microtask
        : { calls: /^nextTick$/, handedArguments: local('args'), firstArgument: 1 }
    case 'emit':
    case '[nodejs.internal.kHybridDispatch]': { // of an EventTarget
      const type = local('type')
      return { calls: LISTENS, emitter: frame.this, ...(type?.type === 'string' && { event: String(type.value) }) }
    }
  }
  return { calls: ANY }
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @param {string} name
 * @returns {Value|undefined}
 */
function variableOf (dump, { scopeChain }, name) {
  for (const scope of scopeChain) {
    if (scope.type !== 'local' && scope.type !== 'block') return undefined
    const found = variableNamed(dump.scope(scope).variables, name)
    if (found !== undefined) return found.value
  }
  return undefined
}

module.exports = { dispatchOf }
