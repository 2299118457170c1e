'use strict'
// Formats values of a dump in the style of Node.js's inspect: on one line if it fits, else with a line for each item.

const { describeValue, describeIn, describeObject, internalProperty, missingText } = require('./describe-value')
const { noPaint, withoutPaint } = require('../text/colours')
const { lookupTable } = require('../text/words')
const { objectItems } = require('./object-items')
const { otherTimeNote, readLaterNote } = require('./read-later')
const { summaryOf } = require('./summaries/summary-of')
const { cut, plain, widthOf } = require('../text/terminal-text')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./types').ObjectSource} ObjectSource */

/**
 * @typedef {object} FormatOptions
 * @property {number} columns width of the output
 * @property {number} depth levels of objects to open below the first
 * @property {number} maxItems items of one object
 * @property {number} maxString characters of a string
 * @property {import('../text/colours').Paint} paint
 * @property {boolean} hidden include properties that are not enumerable
 * @property {boolean | 'short'} notes mark objects that were read later than the throw
 * @property {import('./types').PlaceOf} [placeOf] name what waits for a promise
 */

/** @type {FormatOptions} */
const DEFAULTS = { columns: 80, depth: 2, maxItems: 100, maxString: 10_000, paint: noPaint, hidden: false, notes: true }

/**
 * After this many characters no further object is opened. A shared object is written for each reference to it, so
 * limits of depth and items alone would not bound the result.
 */
const MAX_TEXT = 8_000_000

/** @type {Record<string, import('../text/colours').Style>} */
const STYLES = lookupTable({
  string: 'green',
  symbol: 'green',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  function: 'cyan',
  date: 'magenta',
  regexp: 'red',
  null: 'bold'
})

/**
 * @param {Value} value
 * @param {ObjectSource} source
 * @param {Partial<FormatOptions>} [options]
 * @returns {string} may have several lines; the second and later ones are indented by two or more
 */
function formatValue (value, source, options) {
  return new Formatter(source, { ...DEFAULTS, ...options }).value(value, 0, 0)
}

class Formatter {
  #source
  #options
  /** @type {ObjectRecord[]} objects that are open around the current one */
  #open = []
  #written = 0

  /**
   * @param {ObjectSource} source
   * @param {FormatOptions} options
   */
  constructor (source, options) {
    this.#source = source
    this.#options = options
  }

  /**
   * @param {Value} value
   * @param {number} level
   * @param {number} column column at which the text begins
   * @returns {string}
   */
  value (value, level, column) {
    const { paint, maxString } = this.#options
    if (value.type === 'string' && typeof value.value === 'string' && value.value.length > maxString) {
      const length = Math.max(value.length ?? 0, value.value.length)
      return paint('green', describeValue({ ...value, value: value.value.slice(0, maxString), length }, this.#source))
    }
    const record =
      value.objectId === undefined || value.type === 'symbol' ? undefined : this.#source.object(value.objectId)
    if (record !== undefined) return this.#object(record, level, column)
    if (value.objectId !== undefined && value.type !== 'symbol') {
      const reason = value.notCapturedReason ?? this.#source.missingReason
      return paint('grey', `${describeValue(value, this.#source)} ${missingText(reason)}`)
    }
    const style =
      value.notCapturedReason !== undefined && value.value === undefined ? 'grey' : STYLES[value.subtype ?? value.type]
    const text = describeValue(value, this.#source)
    return style === undefined ? text : paint(style, text)
  }

  /**
   * @param {ObjectRecord} record
   * @param {number} level
   * @param {number} column
   */
  #object (record, level, column) {
    const { paint } = this.#options
    const note = this.#note(record)
    // The contents of an object that was read later were read later as well, and get no note of their own.
    if (note === '' || this.#open.some(({ readAt }) => readAt !== undefined)) {
      return this.#contents(record, level, column)
    }
    return `${this.#contents(record, level, column)} ${paint('grey', note)}`
  }

  /**
   * @param {ObjectRecord} record
   * @param {number} level
   * @param {number} column
   */
  #contents (record, level, column) {
    const { paint, depth, maxItems, hidden, placeOf } = this.#options
    if (this.#open.some(({ objectId }) => objectId === record.objectId)) return paint('cyan', '[Circular]')
    const summary = hidden ? undefined : summaryOf(record, this.#source)
    if (summary?.isWhole === true) return paint('magenta', describeIn(record, this.#source))
    const style = STYLES[record.type === 'function' && record.subtype !== 'proxy' ? 'function' : (record.subtype ?? '')]
    const head =
      style === undefined
        ? cut(this.#head(record), Math.max(20, this.#options.columns - column))
        : paint(style, describeObject(record))
    const items = objectItems(record, this.#source, { maxItems, hidden, placeOf })
    if (items.length === 0) {
      const [open, close] = brackets(record)
      return style !== undefined || isWhole(record) ? head : `${head}${head === '' ? '' : ' '}${open}${close}`
    }
    if (level > depth || this.#written > MAX_TEXT) {
      return paint('cyan', `[${describeIn(record, this.#source)}]`.replace(/^\[\[(.*)\]\]$/, '[$1]'))
    }
    this.#open.push(record)
    const texts = items.map(item => {
      const label = item.label === '' ? '' : plain(item.label)
      if (item.text !== undefined) return label + paint('grey', plain(item.text))
      if (item.value === undefined) return label
      const key = item.key === undefined ? '' : `${this.value(item.key, level + 1, column + 2)} => `
      return label + key + this.value(item.value, level + 1, column + 2 + widthOf(label))
    })
    this.#open.pop()
    for (const text of texts) this.#written += text.length
    return this.#join(head, record, texts, column)
  }

  /** @param {ObjectRecord} record */
  #note (record) {
    const { notes } = this.#options
    if (notes === false) return ''
    const later = readLaterNote(record, notes === 'short')
    const other = otherTimeNote(record, notes === 'short')
    // An object that differs leads to all that differ below it.
    if (other === '' || this.#open.some(each => otherTimeNote(each) !== '')) return later
    return later === '' ? other : `${later} ${other}`
  }

  /** @param {ObjectRecord} record */
  #head (record) {
    const head = describeObject(record)
    if (head === 'Object') return ''
    return record.subtype === 'array' && record.className === 'Array' && record.notCaptured === undefined ? '' : head
  }

  /**
   * @param {string} head
   * @param {ObjectRecord} record
   * @param {string[]} texts
   * @param {number} column
   */
  #join (head, record, texts, column) {
    const [open, close] = brackets(record)
    const start = head === '' ? open : `${head} ${open}`
    const line = `${start} ${texts.join(', ')} ${close}`
    const note = this.#note(record)
    const noteColumns = note === '' ? 0 : note.length + 1
    if (!line.includes('\n') && column + widthOf(withoutPaint(line)) + noteColumns <= this.#options.columns) return line
    const indented = texts.map(text => '  ' + text.replaceAll('\n', '\n  '))
    return `${start}\n${indented.join(',\n')}\n${close}`
  }
}

/**
 * @param {ObjectRecord} record
 * @returns {[string, string]}
 */
function brackets (record) {
  return record.subtype === 'array' || record.subtype === 'typedarray' ? ['[', ']'] : ['{', '}']
}

/**
 * True if the description alone shows all of the object.
 * @param {ObjectRecord} record
 */
function isWhole (record) {
  return (
    record.subtype === 'error' ||
    (record.className === 'Buffer' && record.subtype === 'typedarray') ||
    internalProperty(record, '[[PrimitiveValue]]') !== undefined
  )
}

module.exports = { formatValue }
