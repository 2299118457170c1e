'use strict'
// Explains errors of node:http2 (ERR_HTTP2_…): names the stream by its request or the session by its peer, and what its
// error code means (RFC 9113, section 7).

const { applicationCall, callWords } = require('../application-call')
const { errorText } = require('../error-properties')
const { plainValue } = require('../known-value')
const { child } = require('../../source/syntax')
const { cut, plain } = require('../../text/terminal-text')
const { Fields } = require('../../values/summaries/fields')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

/** @type {[name: string, meaning: string][]} by code */
const CODES = [
  ['NO_ERROR', 'no error'],
  ['PROTOCOL_ERROR', 'the other side broke the protocol'],
  ['INTERNAL_ERROR', 'it failed inside'],
  ['FLOW_CONTROL_ERROR', 'more was sent than the window allows'],
  ['SETTINGS_TIMEOUT', 'the settings were not acknowledged in time'],
  ['STREAM_CLOSED', 'something was sent after the stream had been half closed'],
  ['FRAME_SIZE_ERROR', 'a frame had a wrong size'],
  ['REFUSED_STREAM', 'nothing was done with the request, so it can be sent again'],
  ['CANCEL', 'the stream is not needed any more'],
  ['COMPRESSION_ERROR', 'the compressed headers can\'t be read any more'],
  ['CONNECT_ERROR', 'the connection of a CONNECT failed'],
  ['ENHANCE_YOUR_CALM', 'the other side considers the load excessive'],
  ['INADEQUATE_SECURITY', 'the connection is not secure enough'],
  ['HTTP_1_1_REQUIRED', 'the request has to be sent by HTTP/1.1']
]

/** @type {Record<string, string>} */
const STATES = {
  ERR_HTTP2_INVALID_STREAM: 'had been destroyed before',
  ERR_HTTP2_INVALID_SESSION: 'had been destroyed before',
  ERR_HTTP2_GOAWAY_SESSION: 'had been told by the other side to open no more streams (GOAWAY)',
  ERR_HTTP2_HEADERS_SENT: 'had been answered before',
  ERR_HTTP2_TRAILERS_ALREADY_SENT: 'had sent its trailers before',
  ERR_HTTP2_PUSH_DISABLED: 'has a peer that accepts no push'
}

/** @type {import('../types').Rule} */
const http2 = {
  name: 'http2',
  explain (dump) {
    const code = errorText(dump, 'code') ?? ''
    if (Object.hasOwn(STATES, code)) return ofCall(dump, STATES[code])
    if (code !== 'ERR_HTTP2_STREAM_ERROR' && code !== 'ERR_HTTP2_SESSION_ERROR') return undefined
    const [, named] = / closed with error code (?:NGHTTP2_)?(\w+)$/.exec(dump.exception?.message ?? '') ?? []
    const reason = CODES.find(([name], number) => name === named || String(number) === named)
    const kind = code === 'ERR_HTTP2_STREAM_ERROR' ? 'Stream' : 'Session'
    const found = receiver(dump, kind)
    if (reason === undefined || found === undefined) return undefined
    const [name, meaning] = reason
    const call = applicationCall(dump)
    const asked = call === undefined || call.scene.frame.role === undefined ? '' : `; requested by ${callWords(call)}`
    const goaway = found.object('Symbol(state)')?.number('goawayCode')
    const how = kind === 'Session' && goaway !== undefined && goaway > 0 ? 'ended by the other side' : 'closed'
    return `the HTTP/2 ${kind.toLowerCase()}${about(found)} was ${how} with ${name}: ${meaning}${asked}`
  }
}

/**
 * @param {Dump} dump
 * @param {string} state of what was called
 */
function ofCall (dump, state) {
  const asked = applicationCall(dump)
  const callee = asked === undefined ? null : child(asked.call, 'callee')
  const isNear = asked !== undefined && asked.scene.frame.role === undefined
  if (asked === undefined || !isNear || callee?.type !== 'MemberExpression') return undefined
  const holder = asked.scene.code(/** @type {AnyNode} */ (callee.object))
  const value = asked.scene.value(/** @type {AnyNode} */ (callee.object))
  const fields = new Fields({ kind: 'object', objectId: '', type: 'object', depth: 0, properties: [] }, dump).of(value)
  const code = fields?.object('Symbol(state)')?.value('rstCode')
  const reset = plainValue(code)
  const by = typeof reset === 'number' && reset > 0 && CODES[reset] !== undefined ? ` with ${CODES[reset][0]}` : ''
  return `${holder}${fields === undefined ? '' : about(fields)} ${state}${by}; ${callWords(asked)} came too late`
}

/**
 * @param {Dump} dump
 * @param {string} kind
 * @returns {Fields | undefined} the stream or session in whose method of Node.js the error was made or emitted
 */
function receiver (dump, kind) {
  for (const frame of dump.callFrames) {
    const { objectId, className = '' } = frame.this
    if (!frame.internal || objectId === undefined || !className.endsWith(`Http2${kind}`)) continue
    const record = dump.object(objectId)
    if (record !== undefined) return new Fields(record, dump)
  }
  return undefined
}

/**
 * @param {Fields} fields of a stream or a session
 * @returns {string} what was asked, and whom
 */
function about (fields) {
  const sent = fields.object('Symbol(sent-headers)')
  const [method, path] = [sent?.string(':method') ?? 'GET', sent?.string(':path')]
  const session = fields.object('Symbol(kSession)', 'Symbol(session)')
  const peer = fields.string('Symbol(authority)') ?? session?.string('Symbol(authority)')
  const request = path === undefined ? '' : ` of ${method} ${cut(plain(path), 80)}`
  return request + (peer === undefined || peer === '' ? '' : ` with ${plain(peer)}`)
}

module.exports = { http2 }
