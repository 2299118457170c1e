'use strict'
// Finds values and names by their text, nearest to the throw first, each object once.

const { describeValue } = require('../../../values/describe-value')
const { createRegexpMatcher } = require('../../../search/regexp-matcher')
const { childrenOf } = require('./children')

/** @typedef {import('./dump').PageDump} PageDump */
/** @typedef {import('./children').TreeNode} TreeNode */

/**
 * The root of a search: the first nodes of a tree that the page can show.
 * @typedef {object} Root
 * @property {string} label `#0 local`
 * @property {{ view: 'exception'|'frames'|'tasks'|'process', index: number, section: number }} place position of the
 *   tree in the page
 * @property {TreeNode[]} nodes
 */

/**
 * @typedef {object} Hit
 * @property {Root} root
 * @property {number[]} indexes from the root's nodes to the hit
 * @property {string} path `order.lines[1].sku`
 * @property {TreeNode} node
 */

/**
 * @param {string} query a text, in upper or lower case, or `/a regular expression/flags`
 * @returns {(text: string) => boolean}
 * @throws {SyntaxError} if the regular expression is not valid
 */
function matcher (query) {
  const wanted = query.toLowerCase()
  return createRegexpMatcher(query) ?? (text => text.toLowerCase().includes(wanted))
}

/**
 * @param {PageDump} dump
 * @param {Root[]} roots
 * @param {(text: string) => boolean} matches
 * @returns {Generator<Hit|null, void, void>} null for a node that does not match, so that the caller can pause
 */
function * search (dump, roots, matches) {
  const seen = new Set()
  /** @type {Hit[]} */
  let level = roots.flatMap(root => root.nodes.map((node, i) => ({ root, indexes: [i], path: node.name, node })))
  while (level.length > 0) {
    /** @type {Hit[]} */
    const next = []
    for (const hit of level) {
      const { node } = hit
      if (nodeMatches(dump, node, matches)) yield hit
      else yield null
      const id = node.id ?? node.value?.objectId
      if (id === undefined || seen.has(id)) continue
      seen.add(id)
      childrenOf(dump, node).forEach((child, i) => {
        next.push({ root: hit.root, indexes: [...hit.indexes, i], path: hit.path + step(child), node: child })
      })
    }
    level = next
  }
}

/** @param {TreeNode} node */
function step ({ name, key }) {
  if (key !== undefined) {
    if (key.type === 'string') return `[${JSON.stringify(String(key.value).slice(0, 40))}]`
    return `[${key.description ?? key.className ?? String(key.value)}]`
  }
  if (/^\d+$/.test(name) || /^['"`]/.test(name)) return `[${name}]`
  return name === '' ? '' : `.${name}`
}

/**
 * @param {PageDump} dump
 * @param {TreeNode} node
 * @param {(text: string) => boolean} matches
 */
function nodeMatches (dump, { name, key, value }, matches) {
  if (matches(name)) return true
  if (key?.type === 'string' && matches(String(key.value))) return true
  if (value === undefined) return false
  return matches(
    value.type === 'string' && value.value !== undefined ? String(value.value) : describeValue(value, dump)
  )
}

module.exports = { matcher, search }
