'use strict'
// Explains an 'error' event without a listener: names the emitter; if that belongs to a package, with its name and
// address.

const { stateInPackage } = require('../conditions/state-in-package')
const { isApplicationFrame } = require('../../crash/application-frames')
const { emitterOf, emitterText } = require('../../crash/emitters/emitter')
const { Scene } = require('../scene')
const { callAt, calleeName } = require('../calls')
const { child } = require('../../source/syntax')
const { quote, plain } = require('../../text/terminal-text')
const { wholeString } = require('../properties')
const { errorText } = require('../error-properties')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

/** @type {import('../types').Rule} */
const errorEvent = {
  name: 'error-event',
  explain (dump) {
    const frames = dump.callFrames.filter(({ role }) => role === undefined)
    // emit() throws by itself only for 'error', so it must be the innermost frame.
    const index = frames.findIndex(({ internal }) => !internal)
    const emit = frames
      .slice(0, index === -1 ? frames.length : index)
      .find(({ functionName, url }) => functionName.endsWith('emit') && url === 'node:events')
    if (emit === undefined || frames[0] !== emit) {
      return (errorText(dump, 'code') === 'ERR_UNHANDLED_ERROR' ? ofCall(dump) : undefined) ?? ofEarlierError(dump)
    }
    const type = dump
      .scope(emit.scopeChain.find(scope => scope.type === 'local') ?? { type: 'local', variables: [] })
      .variables.find(({ name }) => name === 'type')?.value
    if (wholeString(type) !== 'error') return undefined
    return ofCall(dump) ?? nobodyListens(emitterText(dump, emit.this))
  }
}

/** @param {Dump} dump */
function ofEarlierError (dump) {
  const emitter = emitterOf(dump)
  const text = emitter === undefined ? undefined : nobodyListens(emitterText(dump, emitter))
  const reason = text === undefined ? undefined : stateInPackage(dump)
  return reason === undefined ? text : `${text}; ${reason}`
}

/**
 * Looks for the application's own `emit('error', …)`.
 * @param {Dump} dump
 */
function ofCall (dump) {
  const frame = dump.callFrames.find(({ internal, role }) => !internal && role === undefined)
  if (frame === undefined || !isApplicationFrame(frame)) return undefined
  const scene = new Scene(dump, frame)
  const call = callAt(scene)
  const callee = call === undefined ? null : child(call, 'callee')
  if (call === undefined || calleeName(call) !== 'emit' || callee?.type !== 'MemberExpression') return undefined
  const value = scene.value(/** @type {AnyNode[]} */ (call.arguments)[0])
  if (wholeString(value) !== 'error') return undefined
  const emitter = /** @type {AnyNode} */ (callee.object)
  const { className } = scene.frame.this
  const isThis = emitter.type === 'ThisExpression' && className !== undefined
  return nobodyListens(isThis ? `\`this\` (${plain(className)})` : scene.code(emitter))
}

/** @param {string} emitter */
function nobodyListens (emitter) {
  return emitter === '' ? undefined : `${emitter} emitted ${quote('error')}, and nothing listens to that event of it`
}

module.exports = { errorEvent }
