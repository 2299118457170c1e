'use strict'
// Converts nodes of a heap snapshot to values as in a dump.

const { numberValue } = require('../values/typed-array-bytes')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./heap-nodes').HeapNodes} HeapNodes */

const PREFIX = 'heap:'
/** How many characters of a string V8 writes into a snapshot: the default of `--heap-snapshot-string-limit`. */
const MAX_STRING = 1024
/** How many parts of a concatenated string are read. */
const MAX_PIECES = 1000
const OBJECTS = new Set(['object', 'regexp', 'native', 'closure'])
/** @type {Record<string, string>} */
const SUBTYPES = { Array: 'array', Map: 'map', Set: 'set' }

class HeapValues {
  #nodes
  #captured
  #hider
  /** @type {Map<number, string>} */ #objectIds = new Map()

  /**
   * @param {HeapNodes} nodes
   * @param {Map<string, number>} captured objectId of the dump -> node
   * @param {import('./hide-secrets').Hider} hider
   * @param {import('../reader').Dump} dump
   */
  constructor (nodes, captured, hider, dump) {
    this.#nodes = nodes
    this.#captured = captured
    this.#hider = hider
    // If an object was captured several times, its id is one that the dump has.
    for (const [objectId, node] of captured) {
      if (!this.#objectIds.has(node) || dump.holds(objectId)) this.#objectIds.set(node, objectId)
    }
  }

  /**
   * @param {string} objectId of the dump, or made by reference()
   * @returns {{ node: number | undefined, flags: number }}
   */
  place (objectId) {
    const match = /^heap:(\d+)(?::(\d+))?$/.exec(objectId)
    if (match === null) return { node: this.#captured.get(objectId), flags: 0 }
    const node = Number(match[1])
    // A damaged dump may contain any number.
    return { node: node < this.#nodes.count ? node : undefined, flags: Number(match[2] ?? 0) }
  }

  /**
   * @param {number} node of an object
   * @param {number} flags redaction flags
   * @returns {Value}
   */
  reference (node, flags) {
    const objectId = flags === 0 ? (this.#objectIds.get(node) ?? `${PREFIX}${node}`) : `${PREFIX}${node}:${flags}`
    if (this.#nodes.type(node) === 'closure') return { type: 'function', className: 'Function', objectId }
    const className = this.#nodes.type(node) === 'regexp' ? 'RegExp' : this.#nodes.name(node)
    const subtype = Object.hasOwn(SUBTYPES, className) ? SUBTYPES[className] : undefined
    return { type: 'object', ...(subtype !== undefined && { subtype }), className, objectId }
  }

  /**
   * @param {number | undefined} node
   * @param {number} flags redaction flags
   * @returns {Value}
   */
  value (node, flags) {
    if (node === undefined) return { type: 'object', notCapturedReason: 'notInHeapSnapshot' }
    const type = this.#nodes.type(node)
    if (OBJECTS.has(type)) return this.reference(node, this.#objectIds.has(node) ? 0 : flags)
    if (type === 'number') return this.#number(numberOf(this.#nodes, node), flags)
    if (type === 'string' || type === 'concatenated string') return this.#string(textOf(this.#nodes, node), flags)
    return {
      type:
        type === 'sliced string' ? 'string' : type === 'bigint' ? 'bigint' : type === 'symbol' ? 'symbol' : 'object',
      notCapturedReason: 'notInHeapSnapshot'
    }
  }

  /**
   * @param {number | undefined} number
   * @param {number} flags
   * @returns {Value}
   */
  #number (number, flags) {
    if (number === undefined) return { type: 'number', notCapturedReason: this.#nodes.unseenReason }
    if (this.#hider.isSecretNumber(number, flags)) return { type: 'number', notCapturedReason: 'redacted' }
    return numberValue(number)
  }

  /**
   * @param {{ text: string, isCut: boolean }} found
   * @param {number} flags
   * @returns {Value}
   */
  #string ({ text, isCut }, flags) {
    const shown = this.#hider.text(text, flags)
    if (shown !== text && (flags !== 0 || shown === '[redacted]')) {
      return { type: 'string', notCapturedReason: 'redacted' }
    }
    return {
      type: 'string',
      value: isCut ? `${shown}…` : shown,
      ...(isCut && { notCapturedReason: 'notInHeapSnapshot' })
    }
  }
}

/**
 * @param {HeapNodes} nodes
 * @param {number | undefined} node
 * @returns {number | undefined}
 */
function numberOf (nodes, node) {
  if (node === undefined || nodes.type(node) !== 'number') return undefined
  const text = nodes.internal(node, 'value')
  return text === undefined ? undefined : Number(nodes.name(text))
}

/**
 * @param {HeapNodes} nodes
 * @param {number} node of a string
 * @returns {{ text: string, isCut: boolean }}
 */
function textOf (nodes, node) {
  const rest = [node]
  let text = ''
  for (let pieces = 0; rest.length > 0; pieces++) {
    const piece = /** @type {number} */ (rest.pop())
    const type = nodes.type(piece)
    if (pieces > MAX_PIECES || (type !== 'string' && type !== 'concatenated string')) return { text, isCut: true }
    if (type === 'string') {
      const part = nodes.name(piece)
      text += part
      if (part.length >= MAX_STRING) return { text, isCut: true }
      continue
    }
    const [first, second] = [nodes.internal(piece, 'first'), nodes.internal(piece, 'second')]
    if (second !== undefined) rest.push(second)
    if (first === undefined) return { text, isCut: true }
    rest.push(first)
  }
  return { text, isCut: false }
}

module.exports = { HeapValues }
