'use strict'
// Takes the counters out of what the addon has read: positions, texts of functions, variables. What is left is what the
// program would have shown without counters.

const { FIRST_NUMBER } = require('../attribution/traces')
const { RESERVED } = require('../weaving/templates')
const {
  BufferFrom,
  BufferLatin1Slice,
  JSONParse,
  JSONStringify,
  ObjectCreate,
  ObjectKeys,
  StringIndexOf,
  StringSlice,
  StringStartsWith
} = require('../preload').primordials

/** @typedef {Pick<import('../weaving/woven-file').WovenFiles, 'find' | 'originalText'>} WovenFiles */

/** Members that are positions in a script. */
const POSITIONS = ['functionLocation', 'startLocation', 'endLocation']

/** Scopes that exist only if there is something in them. */
const EMPTIED = ['closure', 'script', 'block']

/** Node.js 20 and 22 keep the stores of an AsyncLocalStorage here, on the resource of each asynchronous operation. */
const RESOURCE_STORE = 'Symbol(kResourceStore)'

/** The field of requests and responses in which packages/execution-path/attribution/requests.js keeps a number. */
const TRACE_FIELD = '#crashCollectorTrace'

/** Texts of which each JSON with something to be changed has one. */
const SIGNS = ['Location":{', RESERVED, RESOURCE_STORE, '"AsyncLocalStorage"', '"emit"', TRACE_FIELD]

class Unweaver {
  /**
   * @param {WovenFiles} files
   * @param {() => ((text: string) => string)} redactText returns the function that takes secrets out of a text
   */
  constructor (files, redactText) {
    this.files = files
    this.redactText = redactText
    /** URLs of scripts by id. @type {Record<string, string>} */
    this.urls = ObjectCreate(null)
    /** Ids of scopes that exist only for counters. @type {Record<string, boolean>} */
    this.emptied = ObjectCreate(null)
  }

  /** @param {string} scriptId @param {string} url */
  learn (scriptId, url) {
    this.urls[scriptId] = url
  }

  /**
   * @param {string | number | undefined} scriptId
   * @param {number} line 0-based
   * @param {number} column 0-based
   * @returns {number}
   */
  column (scriptId, line, column) {
    const url = scriptId === undefined ? undefined : this.urls[scriptId]
    const file = url === undefined ? undefined : this.files.find(url)
    return file === undefined ? column : file.originalColumn(line, column)
  }

  /**
   * @param {string} json without its beginning `{` and with an open list at its end, as the addon writes frames
   * @returns {string}
   */
  frame (json) {
    if (!this.#mayHold(json)) return json
    const text = JSONStringify(this.#value(JSONParse(`{${json}]}`)))
    return StringSlice(text, 1, -2)
  }

  /** @param {string} json of whole frames @returns {string} */
  frames (json) {
    const frames = JSONParse(json)
    for (let i = 0; i < frames.length; i++) {
      const { scriptId, url, lineNumber, columnNumber } = frames[i]
      if (typeof url === 'string') this.learn(scriptId, url)
      frames[i].columnNumber = this.column(scriptId, lineNumber, columnNumber)
    }
    return JSONStringify(this.#list('callFrames', frames))
  }

  /** @param {string} json of a Scope[] @returns {string} */
  scopes (json) {
    return this.#mayHold(json) ? JSONStringify(this.#list('scopes', JSONParse(json))) : json
  }

  /** @param {Buffer} lines of records @returns {Buffer} */
  lines (lines) {
    // Bytes are compared as Latin-1: what is looked for is ASCII.
    const text = BufferLatin1Slice(lines, 0, lines.length)
    if (!this.#mayHold(text)) return lines
    let out = ''
    for (let from = 0; from < text.length;) {
      const end = StringIndexOf(text, '\n', from)
      const next = end === -1 ? text.length : end + 1
      const line = StringSlice(text, from, next)
      if (this.#mayHold(line)) {
        const utf8 = BufferFrom(line, 'latin1').toString()
        const changed = BufferFrom(JSONStringify(this.#value(JSONParse(utf8))) + '\n')
        out += BufferLatin1Slice(changed, 0, changed.length)
      } else {
        out += line
      }
      from = next
    }
    return BufferFrom(out, 'latin1')
  }

  /** @param {string} json */
  #mayHold (json) {
    for (let i = 0; i < SIGNS.length; i++) if (StringIndexOf(json, SIGNS[i]) !== -1) return true
    return false
  }

  /** @param {any} value JSON data, which is changed @returns {any} */
  #value (value) {
    if (typeof value !== 'object' || value === null) return value
    if (value.type === 'string') return this.#string(value)
    const keys = ObjectKeys(value)
    if (typeof value.url === 'string' && typeof value.scriptId === 'string') this.learn(value.scriptId, value.url)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const child = value[key]
      if (POSITIONS.includes(key)) this.#position(child)
      else if (key === 'source' && typeof child === 'string') value[key] = this.#source(child, value)
      else if (Array.isArray(child)) this.#member(value, key)
      else this.#value(child)
    }
    return value
  }

  /** @param {any} value @param {string} key of a list in it */
  #member (value, key) {
    const { length } = value[key]
    value[key] = this.#list(key, value[key])
    if (key === 'entries' && typeof value.size === 'number') value.size -= length - value.entries.length
  }

  /** @param {any} position */
  #position (position) {
    const { scriptId, lineNumber, columnNumber } = position
    if (typeof position.url === 'string') this.learn(scriptId, position.url)
    position.columnNumber = this.column(scriptId, lineNumber, columnNumber)
  }

  /** @param {any} value a text, perhaps that of a file, which Node.js has in a variable while a module is loaded */
  #string (value) {
    const { value: text, length = text?.length } = value
    if (typeof text !== 'string' || StringIndexOf(text, RESERVED) === -1) return value
    const original = this.files.originalText(text, length)
    if (original === text) return value
    value.value = StringSlice(this.redactText()(original), 0, text.length)
    if (value.length !== undefined) value.length = original.length
    return value
  }

  /** @param {string} source text of a function, perhaps cut @param {any} record with the note of what was cut */
  #source (source, record) {
    if (StringIndexOf(source, RESERVED) === -1) return source
    const notes = record.notCaptured ?? []
    const cut = notes.findIndex((/** @type {any} */ note) => note.what === 'source' && note.reason === 'stringLength')
    const missing = cut === -1 ? 0 : notes[cut].count
    const text = this.redactText()(this.files.originalText(source, source.length + missing))
    if (cut === -1 || text === source) return text
    if (text.length <= source.length) notes.splice(cut, 1)
    else notes[cut].count = text.length - source.length
    if (notes.length === 0) delete record.notCaptured
    return StringSlice(text, 0, source.length)
  }

  /** @param {string} key @param {any[]} list */
  #list (key, list) {
    const kept = []
    for (let i = 0; i < list.length; i++) {
      const each = list[i]
      if (key === 'variables' && isCounterName(each.name)) continue
      if (key === 'properties' && each.name === RESOURCE_STORE && isNumber(each.value)) continue
      if (key === 'properties' && each.name === 'emit' && isOwnFunction(each)) continue
      if (key === 'privateProperties' && each.name === TRACE_FIELD) continue
      if (key === 'entries' && each.key?.className === 'AsyncLocalStorage' && isOwnStore(each)) continue
      const isScope = key === 'scopeChain' || key === 'scopes'
      const before = isScope ? each.variables.length : 0
      this.#value(each)
      if (!isScope || !this.#isOfCounters(each, before)) kept.push(each)
    }
    return kept
  }

  /**
   * True for a scope that exists only for variables of counters.
   * @param {any} scope
   * @param {number} before number of the variables that it had
   */
  #isOfCounters ({ scopeId, type, variables }, before) {
    if (variables.length > 0 || !EMPTIED.includes(type)) return false
    if (before > 0) this.emptied[scopeId] = true
    return this.emptied[scopeId] === true
  }
}

/** @param {unknown} name */
function isCounterName (name) {
  return typeof name === 'string' && StringStartsWith(name, RESERVED)
}

/** @param {any} property */
function isOwnFunction ({ get, value }) {
  return (get ?? value)?.notCapturedReason === 'internal'
}

/** @param {any} entry of the stores, whose key is an AsyncLocalStorage */
function isOwnStore ({ key, value }) {
  return isNumber(value) || (key.notCapturedReason === 'internal' && value?.type === 'undefined')
}

/** @param {any} value that may be the number of a trace */
function isNumber (value) {
  return value?.type === 'number' && value.value >= FIRST_NUMBER && value.value < 2 * FIRST_NUMBER
}

/** Name under which the store of the collector's own AsyncLocalStorage is captured. */
const OWN_STORAGE = 'crash-collector.executionPath'

module.exports = { OWN_STORAGE, Unweaver }
