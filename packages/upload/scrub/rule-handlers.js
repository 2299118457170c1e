'use strict'
// Takes values out of records by rules.

const { PROSE } = require('./prose')
const { REPLACEMENT, TextRemover } = require('./text-remover')
const { TAKEN } = require('./walk-record')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('./rules').Rules} Rules */

/**
 * Counts what was taken out of a dump.
 * @typedef {object} Taken
 * @property {Map<string, number>} counts by rule
 * @property {Set<string>} objects ids of those that stood under a name
 * @property {Set<string>} texts values that stood under a name, which go wherever they stand
 */

/** Fields with code, in which places must stay. */
const CODE = new Set(['source', 'sourceMap', 'sourceMapURL'])
/** A shorter text is a word that may stand anywhere. */
const MIN_TEXT = 6
const BASE64_MAP = /^(data:application\/json(?:;[^,;]*)*;base64,)(.*)$/s

/** @returns {Taken} */
function nothingTaken () {
  return { counts: new Map(), objects: new Set(), texts: new Set() }
}

/**
 * @param {Rules} rules
 * @param {Taken} before what an earlier pass over the dump has taken
 * @param {Taken} taken is added to
 * @returns {import('./walk-record').Handlers}
 */
function ruleHandlers (rules, before, taken) {
  const count = (/** @type {string} */ rule) => taken.counts.set(rule, (taken.counts.get(rule) ?? 0) + 1)
  const names = new Map(rules.names.map(name => [plainName(name), name]))
  const { personal } = rules
  const remover = new TextRemover([...rules.texts, ...PROSE], [...before.texts], count, personal?.text)

  /** @type {(value: Value) => Value} */
  const take = value => {
    if (value.type === 'undefined' || value.subtype === 'null') return value
    if (value.objectId !== undefined && value.type !== 'symbol') taken.objects.add(value.objectId)
    const text = String(value.unserializableValue ?? value.value ?? '').replace(/n$/, '')
    if (text.length >= MIN_TEXT && value.type !== 'boolean') taken.texts.add(text)
    return withoutValue(value)
  }

  /** @type {(value: Value) => Value} */
  const valueOf = value => {
    const { objectId, type } = value
    if (objectId !== undefined && type !== 'symbol' && before.objects.has(objectId)) return withoutValue(value)
    if (type === 'string' && typeof value.value === 'string') {
      const { length = value.value.length } = value
      const text = remover.remove(value.value, { isCut: length > value.value.length })
      return text === value.value ? value : { type, value: text, length, notCapturedReason: 'redacted' }
    }
    if (type === 'number' || type === 'bigint') {
      const text = String(value.unserializableValue ?? value.value)
      return remover.remove(text) === text ? value : withoutValue(value)
    }
    const copy = { ...value }
    for (const key of /** @type {const} */ (['description', 'className', 'registryKey'])) {
      const text = copy[key]
      if (text !== undefined) copy[key] = remover.remove(text)
    }
    return copy
  }

  return {
    value: valueOf,
    take,
    isNamed: name => {
      const rule = names.get(plainName(name))
      if (rule !== undefined) count(`name ${rule}`)
      if (rule !== undefined || personal?.isNamed(name) !== true) return rule !== undefined
      count('personal data')
      return true
    },
    memberName: name => {
      if (name.startsWith('[[')) return name
      return name.startsWith('#') ? `#${remover.remove(name.slice(1))}` : remover.remove(name)
    },
    text: (text, key) => {
      if (key === TAKEN) return REPLACEMENT
      const map = key === 'sourceMapURL' ? BASE64_MAP.exec(text) : null
      if (map === null) return remover.remove(text, { keepsLength: CODE.has(key), isCut: key === '' })
      const decoded = Buffer.from(map[2], 'base64').toString()
      const cleaned = remover.remove(decoded, { keepsLength: true })
      return cleaned === decoded ? text : map[1] + Buffer.from(cleaned).toString('base64')
    },
    bytes: ({ base64 }) => (remover.isIn(Buffer.from(base64, 'base64')) ? { base64: '' } : {})
  }
}

/**
 * @param {string} name
 * @returns {string} in one form for `userName`, `user_name`, `USER-NAME` and `#userName`
 */
function plainName (name) {
  return name.replace(/[_#\s-]/g, '').toLowerCase()
}

/**
 * @param {Value} value
 * @returns {Value} what is said of a value that went: its type
 */
function withoutValue ({ type, subtype, className }) {
  if (type === 'symbol') return { type, description: 'Symbol()', notCapturedReason: 'redacted' }
  return {
    type,
    ...(type === 'object' && subtype !== undefined && { subtype }),
    ...((type === 'object' || type === 'function') && className !== undefined && { className }),
    notCapturedReason: 'redacted'
  }
}

/**
 * @param {DumpRecord} record
 * @param {Rules} rules
 * @param {(rule: string) => void} count
 * @returns {DumpRecord|null} without the parts that the rules name; null if it is such a part
 */
function withoutParts (record, { parts }, count) {
  if (parts.length === 0 || record.kind === 'header' || record.kind === 'end') return record
  if (parts.includes(record.kind) && record.kind !== 'process') {
    count(`part ${record.kind}`)
    return null
  }
  if (record.kind === 'process') {
    const kept = Object.entries(record).filter(([name]) => !parts.includes(name) || name === 'kind')
    for (const name of Object.keys(record)) if (name !== 'kind' && parts.includes(name)) count(`part ${name}`)
    return /** @type {DumpRecord} */ (Object.fromEntries(kept))
  }
  if (!parts.includes('sources')) return record
  if (record.kind === 'script') {
    const { source, sourceMap, sourceMapURL, ...rest } = record
    count('part sources')
    return { notCapturedReason: 'redacted', ...rest }
  }
  if (record.kind !== 'object' || record.source === undefined) return record
  const { source, ...rest } = record
  count('part sources')
  return rest
}

module.exports = { nothingTaken, ruleHandlers, withoutParts, withoutValue }
