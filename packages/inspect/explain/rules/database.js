'use strict'
// Explains an error that a database answered with: says what it refused, and why in the database's own words. The
// fields are those of pg, mysql2, MongoDB's driver, ioredis, node:sqlite and better-sqlite3.

const { applicationCall, callWords } = require('../application-call')
const { errorProperty, errorText } = require('../error-properties')
const { dataProperty, wholeString } = require('../properties')
const { describeValue } = require('../../values/describe-value')
const { cut, plain } = require('../../text/terminal-text')
const { inCode } = require('../words')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {{ who: string, what?: string, why: string }} Refusal */

const MAX_QUERY = 70
const MAX_WHY = 200

/** @type {import('../types').Rule} */
const database = {
  name: 'database',
  explain (dump) {
    const refusal = postgres(dump) ?? mysql(dump) ?? mongo(dump) ?? redis(dump) ?? sqlite(dump)
    if (refusal === undefined) return undefined
    const call = applicationCall(dump)
    const query = call?.args[0] === undefined ? undefined : wholeString(call.scene.value(call.args[0]))
    const what = refusal.what ?? (query !== undefined && /\s/.test(query) ? query : undefined)
    const asked = call === undefined ? '' : `; requested by ${callWords(call)}`
    const shown = what === undefined ? 'a command' : inCode(cut(what.trim().replace(/\s+/g, ' '), MAX_QUERY))
    return `${refusal.who} refused ${shown}: ${cut(plain(refusal.why), MAX_WHY)}${asked}`
  }
}

/**
 * @param {Dump} dump
 * @returns {Refusal|undefined}
 */
function postgres (dump) {
  const [code, severity, routine] = ['code', 'severity', 'routine'].map(name => errorText(dump, name))
  const isState = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  if (!isState || severity === undefined || routine === undefined) return undefined
  const detail = errorText(dump, 'detail')
  const hint = errorText(dump, 'hint')
  const why = [messageOf(dump), detail, hint].filter(each => each !== undefined && each !== '')
  return { who: 'PostgreSQL', why: why.join('; ').replaceAll('.;', ';').replace(/\.$/, '') }
}

/**
 * @param {Dump} dump
 * @returns {Refusal|undefined}
 */
function mysql (dump) {
  const [state, why, sql] = ['sqlState', 'sqlMessage', 'sql'].map(name => errorText(dump, name))
  return state === undefined || why === undefined ? undefined : { who: 'MySQL', why, what: sql }
}

/**
 * @param {Dump} dump
 * @returns {Refusal|undefined}
 */
function mongo (dump) {
  const isServer = /^Mongo(?:ServerError|BulkWriteError|WriteConcernError)$/.test(dump.exception?.className ?? '')
  const code = errorProperty(dump, 'code')
  if (!isServer || code?.type !== 'number') return undefined
  const key = errorProperty(dump, 'keyValue')
  const taken = code.value === 11000 && key?.objectId !== undefined ? dump.object(key.objectId)?.properties : undefined
  const fields = (taken ?? []).flatMap(({ name, value }) =>
    value === undefined ? [] : [`${name}: ${describeValue(value, dump)}`]
  )
  const why = fields.length === 0 ? messageOf(dump) : `there is a document with ${fields.join(', ')} already`
  return why === undefined ? undefined : { who: 'MongoDB', why }
}

/**
 * @param {Dump} dump
 * @returns {Refusal|undefined}
 */
function redis (dump) {
  const command = errorProperty(dump, 'command')
  const name = wholeString(dataProperty(dump, command, 'name'))
  const why = messageOf(dump)
  const isReply = /^(?:ReplyError|SimpleError|BlobError)$/.test(dump.exception?.className ?? '')
  if (!isReply || name === undefined || why === undefined) return undefined
  const args = dataProperty(dump, command, 'args')
  const [first] = args?.objectId === undefined ? [] : (dump.object(args.objectId)?.properties ?? [])
  const key = wholeString(first?.value)
  return { who: 'Redis', what: key === undefined ? name : `${name} ${key}`, why }
}

/**
 * @param {Dump} dump
 * @returns {Refusal|undefined}
 */
function sqlite (dump) {
  const code = errorText(dump, 'code') ?? ''
  const why = messageOf(dump)
  const isOwn = code === 'ERR_SQLITE_ERROR'
  const isPackages = /^SQLITE_[A-Z_]+$/.test(code) && dump.exception?.className === 'SqliteError'
  return (isOwn || isPackages) && why !== undefined ? { who: 'SQLite', why } : undefined
}

/** @param {Dump} dump */
function messageOf ({ exception }) {
  return exception?.message === undefined || exception.message === '' ? undefined : exception.message.split('\n', 1)[0]
}

module.exports = { database }
