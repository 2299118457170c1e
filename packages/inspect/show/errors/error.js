'use strict'
// Renders one error: its message with its short properties, and, below the frames, its longer properties.

const { causesOf, errorTitle } = require('../../crash/cause-chain')
const { withoutPaint } = require('../../text/colours')
const { moreCharacters } = require('../../values/describe-value')
const { formatValue } = require('../../values/format-value')
const { cut, plain, plainLines, widthOf } = require('../../text/terminal-text')
const { renderVariableLines } = require('../variables')

/** @typedef {import('../types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').ExceptionRecord} ExceptionRecord */
/** @typedef {import('crash-collector-shared/dump/format').Property} Property */

/** How long a message is shown in full. People copy messages, so only one that holds a document is cut. */
const MESSAGE_LINES = 12
/** Where a diagnosis above has said what matters of it. */
const FEW_MESSAGE_LINES = 4
const MESSAGE_COLUMNS = 600

/** How many short properties stand directly below the message. Further ones join the longer ones. */
const MAX_FACTS = 8
const MAX_FACT_COLUMNS = 200
/** How many lines all longer properties get together. The error of a client library may have hundreds. */
const MAX_PROPERTY_LINES = 24

/** These properties come first, because they say what the error is about. */
const FIRST_FACTS = ['code', 'errno', 'syscall', 'path', 'address', 'port', 'status', 'statusCode', 'name']

/** Postgres says by these where in its own code it made the error, and how long the packet was. */
const OF_SERVER = ['length', 'file', 'line', 'routine']

/**
 * @param {View} view whose dump has an exception
 * @param {ExceptionRecord} exception
 * @param {string} [start] beginning of the first line
 * @param {boolean} [isShort] true: only the first lines of a long message
 * @returns {string[]}
 */
function renderMessage ({ dump, paint, columns, all }, exception, start = '', isShort = false) {
  const { value } = exception
  const red = (/** @type {string} */ text) => paint('red', paint('bold', text))
  if (value.subtype !== 'error' && exception.message === undefined) {
    const [first, ...rest] = formatValue(value, dump, { columns: columns - 10, paint, notes: 'short' }).split('\n')
    return [`${red(`${start}Thrown:`)} ${first}`, ...rest]
  }
  const lines = plainLines(start + headline(exception))
  const most = isShort ? FEW_MESSAGE_LINES : MESSAGE_LINES
  const shown = all ? lines : lines.slice(0, most).map(line => cut(line, MESSAGE_COLUMNS))
  const missing = moreCharacters(exception.message ?? '', exception.messageLength)
  const hidden = lines.length - shown.length
  const more = [
    hidden > 0 ? `… ${hidden} more line${hidden === 1 ? '' : 's'}` : '',
    missing && `${missing}, which are not in the dump`
  ]
  // Without the addon nothing takes secrets out of a message.
  if (exception.message === undefined && value.notCapturedReason === 'noAddon') {
    more.push('its message was left out, because taking secrets out of it needs the addon')
  }
  return [...shown.map(red), ...more.filter(Boolean).map(line => paint('grey', line))]
}

/**
 * Class and message, as the first lines of the stack have them. The frames of the stack are shown elsewhere.
 * @param {ExceptionRecord} exception
 */
function headline (exception) {
  const { description, messageLength } = exception
  const stackAt = description.search(/\n {4}at /)
  // If the message was cut, the stack has even less of the message.
  if (stackAt > 0 && messageLength === undefined) return description.slice(0, stackAt)
  return exception.message === undefined ? description : errorTitle(exception)
}

/**
 * The properties that the application or Node.js added to the error: those that fit on a line, and the rest.
 * @param {View} view
 * @param {number} cause index of the error
 * @returns {{ facts: string[], rest: Property[] }}
 */
function errorProperties ({ dump, columns, paint, all }, cause) {
  const { value, message } = dump.exception ?? {}
  const isError = value?.subtype === 'error' || message !== undefined
  const record = value?.objectId === undefined || !isError ? undefined : dump.object(value.objectId)
  if (record === undefined) return { facts: [], rest: [] }
  // Causes have their own sections.
  const named = new Set(causesOf(dump, cause).map(({ path }) => path.replace(/\[.*$/, '')))
  const own = record.properties.filter(
    ({ name, value, symbol, enumerable }) =>
      value !== undefined &&
      symbol === undefined &&
      !named.has(name) &&
      (all || tellsMore(dump, name, value)) &&
      (enumerable !== false || name === 'cause' || name === 'errors')
  )
  const isOfServer = own.some(({ name }) => name === 'routine')
  const rank = (/** @type {Property} */ { name }) => {
    if (FIRST_FACTS.includes(name)) return FIRST_FACTS.indexOf(name)
    if (name.startsWith('_')) return FIRST_FACTS.length + 1
    return FIRST_FACTS.length + (isOfServer && OF_SERVER.includes(name) ? 2 : 0)
  }
  const facts = []
  const rest = []
  for (const property of [...own].sort((a, b) => rank(a) - rank(b))) {
    const label = `  ${plain(property.name)}: `
    const value = /** @type {import('crash-collector-shared/dump/format').Value} */ (property.value)
    const text = formatValue(value, dump, {
      columns: columns - widthOf(label),
      depth: 2,
      maxItems: 10,
      paint,
      notes: 'short'
    })
    const isShort = !text.includes('\n') && widthOf(withoutPaint(text)) <= MAX_FACT_COLUMNS
    if (isShort && facts.length < MAX_FACTS) facts.push(label + text)
    else rest.push(property)
  }
  return { facts, rest }
}

/**
 * Clients give their errors all properties that an error of theirs may have.
 * @param {import('../../reader').Dump} dump
 * @param {string} name
 * @param {import('crash-collector-shared/dump/format').Value} value
 * @returns {boolean} false if there is no value, or the line of the message has it
 */
function tellsMore ({ exception }, name, { type, value }) {
  const isTold = name === 'message' ? value === exception?.message : name === 'name' && value === nameOf(exception)
  return type !== 'undefined' && !isTold
}

/** @param {ExceptionRecord|null} exception */
function nameOf (exception) {
  return /^[^\s:]+(?=[:\n])/.exec(exception === null ? '' : headline(exception))?.[0]
}

/**
 * @param {View} view
 * @param {Property[]} properties
 * @returns {string[]}
 */
function renderProperties (view, properties) {
  if (properties.length === 0) return []
  const lines = renderVariableLines(
    view,
    properties.map(({ name, value }) => ({ name, value })),
    'the error'
  )
  const shown = view.all ? lines : lines.slice(0, MAX_PROPERTY_LINES)
  const more = lines.length - shown.length
  if (more > 0) shown.push(view.paint('grey', `      … ${more} more lines (--all shows them)`))
  return [view.paint('bold', 'Properties of the error'), ...shown]
}

module.exports = { renderMessage, errorProperties, renderProperties }
