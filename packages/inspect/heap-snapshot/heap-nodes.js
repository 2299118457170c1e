'use strict'
// Keeps the nodes and edges of a packed heap snapshot in memory as columns of numbers, 17 bytes for a node and 9 for an
// edge, and the text of its strings.

const { damaged, heapSnapshotTextNow } = require('./unpack')

const NODE_BYTES = 17
const EDGE_BYTES = 9
/** Limits for the columns and for the strings; a heap of about 1 GB stays below them. */
const MAX_COLUMN_BYTES = 1024 ** 3
const MAX_STRING_BYTES = 1024 ** 3
const MAX_HEAD_BYTES = 64 * 1024
const STRINGS = Buffer.from('"strings":[')
const NODE_FIELDS = ['type', 'name', 'id', 'self_size', 'edge_count']

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * An edge with its names as text.
 * @typedef {object} HeapEdge
 * @property {string} type context, element, property, internal, hidden, shortcut, weak
 * @property {string | number} name a number is an index
 * @property {number} target number of a node
 */

/**
 * @typedef {{ snapshot: { meta: { node_fields: string[], node_types: [string[]], edge_types: [string[]] },
 *   node_count: number, edge_count: number } }} Head
 */

/** The nodes are numbered in the order of the snapshot. */
class HeapNodes {
  /** @type {string[]} */ #nodeTypes = []
  /** @type {string[]} */ #edgeTypes = []
  #fields = 0
  #types = new Uint8Array(0)
  #names = new Uint32Array(0)
  #ids = new Uint32Array(0)
  #sizes = new Uint32Array(0)
  #firstEdges = new Uint32Array(1)
  #edgeKinds = new Uint8Array(0)
  #edgeNames = new Uint32Array(0)
  #targets = new Uint32Array(0)
  #nodeCount = 0
  #edgeCount = 0
  #ends = 0
  #strings = Buffer.alloc(0)
  /** @type {Uint32Array} */ #offsets = new Uint32Array(0)
  /** @type {Map<string, number>} objectId of the dump -> id of the node */
  captured = new Map()
  /** How many captured objects had been collected before the snapshot. */
  died = 0
  /** @type {Record<string, unknown>} */
  settings = Object.create(null)

  /**
   * @param {string} file
   * @returns {HeapNodes}
   * @throws {import('crash-collector-shared/errors').CrashCollectorError} HEAP_SNAPSHOT_DAMAGED
   */
  static read (file) {
    const nodes = new HeapNodes()
    nodes.#read(file)
    return nodes
  }

  get hasNumbers () {
    return this.settings.numbers === true
  }

  /** @returns {'notInHeapSnapshot' | 'noNumbersInHeapSnapshot'} the reason for a value that V8 does not write */
  get unseenReason () {
    return this.hasNumbers ? 'notInHeapSnapshot' : 'noNumbersInHeapSnapshot'
  }

  /** @param {string} file */
  #read (file) {
    /** @type {Buffer[]} */
    const strings = []
    let text = Buffer.alloc(0)
    let bytes = 0
    let inStrings = false
    const sink = {
      node: (/** @type {number[]} */ row) => {
        if (this.#fields === 0) this.#begin(text)
        this.#addNode(row)
      },
      edge: (/** @type {number} */ type, /** @type {number} */ name, /** @type {number} */ target) =>
        this.#addEdge(type, name, target),
      settings: (/** @type {string} */ json) => {
        this.settings = Object.assign(this.settings, JSON.parse(json))
      },
      objects: (/** @type {string} */ prefix, /** @type {number} */ died, /** @type {Map<number, number>} */ known) => {
        this.died += died
        for (const [number, node] of known) this.captured.set(`${prefix}${number}`, node)
      }
    }
    for (const part of heapSnapshotTextNow(file, sink)) {
      if (inStrings) {
        if ((bytes += part.length) > MAX_STRING_BYTES) throw damaged('its strings are too many')
        strings.push(part)
        continue
      }
      text = Buffer.concat([text, part])
      if (this.#fields === 0) {
        if (text.length > MAX_HEAD_BYTES) throw damaged('it has no list of nodes')
        continue
      }
      const at = text.indexOf(STRINGS)
      if (at >= 0) {
        inStrings = true
        strings.push(text.subarray(at + STRINGS.length))
      }
      text = text.subarray(-STRINGS.length)
    }
    if (
      this.#ends !== this.#targets.length ||
      this.#edgeCount !== this.#targets.length ||
      this.#nodeCount !== this.#types.length
    ) {
      throw damaged('nodes or edges are missing')
    }
    this.#strings = Buffer.concat(strings)
    this.#offsets = stringOffsets(this.#strings)
  }

  /** @param {Buffer} text before the first node */
  #begin (text) {
    /** @type {Head} */
    const { snapshot } = JSON.parse(`${text.toString('utf8').replace(/,\s*"nodes":\[$/, '')}}`)
    const { meta, node_count: nodes, edge_count: edges } = snapshot
    if (
      !Number.isSafeInteger(nodes) ||
      !Number.isSafeInteger(edges) ||
      nodes * NODE_BYTES + edges * EDGE_BYTES > MAX_COLUMN_BYTES
    ) {
      throw damaged(`${nodes} nodes and ${edges} edges are too many to be looked up`)
    }
    if (NODE_FIELDS.some((name, index) => meta.node_fields[index] !== name)) {
      throw damaged('its nodes have other fields')
    }
    this.#fields = meta.node_fields.length
    this.#nodeTypes = meta.node_types[0]
    this.#edgeTypes = meta.edge_types[0]
    this.#types = new Uint8Array(nodes)
    this.#names = new Uint32Array(nodes)
    this.#ids = new Uint32Array(nodes)
    this.#sizes = new Uint32Array(nodes)
    this.#firstEdges = new Uint32Array(nodes + 1)
    this.#edgeKinds = new Uint8Array(edges)
    this.#edgeNames = new Uint32Array(edges)
    this.#targets = new Uint32Array(edges)
  }

  /** @param {number[]} row */
  #addNode (row) {
    const node = this.#nodeCount++
    this.#types[node] = row[0]
    this.#names[node] = row[1]
    this.#ids[node] = row[2]
    this.#sizes[node] = row[3]
    this.#firstEdges[node + 1] = this.#ends += row[4]
  }

  /**
   * @param {number} type
   * @param {number} name
   * @param {number} target
   */
  #addEdge (type, name, target) {
    const edge = this.#edgeCount++
    const node = target / this.#fields
    if (!(node < this.#nodeCount)) throw damaged('an edge leads nowhere')
    this.#edgeKinds[edge] = type
    this.#edgeNames[edge] = name
    this.#targets[edge] = node
  }

  /** @returns {Map<string, number>} objectId of the dump -> node */
  capturedNodes () {
    /** @type {Map<number, string[]>} */
    const wanted = new Map()
    for (const [objectId, id] of this.captured) wanted.set(id, [...wanted.get(id) ?? [], objectId])
    /** @type {Map<string, number>} */
    const found = new Map()
    for (let node = 0; node < this.#nodeCount; node++) {
      for (const objectId of wanted.get(this.#ids[node]) ?? []) found.set(objectId, node)
    }
    return found
  }

  get count () {
    return this.#nodeCount
  }

  /** @param {number} node */
  type (node) {
    return this.#nodeTypes[this.#types[node]] ?? ''
  }

  /** @param {number} node */
  selfSize (node) {
    return this.#sizes[node]
  }

  /** @param {number} node */
  name (node) {
    return this.#string(this.#names[node])
  }

  /**
   * @param {number} node
   * @returns {Generator<HeapEdge, void, void>}
   */
  * edges (node) {
    for (let edge = this.#firstEdges[node]; edge < this.#firstEdges[node + 1]; edge++) {
      const type = this.#edgeTypes[this.#edgeKinds[edge]] ?? ''
      const name = this.#edgeNames[edge]
      yield {
        type,
        name: type === 'element' || type === 'hidden' ? name : this.#string(name),
        target: this.#targets[edge]
      }
    }
  }

  /**
   * @param {number} node
   * @param {string} name of an internal edge
   * @returns {number | undefined}
   */
  internal (node, name) {
    for (const edge of this.edges(node)) if (edge.type === 'internal' && edge.name === name) return edge.target
    return undefined
  }

  /** @param {number} index */
  #string (index) {
    if (index + 1 >= this.#offsets.length) throw damaged(`it has no string ${index}`)
    const text = this.#strings.toString('utf8', this.#offsets[index], this.#offsets[index + 1])
    try {
      return String(JSON.parse(text.slice(0, text.lastIndexOf('"') + 1)))
    } catch (cause) {
      throw damaged(`its string ${index} is none`, cause)
    }
  }
}

/**
 * @param {Buffer} text after the bracket that begins the list
 * @returns {Uint32Array} where each string begins, and at last where the last one ends
 */
function stringOffsets (text) {
  /** @type {Uint32Array} */
  let offsets = new Uint32Array(1 << 16)
  let count = 0
  let last = 0
  for (let at = text.indexOf(QUOTE); at >= 0; at = text.indexOf(QUOTE, at)) {
    if (count + 2 > offsets.length) {
      const more = new Uint32Array(offsets.length * 2)
      more.set(offsets)
      offsets = more
    }
    offsets[count++] = at
    for (at++; at < text.length && text[at] !== QUOTE; at++) if (text[at] === BACKSLASH) at++
    last = ++at
  }
  offsets[count++] = last
  return offsets.subarray(0, count)
}

module.exports = { HeapNodes }
