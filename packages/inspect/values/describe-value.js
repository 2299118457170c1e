'use strict'
// Describes a value in a few words, in the style of Node.js's inspect: quoted strings, `[Function: name]`, `Map(2)`.

const { summaryOf } = require('./summaries/summary-of')
const { plain, quote } = require('../text/terminal-text')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('./types').ObjectSource} ObjectSource */

/** Words for each reason. @type {Record<string, string>} */
const REASONS = {
  depth: 'deeper than the depth limit',
  objectCount: 'over the limit of objects',
  fieldCount: 'over the limit of properties',
  collectionSize: 'over the limit of elements',
  stringLength: 'over the limit of string length',
  frameCount: 'over the limit of frames',
  taskCount: 'over the limit of async tasks',
  scriptSize: 'source over the size limit',
  bytes: 'over the size limit of the dump',
  timeout: 'the time limit was reached',
  unavailable: 'not initialised yet, or optimised away by V8',
  uninitialised: 'not initialised yet',
  optimisedAway: 'optimised away by V8',
  undecided: 'perhaps not initialised yet',
  undefinedOrAway: 'undefined, or optimised away by V8',
  sourceMissing: 'not known without the source of its function, which the dump lacks',
  blockLeft: 'its block had been left when the function was read',
  notKept: 'not kept by the callback that was scheduled',
  notRead: 'reading it could have run code of the application',
  redacted: 'redacted',
  internal: 'belongs to Node.js',
  rationed: 'the place was not due for a capture',
  noInspector: 'this process had no inspector',
  debuggerAttached: 'another debugger was attached',
  noAddon: 'the native addon was not loaded',
  stackOverflow: 'no room was left on the stack',
  unmatched: 'nothing that was captured belongs to this error',
  error: 'an error inside the collector',
  collected: 'garbage-collected before it was read',
  truncated: 'the dump was cut short'
}

/** @param {string} reason */
function reasonText (reason) {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason] : plain(reason)
}

/**
 * The text that is shown instead of a value that is not in the dump. Exports to other tools (packages/inspect/export)
 * have the bare reason of the dump.
 * @param {string} [reason]
 * @returns {string}
 */
function missingText (reason) {
  return `<${reasonText(reason ?? 'unavailable')}>`
}

/**
 * Describes a value in a few words, without its contents.
 * @param {Value} value
 * @param {ObjectSource} source
 * @returns {string} one line of plain text
 */
function describeValue (value, source) {
  if (value.notCapturedReason !== undefined && value.value === undefined && value.objectId === undefined) {
    const size = value.type === 'string' && value.length !== undefined ? `string of ${value.length}, ` : ''
    return `<${size}${reasonText(value.notCapturedReason)}>`
  }
  switch (value.type) {
    case 'string':
      return describeString(value)
    case 'undefined':
      return 'undefined'
    case 'symbol':
      return plain(value.description ?? 'Symbol()')
    case 'number':
    case 'bigint':
    case 'boolean':
      return plain(String(value.unserializableValue ?? value.value))
  }
  if (value.subtype === 'null') return 'null'
  if (value.intrinsic !== undefined) return `[${plain(value.intrinsic)}]`
  const record = value.objectId === undefined ? undefined : source.object(value.objectId)
  return record === undefined
    ? plain(`[${value.description ?? value.className ?? value.type}]`)
    : describeIn(record, source)
}

/** @param {Value} value */
function describeString (value) {
  const text = String(value.value)
  const { length = 0 } = value
  // The replacement of a secret may be shorter than the secret. This does not mean that the text was cut.
  if (value.notCapturedReason === 'redacted') {
    return quote(text) + (length > text.length ? ` of ${length} characters` : '')
  }
  return quote(text) + moreCharacters(text, length)
}

/**
 * @param {string} text a text that may have been cut
 * @param {number} [length] length of the whole text
 * @returns {string} a note that follows the text; '' if nothing was cut
 */
function moreCharacters (text, length = 0) {
  return length > text.length ? `… ${length - text.length} more characters` : ''
}

/** Number of UTF-16 code units of a description. Thousands of values may refer to one object. */
const MAX_DESCRIPTION = 2000

/** @param {string} text of a dump */
function bounded (text) {
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text
}

/**
 * The class and size of an object, or all of the object if that is short (dates, regular expressions).
 * @param {ObjectRecord} record
 */
function describeObject (record) {
  const className = plain(classNameOf(record))
  if (record.type === 'function' && record.subtype !== 'proxy') return describeFunction(record)
  switch (record.subtype) {
    case 'typedarray':
      if (record.className === 'Buffer' && record.bytes !== undefined) return describeBuffer(record.bytes)
      return `${className}(${record.length ?? '?'})`
    case 'array':
      if (record.className === 'Arguments') return '[Arguments]'
      return `${className}(${record.length ?? '?'})`
    case 'map':
    case 'set':
      return `${className}(${record.size ?? '?'})`
    case 'regexp':
      return plain(
        bounded(
          record.regexp === undefined
            ? (record.description ?? className)
            : `/${record.regexp.source}/${record.regexp.flags}`
        )
      )
    case 'date':
      return describeDate(record)
    case 'error':
      return plain(bounded(record.description?.split('\n', 1)[0] ?? className))
    case 'generator':
      return `${className} [Generator]`
    case 'proxy':
      return 'Proxy'
  }
  const primitive = internalProperty(record, '[[PrimitiveValue]]')
  if (primitive !== undefined) return `[${className}: ${describeValue(primitive, NOTHING)}]`
  return internalProperty(record, '[[Prototype]]')?.subtype === 'null' ? `[${className}: null prototype]` : className
}

/** Names that a function gives to each class that it makes, such as a mixin or a factory of clients. */
const OF_FACTORY = /^(?:_?class|mixin|anonymous|extended|derived)$/i

/**
 * @param {ObjectRecord} record
 * @returns {string} name of its class as the source has it; if a factory made the class, that of the class which it
 *   extends
 */
function classNameOf ({ className = 'Object', internalProperties }) {
  const isBundled = className.startsWith('_')
  if (!isBundled && !OF_FACTORY.test(className)) return className
  const base = internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value?.className
  // Bundlers put an underscore before the name of a class that refers to itself, as in fetch of Node.js 24.
  if (isBundled && base !== className.slice(1)) return className
  return base === undefined || base === 'Object' ? className : base
}

/**
 * The summary of an object of a well-known class, or the class and size of any other object.
 * @param {ObjectRecord} record
 * @param {ObjectSource} source finds the objects that it refers to
 * @returns {string}
 */
function describeIn (record, source) {
  const summary = summaryOf(record, source)
  return summary === undefined ? describeObject(record) : plain(bounded(summary.text))
}

/** How many bytes of a Buffer are shown, which is as many as in Node.js's inspect. */
const MAX_BUFFER_BYTES = 50
/** How long a text in a Buffer must be to be shown. Shorter sequences often look like text by chance. */
const MIN_BUFFER_TEXT = 4

/** @param {NonNullable<ObjectRecord['bytes']>} bytes */
function describeBuffer ({ base64, byteLength }) {
  const shown = Buffer.from(base64, 'base64').subarray(0, MAX_BUFFER_BYTES)
  const pairs = Array.from(shown, byte => ` ${byte.toString(16).padStart(2, '0')}`).join('')
  const rest = byteLength > shown.length ? ` ... ${byteLength - shown.length} more bytes` : ''
  return `<Buffer${pairs}${rest}>${bufferText(shown, byteLength)}`
}

/**
 * @param {Uint8Array} bytes the first bytes of the Buffer
 * @param {number} byteLength length of the whole Buffer
 * @returns {string} '' if the bytes are not text
 */
function bufferText (bytes, byteLength) {
  let text
  try {
    // If the Buffer was cut, the last character may be incomplete; with `stream` it is left out.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length < byteLength })
  } catch {
    return '' // the bytes are not UTF-8
  }
  return text.length < MIN_BUFFER_TEXT || /[^\P{C}\n\r\t]/u.test(text)
    ? ''
    : ` ${quote(text)}${bytes.length < byteLength ? '…' : ''}`
}

/** @type {ObjectSource} */
const NOTHING = { object: () => undefined }

/**
 * @param {ObjectRecord} record of a function
 * @returns {string} '' if it has no name
 */
function functionName (record) {
  const named = record.properties.find(property => property.name === 'name' && property.symbol === undefined)?.value
  const ownName = typeof named?.value === 'string' ? named.value : nameInSource(record.source?.trimStart() ?? '')
  return plain(bounded(record.originalName ?? ownName))
}

/** @param {ObjectRecord} record */
function describeFunction (record) {
  const source = record.source?.trimStart() ?? ''
  const name = functionName(record)
  if (/^class\b/.test(source)) return name === '' ? '[class (anonymous)]' : `[class ${name}]`
  const className = plain(record.className ?? 'Function')
  return name === '' ? `[${className} (anonymous)]` : `[${className}: ${name}]`
}

/**
 * How many characters of a function's source are searched for its name. The text comes from the dump, and a regular
 * expression takes longer on a longer text.
 */
const MAX_HEAD = 500

/** @param {string} source */
function nameInSource (source) {
  const head = source.slice(0, MAX_HEAD)
  return (
    /^(?:async\s+)?(?:function(?:\s*\*\s*|\s+)|class\s+)([\w$]+)/.exec(head)?.[1] ??
    /^(?:(?:async|get|set|static)\s+)*(?:\*\s*)?([\w$#]+)\s*\(/.exec(head)?.[1] ??
    ''
  )
}

/** @param {ObjectRecord} record */
function describeDate (record) {
  const time = internalProperty(record, '[[DateValue]]')
  if (typeof time?.value !== 'number') return time === undefined ? plain(record.description ?? 'Date') : 'Invalid Date'
  const date = new Date(time.value)
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString()
}

/**
 * @param {ObjectRecord} record
 * @param {string} name
 * @returns {Value|undefined}
 */
function internalProperty (record, name) {
  return record.internalProperties?.find(property => property.name === name)?.value
}

module.exports = {
  describeValue,
  functionName,
  describeObject,
  describeIn,
  classNameOf,
  internalProperty,
  missingText,
  reasonText,
  REASONS,
  moreCharacters
}
