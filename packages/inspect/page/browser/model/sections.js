'use strict'
// Arranges the variables of a frame or task in sections, one for each scope, for its panel and for the search.

const { variableNode } = require('./children')
const { isModule, isOwn, scopeTitle, MODULE_WRAPPER } = require('./scopes')

/** @typedef {import('./dump').PageDump} PageDump */
/** @typedef {import('./children').TreeNode} TreeNode */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {TreeNode[]} nodes
 * @property {boolean} open the section is open at first
 * @property {boolean} own the scope belongs to this call alone
 */

/**
 * @param {PageDump} dump
 * @param {{ scopeChain: Scope[], this?: Value }} frame
 * @returns {Section[]} without empty sections
 */
function sectionsOf (dump, frame) {
  /** @type {Section[]} */
  const sections = frame.scopeChain.map(each => {
    const scope = dump.scope(each)
    const { variables, notCaptured = [] } = scope
    const nodes = variables.map(variable => ({
      ...variableNode(variable),
      dim: isModule(scope) && MODULE_WRAPPER.has(variable.name)
    }))
    const missing = notCaptured.map(({ reason, count }) => ({
      name: '',
      text: `… ${count ?? ''} more <${reason}>`,
      dim: true
    }))
    return {
      title: scopeTitle(scope),
      nodes: [...inOrder(scope, nodes), ...missing],
      open: isOwn(scope),
      own: isOwn(scope)
    }
  })
  const thisNode = frame.this === undefined ? [] : [{ name: 'this', value: frame.this }]
  const home = sections.find(({ title }) => title === 'Local')
  if (home !== undefined) home.nodes.push(...thisNode)
  else sections.unshift({ title: 'This', nodes: thisNode, open: true, own: true })
  const filled = sections.filter(({ nodes }) => nodes.length > 0)
  // Code at the top of a module has no scope of its own, so another section is opened.
  if (!filled.some(({ title, own }) => own && title !== 'This') && filled.length > 0) {
    filled[Math.min(1, filled.length - 1)].open = true
  }
  return filled
}

/**
 * Sorts a module's variables: values come before functions and Node.js's own variables. Variables of a call keep their
 * order.
 * @param {Scope} scope
 * @param {TreeNode[]} nodes
 */
function inOrder (scope, nodes) {
  if (isOwn(scope)) return nodes
  /** @param {TreeNode} node */
  const rank = ({ dim, value }) => (dim ? 2 : value?.type === 'function' ? 1 : 0)
  return [...nodes].sort((a, b) => rank(a) - rank(b))
}

module.exports = { sectionsOf }
