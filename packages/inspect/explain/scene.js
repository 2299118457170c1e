'use strict'
// A scene is a frame with its source: the syntax tree at the place of the throw, and the values of its variables.

const { isApplicationFrame } = require('../crash/application-frames')
const { displayPlace, workingDirectory } = require('../source/location')
const { describeValue } = require('../values/describe-value')
const { formatValue } = require('../values/format-value')
const { cut, plain } = require('../text/terminal-text')
const { offsetOf, placeAt } = require('../source/lines')
const { originalNames, variableNamed } = require('../source/original-names')
const { scriptTree } = require('../source/script-trees')
const { SourceMaps } = require('../source/source-map')
const { declarationOf } = require('../source/declarations')
const { knownValue } = require('./known-value')
const { isFunction, pathTo } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

const MAX_CODE_COLUMNS = 60
const MAX_VALUE_COLUMNS = 50

class Scene {
  /** @type {ReturnType<import('../source/original-names').OriginalNames['at']>} */ #names = null

  /**
   * @param {Dump} dump
   * @param {CallFrameRecord} frame
   */
  constructor (dump, frame) {
    this.dump = dump
    this.frame = frame
    this.source = dump.script(frame.scriptId)?.source ?? ''
    this.program = scriptTree(dump, frame.scriptId)
    this.offset = this.program === null ? -1 : offsetOf(this.source, frame)
    /** @type {AnyNode[]} the nodes around the place, outermost first; empty if the source does not fit the frame */
    this.path = this.program === null || this.offset === -1 ? [] : pathTo(this.program, this.offset)
    if (!this.#fits()) this.path = []
  }

  /** True if the function at the place is the one that V8 names. */
  #fits () {
    const location = this.frame.functionLocation
    if (location === undefined || this.path.length === 0) return true
    const start = offsetOf(this.source, location)
    const own = this.function
    if (own === null) return start === 0
    return own.start <= start && start <= /** @type {AnyNode} */ (own.body).start
  }

  /** @returns {AnyNode|null} the innermost function around the place; null at the top level */
  get function () {
    return this.path.findLast(isFunction) ?? null
  }

  /** @returns {Scene|null} the next frame outwards, if it is not Node.js's own and was on the same stack */
  get caller () {
    const frames = this.dump.callFrames
    const next = frames[frames.indexOf(this.frame) + 1]
    return next === undefined || next.internal || next.role !== this.frame.role ? null : new Scene(this.dump, next)
  }

  /** The place in the words of `show`. */
  get place () {
    return displayPlace(this.#originalOf(this.frame), workingDirectory(this.dump))
  }

  /** The line of the place, from 1; in the original source if that is known. */
  get line () {
    return this.#originalOf(this.frame).lineNumber + 1
  }

  /** @param {import('../source/source-map').Place} place */
  #originalOf (place) {
    return new SourceMaps(this.dump).original(place) ?? place
  }

  /**
   * The innermost node at the place that has one of the types.
   * @param {...string} types
   * @returns {AnyNode|undefined}
   */
  nearest (...types) {
    return this.path.findLast(({ type }) => types.includes(type))
  }

  /**
   * The value of a variable, if its name means the same as at the place of the throw.
   * @param {AnyNode} identifier
   * @returns {Value|undefined} undefined if the dump does not say
   */
  variable (identifier) {
    const name = String(identifier.name)
    const declared = declarationOf(name, this.path)
    const path = pathTo(/** @type {AnyNode} */ (this.program), identifier.start, identifier.end)
    if (declarationOf(name, path)?.id !== declared?.id) return undefined
    for (const scope of this.frame.scopeChain) {
      const { variables, notCaptured } = this.dump.scope(scope)
      const variable = variableNamed(variables, name)
      if (variable !== undefined) return variable.value
      if (notCaptured !== undefined && notCaptured.length > 0) return undefined
    }
    return name === 'undefined' && declared === undefined ? { type: 'undefined' } : undefined
  }

  /**
   * @param {AnyNode} node
   * @returns {Value|undefined}
   */
  value (node) {
    return knownValue(this, node)
  }

  /**
   * @param {AnyNode} node
   * @returns {string} the text of the node, with the names of the original source
   */
  textOf (node) {
    let text = ''
    let position = node.start
    this.#names ??= originalNames(this.dump).at(this.frame)
    for (const { id, name } of this.#names?.renamedIn(node) ?? []) {
      text += this.source.slice(position, id.start) + name
      position = id.end
    }
    return text + this.source.slice(position, node.end)
  }

  /**
   * @param {AnyNode} node
   * @returns {string} the text of the node in backquotes, with apostrophes in the place of its own backquotes
   */
  code (node) {
    const text = this.textOf(node).replace(/\s+/g, ' ').replaceAll('`', "'")
    return `\`${cut(plain(text), MAX_CODE_COLUMNS)}\``
  }

  /**
   * @param {AnyNode} node
   * @returns {number} the line at which the node begins, from 1; in the original source if that is known
   */
  lineOf (node) {
    return this.#originalOf({ ...this.frame, ...placeAt(this.source, node.start) }).lineNumber + 1
  }

  /**
   * @param {Value} value
   * @returns {string} a short description
   */
  describe (value) {
    if (value.type === 'string') return cut(describeValue(value, this.dump), MAX_VALUE_COLUMNS)
    const text = formatValue(value, this.dump, {
      columns: MAX_VALUE_COLUMNS,
      depth: 0,
      maxString: 20,
      maxItems: 5,
      notes: false
    })
    return text.includes('\n') || text.length > MAX_VALUE_COLUMNS ? describeValue(value, this.dump) : text
  }
}

/**
 * The scene of the frame that threw, if it was captured at the throw and is not Node.js's own.
 * @param {Dump} dump
 * @returns {Scene|null}
 */
function throwScene (dump) {
  const frame = dump.callFrames[0]
  return frame === undefined || frame.internal || frame.role !== undefined || !dump.isInnermost(frame)
    ? null
    : new Scene(dump, frame)
}

/**
 * The scene of the application's innermost frame on the stack of the throw, which may have called into Node.js or a
 * package.
 * @param {Dump} dump
 * @returns {Scene|null}
 */
function applicationScene (dump) {
  const frame = dump.callFrames.find(each => isApplicationFrame(each) && each.role === undefined)
  return frame === undefined ? null : new Scene(dump, frame)
}

module.exports = { Scene, throwScene, applicationScene }
