'use strict'
// One file with its counters: gives back the positions and texts of the original file.

const { fileURLToPath, pathToFileURL } = require('node:url')

const {
  MathMax,
  Number,
  ObjectCreate,
  RegExpExec,
  StringSlice,
  StringStartsWith
} = require('../preload').primordials
const { ID } = require('./templates')
const { weave } = require('./weave')

/** @typedef {import('./visit').Block} Block */

/** A counter, by whose id a part of a woven text is found again. No block has the id 0. */
const COUNTER = /_\$(?:[bef]\(|a\[|h\(_\$p\d+,)([1-9]\d*)/
/** The same in the text of an insert, which has no id yet. */
const COUNTER_IN_TEXT = new RegExp(COUNTER.source.replace('([1-9]\\d*)', ID))

class WovenFile {
  /**
   * @param {string} url as V8 shows it: a path, or a file URL
   * @param {string} source
   * @param {import('./weave').Woven} woven
   * @param {number} firstId
   */
  constructor (url, source, woven, firstId) {
    const { texts, inserts, blockCount } = woven
    this.url = url
    this.source = source
    this.firstId = firstId
    this.blocksOf = woven.blocksOf
    /** @type {number[] | undefined} made when a position is asked for */
    this.lineStarts = undefined
    const count = inserts.length / 3
    /** Offsets in the woven text at which inserts begin, and their lengths. */
    this.starts = new Int32Array(count)
    this.lengths = new Int32Array(count)
    /** Offset in the woven text by the index of the block whose counter is there. */
    this.counters = new Int32Array(blockCount)
    const parts = texts.map(text => text.split(ID))
    const counterIn = texts.map(text => text.search(COUNTER_IN_TEXT))
    const pieces = []
    let length = 0
    let last = 0
    for (let i = 0; i < count; i++) {
      const offset = inserts[3 * i]
      const text = inserts[3 * i + 1]
      const block = inserts[3 * i + 2]
      const inserted = parts[text].join(String(firstId + block))
      pieces.push(source.slice(last, offset), inserted)
      length += offset - last
      this.starts[i] = length
      this.lengths[i] = inserted.length
      if (counterIn[text] !== -1) this.counters[block] = length + counterIn[text]
      length += inserted.length
      last = offset
    }
    pieces.push(source.slice(last))
    this.code = pieces.join('')
    this.wovenLength = this.code.length
  }

  /** @param {string} text that may hold counters @returns {number | undefined} the id of the first of them */
  static idIn (text) {
    const counter = RegExpExec(COUNTER, text)
    return counter === null ? undefined : Number(counter[1])
  }

  get blocks () {
    return this.blocksOf()
  }

  /** @returns {string} the woven text, which is let go: V8 keeps it as the text of the script */
  takeCode () {
    const { code } = this
    this.code = ''
    return code
  }

  /** @param {number} offset in the woven text @returns {number} in the original one */
  originalOffset (offset) {
    const { starts, lengths } = this
    let from = 0
    let to = starts.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (starts[middle] <= offset) from = middle + 1
      else to = middle
    }
    if (from === 0) return offset
    const inside = offset - starts[from - 1]
    return this.#insertedBefore(from - 1, starts[from - 1]) + MathMax(0, inside - lengths[from - 1])
  }

  /** @param {number} index of an insert @param {number} start its offset @returns {number} in the original text */
  #insertedBefore (index, start) {
    if (this.sums === undefined) {
      this.sums = new Int32Array(this.lengths.length)
      for (let i = 1; i < this.sums.length; i++) this.sums[i] = this.sums[i - 1] + this.lengths[i - 1]
    }
    return start - this.sums[index]
  }

  /** @param {number} line 0-based @param {number} column 0-based @returns {number} column in the original text */
  originalColumn (line, column) {
    const lineStarts = (this.lineStarts ??= lineStartsOf(this.source))
    if (line < 0 || column < 0 || line >= lineStarts.length) return column
    return this.originalOffset(this.#wovenOffset(lineStarts[line]) + column) - lineStarts[line]
  }

  /** @param {number} offset at which a line of the original text begins @returns {number} in the woven text */
  #wovenOffset (offset) {
    const { starts, lengths } = this
    let from = 0
    let to = starts.length
    // A text that is inserted at the offset itself is on the line.
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#insertedBefore(middle, starts[middle]) < offset) from = middle + 1
      else to = middle
    }
    if (from === 0) return offset
    return offset + starts[from - 1] - this.#insertedBefore(from - 1, starts[from - 1]) + lengths[from - 1]
  }

  /**
   * @param {string} text of a function or class, or its beginning
   * @param {number} [length] of the whole text, if it is only the beginning
   * @returns {string} the original text; unchanged if it holds no counter of this file
   */
  originalText (text, length = text.length) {
    const counter = RegExpExec(COUNTER, text)
    if (counter === null) return text
    const at = this.counters[Number(counter[1]) - this.firstId]
    if (at === undefined) return text
    const start = at - counter.index
    const end = start + length
    const original = StringSlice(this.source, this.originalOffset(MathMax(0, start)), this.originalOffset(end))
    // The function that Node.js makes of a CommonJS module has a text before and after that of the file.
    if (start >= 0) return original
    const after = end > this.wovenLength ? StringSlice(text, this.wovenLength - start) : ''
    return StringSlice(text, 0, -start) + original + after
  }
}

/** @param {string} text @returns {number[]} offsets */
function lineStartsOf (text) {
  const starts = [0]
  const lineEnd = /\r\n?|[\n\u2028\u2029]/g
  while (RegExpExec(lineEnd, text) !== null) starts[starts.length] = lineEnd.lastIndex
  return starts
}

/**
 * @param {string} url of a script, or its path
 * @returns {string} the other form of the two
 */
function otherUrl (url) {
  return StringStartsWith(url, 'file:') ? fileURLToPath(url) : pathToFileURL(url).href
}

/** @param {string} url of a script, or its path @returns {string} its URL */
function fileUrl (url) {
  return StringStartsWith(url, 'file:') ? url : otherUrl(url)
}

/** The woven files of this thread. */
class WovenFiles {
  /** @param {import('./weave').Weave} [weaveFile] */
  constructor (weaveFile = weave) {
    this.weave = weaveFile
    /** @type {Record<string, WovenFile | undefined>} the newest file of an URL */
    this.byUrl = ObjectCreate(null)
    /** @type {WovenFile[]} by their first ids */
    this.files = []
    this.nextId = 1
    /** For other threads: [url, first id, length, …]. @type {(string | number)[]} */
    this.shared = []
    /** @type {Record<string, string>} why files run as they are, by URL */
    this.refused = ObjectCreate(null)
  }

  /**
   * @param {string} url
   * @param {string} source
   * @param {'commonjs' | 'module'} format
   * @returns {string} the text to run
   */
  add (url, source, format) {
    const woven = this.weave(source, format)
    if (typeof woven === 'string') {
      if (woven !== 'empty') this.refused[url] = woven
      return source
    }
    delete this.refused[url]
    const file = new WovenFile(url, source, woven, this.nextId)
    this.nextId += woven.blockCount
    this.files.push(file)
    this.shared.push(url, file.firstId, file.wovenLength)
    this.byUrl[url] = file
    return file.takeCode()
  }

  /** @param {string} url of a script, or its path @returns {WovenFile | undefined} */
  find (url) {
    return this.byUrl[url] ?? this.byUrl[otherUrl(url)]
  }

  /**
   * True for a text with the reserved name that a load hook has woven already, and that Node.js now compiles.
   * @param {string} url
   * @param {string} content
   */
  isWoven (url, content) {
    const known = this.find(url)
    return known !== undefined && known.wovenLength === content.length
  }

  /** @param {number} id of a block @returns {WovenFile | undefined} */
  fileOf (id) {
    const { files } = this
    let from = 0
    let to = files.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (files[middle].firstId <= id) from = middle + 1
      else to = middle
    }
    return files[from - 1]
  }

  /** @param {number} id of a block */
  blockOf (id) {
    const file = this.fileOf(id)
    if (file === undefined) return undefined
    const { type, name: functionName, start: startOffset, end: endOffset } = file.blocks[id - file.firstId]
    return { url: file.url, type, functionName, startOffset, endOffset }
  }

  /** @param {string} text that may hold counters @param {number} [length] @returns {string} */
  originalText (text, length) {
    const id = WovenFile.idIn(text)
    return id === undefined ? text : (this.fileOf(id)?.originalText(text, length) ?? text)
  }
}

module.exports = { WovenFile, WovenFiles, fileUrl, otherUrl }
