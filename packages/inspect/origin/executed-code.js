'use strict'
// The code of a request's execution path as syntax trees, with what ran of it until the throw.

const { fromOutside } = require('../execution-path/executed-lines')
const { fileUrl } = require('../source/location')
const { scriptTree } = require('../source/script-trees')
const { child, childNodes, identifiersIn, isFunction, pathTo } = require('../source/syntax')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-shared/dump/event-types').ExecutionPathRecord} ExecutionPathRecord */

/**
 * A block of the path. step: index of its first execution, -1 if it did not run before the throw.
 * @typedef {{ type: string, start: number, end: number, step: number, around: Block|undefined }} Block
 */

/**
 * @typedef {object} ExecutedFile
 * @property {string} scriptId
 * @property {string} url
 * @property {string} source
 * @property {AnyNode} program
 * @property {(Block|undefined)[]} blocks for each unit of the source, the innermost block around it
 * @property {boolean} isExecuted false if the request ran nothing of it, so that it was only loaded
 */

const LOOP = /^(?:For|While|Do)/

class ExecutedCode {
  /** @type {Map<AnyNode, AnyNode>} */ #parents = new Map()
  /** @type {Map<AnyNode, ExecutedFile>} by program */ #byProgram = new Map()
  /** @type {ExecutedFile[]} */ files = []
  /** @type {AnyNode[]} all nodes of all files, outer ones first */ nodes = []
  /** @type {number[]} milliseconds since the request's start, by step */ #times

  /**
   * @param {Dump} dump
   * @param {ExecutionPathRecord} path
   */
  constructor (dump, path) {
    this.#times = path.steps.map(([, , ms]) => ms)
    /** False if a part of the request's code can't be seen. */
    this.isWhole = !path.truncated && path.contextChanges.length === 0
    path.scripts.forEach(({ scriptId, url, blocks }, index) => {
      const source = dump.script(scriptId)?.source
      const program = source === undefined ? null : scriptTree(dump, scriptId)
      if (source === undefined || program === null) {
        this.isWhole = false
        return
      }
      this.#add({ scriptId, url, source, program }, blocksByUnit(source, blocks, stepsOf(path, index)))
    })
    const loaded = new Set(path.notExecuted.map(fileUrl))
    for (const { scriptId, url, source } of dump.scripts()) {
      const program = loaded.has(fileUrl(url)) && source !== undefined ? scriptTree(dump, scriptId) : null
      if (program !== null && source !== undefined) this.#add({ scriptId, url, source, program }, null)
    }
  }

  /**
   * @param {Pick<ExecutedFile, 'scriptId'|'url'|'source'|'program'>} text
   * @param {ExecutedFile['blocks']|null} blocks null for a file that was only loaded
   */
  #add (text, blocks) {
    const file = { ...text, blocks: blocks ?? [], isExecuted: blocks !== null }
    this.files.push(file)
    this.#byProgram.set(file.program, file)
    this.#enter(file.program)
  }

  /** @param {AnyNode} node */
  #enter (node) {
    this.nodes.push(node)
    for (const each of childNodes(node)) {
      // In the short `{ a }` the key and the value are one node.
      if (this.#parents.has(each)) continue
      this.#parents.set(each, node)
      this.#enter(each)
    }
  }

  /** @param {AnyNode} node */
  parent (node) {
    return this.#parents.get(node)
  }

  /** @param {AnyNode} node @returns {AnyNode[]} the nodes around it and itself, outermost first */
  pathTo (node) {
    /** @type {AnyNode[]} */
    const path = []
    for (let each = /** @type {AnyNode|undefined} */ (node); each !== undefined; each = this.parent(each)) {
      path.push(each)
    }
    return path.reverse()
  }

  /** @param {AnyNode} node */
  fileOf (node) {
    return /** @type {ExecutedFile} */ (this.#byProgram.get(this.pathTo(node)[0]))
  }

  /**
   * @param {string} scriptId
   * @param {AnyNode} node of another tree of the same text
   * @returns {AnyNode|undefined} the same node of this tree
   */
  same (scriptId, node) {
    const file = this.files.find(each => each.scriptId === scriptId)
    return file && pathTo(file.program, node.start, node.end)
      .findLast(({ type, start, end }) => type === node.type && start === node.start && end === node.end)
  }

  /**
   * @param {string} name
   * @param {AnyNode} [within] a node; missing: all files
   * @returns {AnyNode[]} the identifiers of that name
   */
  named (name, within) {
    const files = within === undefined ? this.files : [this.fileOf(within)]
    // The one node of the short `{ a }` is there twice.
    const found = [...new Set(files.flatMap(({ program }) => identifiersIn(program).get(name) ?? []))]
    return within === undefined
      ? found
      : found.filter(({ start, end }) => within.start <= start && end <= within.end)
  }

  /** @param {AnyNode} node @returns {AnyNode|undefined} the function around it; undefined at the top level */
  functionOf (node) {
    for (let each = this.parent(node); each !== undefined; each = this.parent(each)) if (isFunction(each)) return each
    return undefined
  }

  /** @param {AnyNode} node @returns {AnyNode} the innermost statement around it, or the arrow function's value */
  statementOf (node) {
    let found = node
    for (const each of this.pathTo(node)) {
      if (/(?:Statement|Declaration)$/.test(each.type) && each.type !== 'BlockStatement') found = each
      const isValue = each.type !== 'BlockStatement' && this.parent(each)?.type === 'ArrowFunctionExpression' &&
        this.parent(each)?.body === each
      if (isValue || each.type === 'PropertyDefinition') found = each
    }
    return found
  }

  /**
   * The block whose counter tells whether the node ran.
   * @param {AnyNode} node a function counts where it is made
   * @returns {Block|undefined}
   */
  #blockOf (node) {
    let block = this.fileOf(node).blocks[node.start]
    const isOwn = (/** @type {Block} */ { type, start, end }) =>
      end < node.end || (type === 'function' && isFunction(node) && start === node.start && end === node.end)
    while (block !== undefined && isOwn(block)) block = block.around
    return block
  }

  /** @param {AnyNode} node @returns {boolean} false if the request did not run it; code of a module's top level ran */
  ran (node) {
    const block = this.#blockOf(node)
    if (this.functionOf(node) === undefined) return true
    return block === undefined ? this.fileOf(node).isExecuted : block.step !== -1
  }

  /** @param {AnyNode} fn @returns {boolean} true if the request called it */
  wasCalled (fn) {
    const file = this.fileOf(fn)
    let block = file.blocks[fn.start]
    while (block !== undefined && block.end < fn.end) block = block.around
    return block === undefined ? file.isExecuted : block.step !== -1
  }

  /** @param {AnyNode} node @returns {number} step of its block's first execution; -1 if it ran when it was loaded */
  stepOf (node) {
    return this.functionOf(node) === undefined ? -1 : (this.#blockOf(node)?.step ?? -1)
  }

  /** @param {AnyNode} node @returns {number|undefined} of its block's first execution, since the request's start */
  msOf (node) {
    return this.#times[this.stepOf(node)]
  }

  /** @param {AnyNode} node @returns {AnyNode|undefined} the innermost loop of its function that repeats it */
  loopOf (node) {
    for (let each = node, parent = this.parent(node); parent !== undefined; each = parent, parent = this.parent(each)) {
      if (isFunction(parent)) return undefined
      if (LOOP.test(parent.type) && each !== child(parent, 'init') && each !== child(parent, 'right')) return parent
    }
    return undefined
  }
}

/**
 * @param {ExecutionPathRecord} path
 * @param {number} index of a script
 * @returns {Map<number, number>} step of each block that ran before the throw
 */
function stepsOf ({ steps, thrownAfter = steps.length }, index) {
  const found = new Map()
  steps.slice(0, thrownAfter).forEach(([script, block], step) => {
    if (script === index && !found.has(block)) found.set(block, step)
  })
  return found
}

/**
 * @param {string} source
 * @param {import('crash-collector-shared/dump/event-types').ExecutedBlock[]} blocks
 * @param {Map<number, number>} steps
 */
function blocksByUnit (source, blocks, steps) {
  /** @type {(Block|undefined)[]} */
  const units = new Array(source.length)
  for (const index of fromOutside(blocks)) {
    const [type, start, end] = blocks[index]
    units.fill({ type, start, end, step: steps.get(index) ?? -1, around: units[start] }, start, end)
  }
  return units
}

module.exports = { ExecutedCode }
