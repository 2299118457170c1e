'use strict'
// Renders variables: names in a column and values beside it, each in a few lines.

const { describeValue, missingText } = require('../values/describe-value')
const { isIndex } = require('../values/member-text')
const { formatValue } = require('../values/format-value')
const { cutPainted, withoutPaint } = require('../text/colours')
const { inReadingOrder } = require('../values/property-order')
const { summaryOf } = require('../values/summaries/summary-of')
const { placesIn } = require('./screen/function-place')
const { messageLine, withoutPrototypes } = require('./screen/messages')
const { passedNote } = require('../values/passed-note')
const { cut, plain, widthOf } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

const MAX_NAME_COLUMNS = 20
/** How many columns a name gets that does not fit into the column of names. */
const MAX_LONG_NAME_COLUMNS = 40
const MIN_VALUE_COLUMNS = 20

/** How many lines a value must have for what waits for a promise to be named. No first screen has as many. */
const LINES_FOR_REACTIONS = 10

/** How many lines an object must have to be replaced by a reference when it occurs again, if it does not fill one. */
const REPEATED_LINES = 3

/**
 * @param {View} view
 * @param {import('../values/types').PassedVariable[]} variables
 * @param {string} place name of the place in later references: `#0`
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
    const note = passedNote(variable)
    const noteColumns = note === '' ? 0 : widthOf(note) + 1
    const lines =
      variable.value === undefined
        ? [paint('grey', missingText(variable.notCapturedReason))]
        : renderOnce(
          { name, value: variable.value },
          view,
          Math.max(MIN_VALUE_COLUMNS, columns - indent - excess - noteColumns),
            `${name} of ${place}`
        )
    if (note !== '') lines[lines.length - 1] += ` ${paint('grey', note)}`
    const gap = ' '.repeat(Math.max(0, nameColumns - widthOf(name)))
    return lines.map((line, i) => (i === 0 ? `      ${name}${gap}  ${line}` : ' '.repeat(indent) + line))
  })
}

/**
 * Renders an object once. Where it occurs again, the output refers to the first place.
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
  const isLong = lines.length >= REPEATED_LINES || widthOf(withoutPaint(lines[0])) >= columns
  if (value.objectId !== undefined && isLong) shown.set(value.objectId, where)
  return lines
}

/**
 * True for an object of a class of Node.js, such as a timer or a server that is `this` in a callback.
 * @param {Value} value
 * @param {View} view
 */
function isOfNode ({ objectId }, { dump }) {
  const record = objectId === undefined ? undefined : dump.object(objectId)
  // A plain object of a `vm` context, as in tests of jest: its prototype is not the one that every dump knows.
  if (record?.className === 'Object') return false
  const prototype = record?.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value
  return prototype?.notCapturedReason === 'internal' || prototype?.intrinsic !== undefined
}

/**
 * Renders the value as deep as a few lines allow, so that the shape of a big object is visible and not only the whole
 * of its first field.
 * @param {Value} value
 * @param {View} view
 * @param {number} columns
 * @returns {string[]}
 */
function renderValue (value, view, columns) {
  const { dump, paint, all, sourceMaps, limits: { valueLines } } = view
  const placeOf = all || valueLines >= LINES_FOR_REACTIONS ? placesIn(dump, sourceMaps) : undefined
  const always = { columns, paint, notes: /** @type {const} */ ('short'), placeOf }
  if (all) return formatValue(value, dump, { ...always, depth: 4 }).split('\n')
  const options = { ...always, maxItems: 8, maxString: Math.max(20, columns - 30) }
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  const ofMessage = record?.type === 'object' ? messageLine(record, dump, view.limits) : undefined
  if (record !== undefined && ofMessage !== undefined) {
    const part = withoutPrototypes(onlyOf(record, withFields(record, ofMessage), view))
    const textAt = (/** @type {number} */ depth) => {
      const text = formatValue(value, part, { ...options, depth, columns: Infinity }).replace(NOT_SHOWN, '… $1 more')
      return ofMessage.properties.length === 0 ? text.replace(' {}', '') : text
    }
    const whole = textAt(2)
    return [widthOf(withoutPaint(whole)) <= columns ? whole : cutPainted(textAt(1), columns)]
  }
  const isInnerOnly = record?.properties.every(({ name, symbol }) => symbol !== undefined || name.startsWith('_'))
  const isOfClass = record?.type === 'object' && record.className !== 'Object' && record.subtype === undefined
  // All that such an object has is for its class alone, as with a logger.
  const isEmpty = record?.properties.length === 0 || (record?.privateProperties?.length ?? 0) > 0
  if (valueLines < 10 && isOfClass && isInnerOnly && !isEmpty) {
    return [describeValue(value, dump)]
  }
  // If the summary is complete, no fields need to be chosen.
  if (record?.type === 'object' && summaryOf(record, dump)?.isWhole !== true && isOfNode(value, view)) {
    const part = addressPart(record, view) ?? tellingPart(record)
    const lines = formatValue(value, onlyOf(record, part, view), { ...options, depth: 0 }).split('\n')
    return valueLines === 1 && lines.length > 1 ? [describeValue(value, dump)] : lines
  }
  for (const [depth, maxItems] of [[2, 8], [1, 8], [0, 8], [0, 6], [0, 4], [0, 2]]) {
    const lines = formatValue(value, dump, { ...options, depth, maxItems }).split('\n')
    if (lines.length <= valueLines) return lines
  }
  if (valueLines === 1) {
    const first = formatValue(value, dump, { ...options, depth: 0, maxItems: 1 })
    return [first.includes('\n') ? describeValue(value, dump) : first]
  }
  const lines = formatValue(value, dump, { ...options, depth: 0, maxItems: 6 }).split('\n')
  return lines.length <= valueLines + 1
    ? lines
    : [...lines.slice(0, valueLines), paint('grey', `… ${lines.length - valueLines} more lines`)]
}

/**
 * @param {ObjectRecord} record
 * @param {ObjectRecord} part shown instead of the object
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

/** The note on the fields of a message that are not shown. It is escaped because the script of `show` is ASCII. */
const NOT_SHOWN = /\u2026 (\d+) more <[^>]*>/

/** How many fields of an object of Node.js are shown. */
const MAX_TELLING = 4
const ASKED_FOR = new Set(['method', 'url', 'path', 'host', 'statusCode', 'statusMessage'])

/**
 * The fields of a request, a socket or a stream that applications read: its short texts and numbers.
 * @param {ObjectRecord} record
 * @returns {ObjectRecord}
 */
function tellingPart (record) {
  if (record.subtype !== undefined) return record
  const tells = (/** @type {import('crash-collector-shared/dump/format').Property} */ { name, symbol, value }) =>
    value !== undefined &&
    symbol === undefined &&
    !name.startsWith('_') &&
    ((value.type === 'string' && value.value !== '') || (value.type === 'number' && value.value !== 0))
  const known = inReadingOrder(record).filter(tells)
  const asked = known.filter(({ name }) => ASKED_FOR.has(name))
  const others = known.filter(({ name }) => !ASKED_FOR.has(name))
  const ofType = (/** @type {string} */ type) => others.filter(({ value }) => value?.type === type)
  const shown = [...asked, ...ofType('string'), ...ofType('number')].slice(0, MAX_TELLING)
  return withFields(record, { properties: shown, count: record.properties.length - shown.length })
}

/**
 * @param {ObjectRecord} record
 * @param {{ className?: string, properties: ObjectRecord['properties'], count: number }} shown count: of the rest
 * @returns {ObjectRecord} with these properties alone
 */
function withFields (record, { className = record.className, properties, count }) {
  return {
    ...record,
    className,
    properties,
    privateProperties: [],
    notCaptured: count === 0 ? undefined : [{ reason: 'internal', count }]
  }
}

module.exports = { renderVariableLines }
