'use strict'
// A frame with the text of its function, and what that text tells of variables.

const { assignmentsTo } = require('./assignments')
const { offsetOf } = require('../../source/lines')
const { treeWithFunction } = require('../../source/script-trees')
const { functionStart, identifiersIn, isFunction, pathTo } = require('../../source/syntax')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../../source/declarations').Declaration} Declaration */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

/**
 * @typedef {object} Site
 * @property {Dump} dump
 * @property {CallFrameRecord} frame
 * @property {string} source
 * @property {number} offset of the place
 * @property {AnyNode} program
 * @property {boolean} isWhole the tree has all functions of the text, and not only those of this one
 * @property {AnyNode[]} path from the program to the place
 * @property {AnyNode|null} fn the function of the frame; null at the top level
 */

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @returns {Site|undefined} undefined if the text is not known, or is not the text that ran
 */
function siteOf (dump, frame) {
  const source = dump.script(frame.scriptId)?.source
  if (source === undefined || frame.functionLocation === undefined) return undefined
  const offset = offsetOf(source, frame)
  if (offset === -1) return undefined
  const { tree: program, isWhole } = treeWithFunction(dump, frame.scriptId, offset)
  if (program === null) return undefined
  const path = pathTo(program, offset)
  const fn = path.findLast(isFunction) ?? null
  const start = fn === null ? 0 : functionStart(source, fn)
  if (start !== offsetOf(source, frame.functionLocation)) return undefined
  return { dump, frame, source, offset, program, isWhole, path, fn }
}

/**
 * @param {Site} site
 * @param {Declaration} declaration
 * @returns {boolean} true if the variable has its first value as long as it lives
 */
function isSteadyIn (site, declaration) {
  const { scope, kind, id } = declaration
  if (kind === 'const') return true
  if (kind === 'import' || kind === 'catch' || kind === 'var' || !hasWholeText(site, scope)) return false
  // Another script may assign to a global.
  const isGlobal = scope.type === 'Program' && !site.frame.scopeChain.some(each =>
    (each.type === 'closure' || each.type === 'module' || each.type === 'local') &&
    site.dump.scope(each).variables.some(({ name }) => name === id.name))
  const names = identifiersIn(scope)
  if (isGlobal || names.has('eval') || (kind === 'parameter' && names.has('arguments'))) return false
  return assignmentsTo(declaration).length === 0
}

/** @param {Site} site @param {AnyNode} node */
function hasWholeText ({ isWhole, fn }, node) {
  return isWhole || (fn !== null && fn.start <= node.start && node.end <= fn.end)
}

module.exports = { hasWholeText, isSteadyIn, siteOf }
