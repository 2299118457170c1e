'use strict'
// Explains an AbortError and the TimeoutError of a signal: says what was aborted, and by which call or after which
// time.

const { applicationCall, callWords, optionOf } = require('../application-call')
const { isApplicationFrame } = require('../../crash/application-frames')
const { argumentsOf, callAt, calleeName, isCallOf } = require('../calls')
const { plainValue } = require('../known-value')
const { Scene } = require('../scene')

/** @typedef {import('../../reader').Dump} Dump */

/** @type {import('../types').Rule} */
const aborted = {
  name: 'aborted',
  explain (dump) {
    const description = dump.exception?.description ?? ''
    const isTimeout = description.startsWith('TimeoutError: ')
    if (!isTimeout && !description.startsWith('AbortError: ')) return undefined
    const found = applicationCall(dump)
    if (isTimeout) {
      const limit = found === undefined ? undefined : timeoutOf(found)
      return found === undefined || limit === undefined
        ? undefined
        : `${callWords(found)} took longer than the ${limit}`
    }
    const abort = abortOf(dump)
    if (abort === undefined) return undefined
    const what = waitingFor(dump)
    return `${abort.code} (${abort.place}) aborted ${what ?? 'the operation'}`
  }
}

/** @param {import('../application-call').ApplicationCall} found */
function timeoutOf (found) {
  const signal = optionOf(found, 'signal')
  const isTimeout =
    signal?.type === 'CallExpression' && isCallOf(found.scene, signal, 'AbortSignal', 'timeout')
  const [duration] = (isTimeout ? argumentsOf(signal) : undefined) ?? []
  const ms = duration === undefined ? undefined : plainValue(found.scene.value(duration))
  return signal === undefined || typeof ms !== 'number' ? undefined : `${ms} ms of ${found.scene.code(signal)}`
}

/**
 * The application's call of `abort()`: below the error, or on the stack on which its reason was made.
 * @param {Dump} dump
 */
function abortOf (dump) {
  const frame = dump.callFrames.find(
    (each, i, all) =>
      isApplicationFrame(each) &&
      (each.role === undefined || each.role === 'created') &&
      all[i - 1]?.functionName === 'abort' &&
      all[i - 1].url === 'node:internal/abort_controller'
  )
  const scene = frame === undefined ? undefined : new Scene(dump, frame)
  const call = scene === undefined ? undefined : callAt(scene)
  if (scene === undefined || call === undefined || calleeName(call) !== 'abort') return undefined
  return { code: scene.code(call), place: scene.place }
}

/** @param {Dump} dump */
function waitingFor (dump) {
  const frame = dump.callFrames.find(each => each.role === 'awaiting' && isApplicationFrame(each))
  const scene = frame === undefined ? undefined : new Scene(dump, frame)
  const node = scene?.path.findLast(({ type, start }) => type === 'AwaitExpression' && start === scene.offset)
  return scene === undefined || node === undefined
    ? undefined
    : `${scene.code(node)} (\`${scene.frame.functionName || 'anonymous'}\`, ${scene.place})`
}

module.exports = { aborted }
