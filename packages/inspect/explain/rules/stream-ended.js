'use strict'
// Explains a write to a stream after its end, or after it was destroyed: names the call.

const { applicationCall } = require('../application-call')
const { calleeName } = require('../calls')
const { errorText } = require('../error-properties')
const { child } = require('../../source/syntax')

/** @type {Record<string, { words: string, methods: RegExp }>} */
const CODES = {
  ERR_STREAM_WRITE_AFTER_END: { words: 'had been ended', methods: /^(?:write|end)$/ },
  ERR_STREAM_DESTROYED: { words: 'had been destroyed', methods: /^(?:write|end)$/ },
  ERR_STREAM_PUSH_AFTER_EOF: { words: 'had come to its end', methods: /^push$/ }
}

/** @type {import('../types').Rule} */
const streamEnded = {
  name: 'stream-ended',
  explain (dump) {
    const code = errorText(dump, 'code') ?? ''
    const found = Object.hasOwn(CODES, code) ? applicationCall(dump) : undefined
    const callee = found === undefined ? null : child(found.call, 'callee')
    if (found === undefined || callee?.type !== 'MemberExpression') return undefined
    const { scene, call } = found
    if (!CODES[code].methods.test(calleeName(call) ?? '')) return undefined
    const stream = scene.code(/** @type {import('../../source/syntax').AnyNode} */ (callee.object))
    return `${stream} ${CODES[code].words} before ${scene.code(call)} (${scene.place})`
  }
}

module.exports = { streamEnded }
