'use strict'
// Adds the scopes of blocks that a rejected async function had left. Such a function was read at its end, when V8 had
// left all of its blocks (test/workarounds/rejected-at-its-end.js, Node.js 20 to 26), but it is shown at the place
// where it stopped. Without these scopes a viewer would resolve the names of the blocks' variables outside of the
// blocks, or not at all.

const { declaredIn, declaredNames } = require('../source/declarations')
const { offsetOf } = require('../source/lines')
const { treeAround } = require('../source/script-trees')
const { functionStart, isFunction, pathTo, unlessTooDeep } = require('../source/syntax')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */

/** A reason that only viewers use; a dump contains nothing about these variables. */
const REASON = /** @type {import('crash-collector-shared/dump/format').NotCapturedReason} */ ('blockLeft')

/**
 * Adds the scopes of exited blocks, with the names of their variables and without values.
 * @param {Dump} dump
 * @returns {void}
 */
function markExitedBlocks (dump) {
  for (const frame of dump.allCallFrames) {
    const { callFrames, header } = dump.seenFrom(frame.error ?? 0)
    const mayHaveEnded =
      frame.role === 'awaiting' || (frame === callFrames[0] && header.capture.hook === 'promiseReject')
    const source = dump.script(frame.scriptId)?.source
    if (
      !mayHaveEnded ||
      frame.internal ||
      source === undefined ||
      frame.scopeChain[0]?.type === 'block' ||
      frame.scopeChain[0]?.type === 'catch'
    ) {
      continue
    }
    const offset = offsetOf(source, frame)
    const program = offset === -1 ? null : treeAround(dump, frame.scriptId, offset)
    if (program !== null) frame.scopeChain.unshift(...leftScopes(dump, frame, source, program, offset))
  }
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @param {string} source
 * @param {AnyNode} program
 * @param {number} offset of the frame's place in it
 * @returns {Scope[]} innermost first
 */
function leftScopes (dump, frame, source, program, offset) {
  const found = unlessTooDeep(() => {
    const path = pathTo(program, offset)
    const own = path.findLastIndex(isFunction)
    const start = own === -1 ? 0 : functionStart(source, path[own])
    // The source was changed after it was loaded, or the code is generated.
    if (frame.functionLocation !== undefined && start !== offsetOf(source, frame.functionLocation)) return []
    const known = new Set(
      frame.scopeChain[0] === undefined ? [] : dump.scope(frame.scopeChain[0]).variables.map(({ name }) => name)
    )
    const body = path[own]?.body
    return path
      .slice(own + 1)
      .filter(node => node !== body && node.type !== 'Program')
      .map(node => ({
        type: /** @type {Scope['type']} */ (node.type === 'CatchClause' ? 'catch' : 'block'),
        variables: missing(node, known)
      }))
      .filter(({ variables }) => variables.length > 0)
      .reverse()
  })
  return found ?? []
}

/** Nodes other than functions and scripts that have declarations of their own. */
const BLOCK = /^(?:BlockStatement|For\w*Statement|SwitchStatement|CatchClause|StaticBlock)$/

/**
 * @param {AnyNode} node
 * @param {Set<string>} known variables of the function
 * @returns {import('crash-collector-shared/dump/format').Variable[]}
 */
function missing (node, known) {
  if (!BLOCK.test(node.type)) return []
  /** @type {Set<string>} */
  const names = new Set()
  declaredNames(node, names)
  return [...names]
    .filter(name => {
      const kind = declaredIn(node, name)?.kind
      // A `var` belongs to the function. In sloppy code, a function that is declared in a block does, too.
      return kind !== undefined && !(kind === 'function' && known.has(name))
    })
    .map(name => ({ name, notCapturedReason: REASON }))
}

module.exports = { markExitedBlocks }
