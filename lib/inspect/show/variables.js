'use strict'
// Variables with their values in `show`: names in a column and the values, in few lines, beside it.

const { describeValue, missingText } = require('../values/describe-value')
const { isIndex } = require('../values/member-text')
const { formatValue } = require('../values/format-value')
const { inReadingOrder } = require('../values/property-order')
const { summaryOf } = require('../values/summaries/summary-of')
const { cut, plain, widthOf } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('../../dump/format').Value} Value */
/** @typedef {import('../../dump/format').Variable} Variable */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */

/** How many lines a value gets: a longer one is shown less deep, and `--all` and `eval` show the rest. */
const MAX_VALUE_LINES = 10
const MAX_NAME_COLUMNS = 20
/** How many columns a name gets that is too long for the column of names. */
const MAX_LONG_NAME_COLUMNS = 40
const MIN_VALUE_COLUMNS = 20

/** How many lines an object must have to be only named when it was shown already. */
const REPEATED_LINES = 3

/**
 * @param {View} view
 * @param {Variable[]} variables
 * @param {string} place for later references to them: `#0`
 * @returns {string[]}
 */
function renderVariableLines (view, variables, place) {
  const { columns, paint, all } = view
  const longest = all ? Infinity : Math.min(MAX_LONG_NAME_COLUMNS, Math.floor(columns / 2))
  const nameColumns = variables.reduce(
    (most, { name }) => Math.min(MAX_NAME_COLUMNS, Math.max(most, widthOf(plain(name)))),
    0
  )
  const indent = 6 + nameColumns + 2
  return variables.flatMap(variable => {
    const name = cut(plain(variable.name), longest)
    const excess = Math.max(0, widthOf(name) - nameColumns)
    const lines =
      variable.value === undefined
        ? [paint('grey', missingText(variable.notCapturedReason))]
        : renderOnce(
          { name, value: variable.value },
          view,
          Math.max(MIN_VALUE_COLUMNS, columns - indent - excess),
            `${name} of ${place}`
        )
    const gap = ' '.repeat(Math.max(0, nameColumns - widthOf(name)))
    return lines.map((line, i) => (i === 0 ? `      ${name}${gap}  ${line}` : ' '.repeat(indent) + line))
  })
}

/**
 * An object that many frames hold is printed once.
 * @param {{ name: string, value: Value }} variable
 * @param {View} view
 * @param {number} columns
 * @param {string} where
 * @returns {string[]}
 */
function renderOnce ({ name, value }, view, columns, where) {
  const { shown, dump, paint, all } = view
  const before = value.objectId === undefined || all ? undefined : shown.get(value.objectId)
  if (before !== undefined) return [`${describeValue(value, dump)} ${paint('grey', `as ${before}`)}`]
  const lines =
    name === 'this' && !all && isOfNode(value, view) ? [describeValue(value, dump)] : renderValue(value, view, columns)
  if (value.objectId !== undefined && lines.length >= REPEATED_LINES) shown.set(value.objectId, where)
  return lines
}

/**
 * A timer or a server that calls the application is `this` there, and says nothing about it.
 * @param {Value} value
 * @param {View} view
 */
function isOfNode ({ objectId }, { dump }) {
  const record = objectId === undefined ? undefined : dump.object(objectId)
  const prototype = record?.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value
  return prototype?.notCapturedReason === 'internal' || prototype?.intrinsic !== undefined
}

/**
 * The value as deep as a few lines allow, so that people see the shape of a big object rather than the whole of its
 * first field.
 * @param {Value} value
 * @param {View} view
 * @param {number} columns
 * @returns {string[]}
 */
function renderValue (value, view, columns) {
  const { dump, paint, all } = view
  if (all) return formatValue(value, dump, { columns, paint, depth: 4 }).split('\n')
  const options = { columns, paint, maxItems: 8, maxString: Math.max(20, columns - 30) }
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  // A value that takes only a line needs no choice of fields.
  if (record?.type === 'object' && summaryOf(record, dump)?.isWhole !== true && isOfNode(value, view)) {
    return formatValue(value, onlyOf(record, addressPart(record, view) ?? tellingPart(record), view), {
      ...options,
      depth: 0
    }).split('\n')
  }
  for (const depth of [2, 1, 0]) {
    const lines = formatValue(value, dump, { ...options, depth }).split('\n')
    if (lines.length <= MAX_VALUE_LINES) return lines
  }
  const lines = formatValue(value, dump, { ...options, depth: 0, maxItems: 6 }).split('\n')
  return lines.length <= MAX_VALUE_LINES + 1
    ? lines
    : [...lines.slice(0, MAX_VALUE_LINES), paint('grey', `… ${lines.length - MAX_VALUE_LINES} more lines`)]
}

/**
 * @param {ObjectRecord} record
 * @param {ObjectRecord} part shown in its place
 * @param {View} view
 * @returns {import('../values/types').ObjectSource}
 */
function onlyOf (record, part, { dump }) {
  return {
    object: objectId => (objectId === record.objectId ? part : dump.object(objectId)),
    missingReason: dump.missingReason
  }
}

/**
 * The text of a URL and of its parameters, which Node.js keeps in private fields.
 * @param {ObjectRecord} record
 * @param {View} view
 * @returns {ObjectRecord | undefined} undefined for any other object
 */
function addressPart (record, { dump }) {
  const kept = (/** @type {string} */ name) => {
    const objectId = record.privateProperties?.find(each => each.name === name)?.value?.objectId
    return objectId === undefined ? undefined : dump.object(objectId)
  }
  if (record.className === 'URL') {
    const href = kept('#context')?.properties.find(({ name }) => name === 'href')
    return href && { ...record, properties: [href], privateProperties: [] }
  }
  if (record.className !== 'URLSearchParams') return undefined
  const list = kept('#searchParams')
  const texts = list?.properties.filter(({ name }) => isIndex(name)).map(({ value }) => value)
  if (list === undefined || texts === undefined) return undefined
  const entries = texts.flatMap((key, i) =>
    i % 2 === 0 && texts[i + 1] !== undefined ? [{ key, value: /** @type {Value} */ (texts[i + 1]) }] : []
  )
  return {
    ...record,
    properties: [],
    privateProperties: [],
    entries,
    ...(list.notCaptured && { notCaptured: list.notCaptured })
  }
}

/** How many fields of an object of Node.js are shown. */
const MAX_TELLING = 4
const ASKED_FOR = new Set(['method', 'url', 'path', 'host', 'statusCode', 'statusMessage'])

/**
 * The fields of a request, a socket or a stream that an application reads: its short texts and numbers.
 * @param {ObjectRecord} record
 * @returns {ObjectRecord}
 */
function tellingPart (record) {
  if (record.subtype !== undefined) return record
  const tells = (/** @type {import('../../dump/format').Property} */ { name, symbol, value }) =>
    value !== undefined &&
    symbol === undefined &&
    !name.startsWith('_') &&
    ((value.type === 'string' && value.value !== '') || (value.type === 'number' && value.value !== 0))
  const known = inReadingOrder(record).filter(tells)
  const asked = known.filter(({ name }) => ASKED_FOR.has(name))
  const others = known.filter(({ name }) => !ASKED_FOR.has(name))
  const ofType = (/** @type {string} */ type) => others.filter(({ value }) => value?.type === type)
  const shown = [...asked, ...ofType('string'), ...ofType('number')].slice(0, MAX_TELLING)
  const count = record.properties.length - shown.length
  return {
    ...record,
    properties: shown,
    privateProperties: [],
    notCaptured: count === 0 ? undefined : [{ reason: 'internal', count }]
  }
}

module.exports = { renderVariableLines }
