'use strict'
// Explains an 'error' event without a listener: names the emitter; if that belongs to a package, with its name and
// address.

const { stateInPackage } = require('../conditions/state-in-package')
const { isApplicationFrame } = require('../../crash/application-frames')
const { addressOf, optionsOf, textIn } = require('../../values/summaries/client-address')
const { Scene } = require('../scene')
const { callAt, calleeName } = require('../calls')
const { child } = require('../../source/syntax')
const { cut, quote, plain } = require('../../text/terminal-text')
const { wholeString } = require('../properties')
const { errorText } = require('../error-properties')
const { classNameOf } = require('../../values/describe-value')
const { Fields } = require('../../values/summaries/fields')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
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

/**
 * Before emit() throws an error that was made earlier, it puts a function on it that is bound to the emitter
 * (test/workarounds/emitter-of-error.js, Node.js 20 to 26).
 * @param {Dump} dump
 */
function ofEarlierError (dump) {
  const value = dump.exception?.value
  const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
  const bound = record?.properties.find(({ name }) => name === 'Symbol(kEnhanceStackBeforeInspector)')?.value
  const ofBound = bound?.objectId === undefined ? undefined : dump.object(bound.objectId)
  const emitter = ofBound?.internalProperties?.find(({ name }) => name === '[[BoundThis]]')?.value
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

const NAMES = ['name', 'clientName', 'connectionName', 'queueName']
const MAX_TEXT = 80

/**
 * @param {Dump} dump
 * @param {Value} emitter
 * @returns {string} class, name and address; '' if not even the class is known
 */
function emitterText (dump, emitter) {
  const record = emitter.objectId === undefined ? undefined : dump.object(emitter.objectId)
  const className = plain(record === undefined ? (emitter.className ?? '') : classNameOf(record))
  if (record === undefined) return className
  const name = textIn(optionsOf(new Fields(record, dump)), NAMES)
  const address = addressOf(emitter, dump)
  return [
    className,
    ...(name === undefined ? [] : [quote(cut(name, MAX_TEXT))]),
    ...(address === undefined ? [] : [`of ${address}`])
  ].join(' ')
}

/** @param {string} emitter */
function nobodyListens (emitter) {
  return emitter === '' ? undefined : `${emitter} emitted ${quote('error')}, and nothing listens to that event of it`
}

module.exports = { errorEvent }
