'use strict'
// Tells from the text what a waiting function does with a variable before and after the place where it waits. V8's
// optimising compiler keeps what is read afterwards, and may have dropped any other variable.

const { declarationOf } = require('./declarations')
const { child, childNodes, children, identifiersIn, isFunction, pathTo } = require('./syntax')

/** @typedef {import('./syntax').AnyNode} AnyNode */
/** @typedef {import('./declarations').Declaration} Declaration */

const LOOP = /^(?:For|ForIn|ForOf|While|DoWhile)Statement$/
const STATEMENT_LIST = /^(?:BlockStatement|StaticBlock|SwitchCase|Program)$/
/** What reads each variable that is a part of it. */
const READING = /^(?:Await|Binary|Call|Conditional|Logical|Member|New|Unary)Expression$|^(?:If|Return|Throw)Statement$/
const ABRUPT = /^(?:Return|Throw|Break|Continue)Statement$/

/**
 * @param {Declaration} declaration of a scope of the function
 * @param {AnyNode[]} around the nodes around the place where the function waits, innermost first, the function last
 * @returns {boolean} false if the text does not tell
 */
function isReadLater (declaration, around) {
  const { scope } = declaration
  if (isPlainParameter(declaration) || isClosedOver(declaration, around)) return true
  for (const { node, loop } of nodesAfter(around)) {
    // The next round of a loop has other variables of its blocks.
    if (loop !== undefined && loop !== scope && loop.start <= scope.start && scope.end <= loop.end) continue
    for (const { id, isWritten } of references(node)) {
      if (id.name === declaration.id.name && declares(declaration, pathOf(id, around))) return !isWritten
    }
  }
  return false
}

/**
 * @param {Declaration} declaration
 * @param {AnyNode[]} around as above
 * @returns {boolean} true if the function certainly does not read the variable any more
 */
function isReadNoMore (declaration, around) {
  const waits = around[waitsAt(around)]
  if (waits === undefined || isPlainParameter(declaration) || isClosedOver(declaration, around)) return false
  if (mayComeAgain(declaration, around)) return false
  return pathsOf(declaration, around).every(path => path[path.length - 1].end <= waits.end)
}

/**
 * @param {Declaration} declaration
 * @param {AnyNode[]} around as above
 * @returns {boolean} true if the variable is certainly undefined, because nothing was assigned to it
 */
function hasNoValueYet (declaration, around) {
  const { id, declarator } = declaration
  const waits = around[waitsAt(around)]
  if (waits === undefined || declarator === undefined || declarator.id !== id || child(declarator, 'init') !== null) {
    return false
  }
  if (isClosedOver(declaration, around) || mayComeAgain(declaration, around)) return false
  return pathsOf(declaration, around).every(path => {
    const [parent, node] = path.slice(-2)
    if (node === id || node.start >= waits.end || READING.test(parent.type)) return true
    // The target of what is awaited.
    return parent.type === 'AssignmentExpression' && parent.left === node && around.includes(parent)
  })
}

/** @param {Declaration} declaration V8 saves such a parameter always */
function isPlainParameter ({ kind, scope }) {
  return kind === 'parameter' && children(scope, 'params').every(({ type }) => type === 'Identifier')
}

/**
 * @param {Declaration} declaration
 * @param {AnyNode[]} around
 * @returns {boolean} true if it stands in a context, as it is
 */
function isClosedOver (declaration, around) {
  return pathsOf(declaration, around).some(path => path.slice(1).some(isFunction))
}

/**
 * @param {Declaration} declaration
 * @param {AnyNode[]} around
 * @returns {AnyNode[][]} from the function to each place where the variable is named
 */
function pathsOf (declaration, around) {
  const named = identifiersIn(around[around.length - 1]).get(String(declaration.id.name)) ?? []
  return named.map(id => pathOf(id, around)).filter(path => declares(declaration, path))
}

/** @param {AnyNode} id @param {AnyNode[]} around */
function pathOf (id, around) {
  return pathTo(around[around.length - 1], id.start, id.end)
}

/** @param {Declaration} declaration @param {AnyNode[]} path to an identifier of its name */
function declares ({ id }, path) {
  return declarationOf(String(id.name), path)?.id === id
}

/**
 * @param {Declaration} declaration
 * @param {AnyNode[]} around
 * @returns {boolean} true if the function may have come to the place before while it had the same variable
 */
function mayComeAgain ({ scope }, around) {
  return around.some(node => LOOP.test(node.type) && scope.start <= node.start && node.end <= scope.end)
}

/** @param {AnyNode[]} around @returns {number} index of the node that waits; -1 for none */
function waitsAt (around) {
  return around.findIndex(node => /^(?:Await|Yield)Expression$/.test(node.type) || node.await === true)
}

/**
 * What the function may evaluate after the place, in that order.
 * @param {AnyNode[]} around
 * @returns {Generator<{ node: AnyNode, loop?: AnyNode }>} loop: the node belongs to its next round
 */
function * nodesAfter (around) {
  const at = waitsAt(around)
  if (at === -1) return
  /** How the path leaves the statements around it. @type {'break'|'continue'|'all'|undefined} */
  let leaves
  // A `for await` waits at its head.
  if (around[at].type === 'ForOfStatement') yield * nextRound(around[at], around[at])
  for (let i = at; i + 1 < around.length && !isFunction(around[i + 1]); i++) {
    const [inner, outer] = [around[i], around[i + 1]]
    if (outer.type === 'TryStatement') {
      const handler = outer.block === inner ? child(outer, 'handler') : null
      const body = handler === null ? null : child(handler, 'body')
      if (handler !== null) yield { node: handler }
      if (body !== null && !children(body, 'body').some(isAbrupt)) leaves = undefined
      const finalizer = outer.finalizer === inner ? null : child(outer, 'finalizer')
      if (finalizer !== null) yield { node: finalizer }
    } else if (LOOP.test(outer.type)) {
      if (leaves !== 'all' && leaves !== 'break') yield * nextRound(inner, outer)
      const isOfList = /^For(?:In|Of)Statement$/.test(outer.type)
      const isEndless = !isOfList && (child(outer, 'test')?.type ?? 'Literal') === 'Literal'
      if (leaves === 'break' || (leaves === 'continue' && !isEndless)) leaves = undefined
      else if (isEndless) leaves = 'all'
    } else if (outer.type === 'SwitchStatement') {
      if (leaves === undefined && outer.discriminant === inner) yield * after(inner, children(outer, 'cases'))
      if (leaves === 'break') leaves = undefined
    } else if (leaves === undefined && STATEMENT_LIST.test(outer.type)) {
      for (const { node } of after(inner, children(outer, outer.type === 'SwitchCase' ? 'consequent' : 'body'))) {
        yield { node }
        if (isAbrupt(node)) leaves = leavesBy(node)
        if (leaves !== undefined) break
      }
    } else if (leaves === undefined) {
      yield * restOf(inner, outer)
      if (isAbrupt(outer)) leaves = leavesBy(outer)
    }
  }
}

/**
 * @param {AnyNode} inner
 * @param {AnyNode[]} list
 * @returns {Generator<{ node: AnyNode }>}
 */
function * after (inner, list) {
  for (const node of list) if (node.start >= inner.end) yield { node }
}

/**
 * @param {AnyNode} inner
 * @param {AnyNode} outer an expression, a declaration, or a statement with alternatives
 * @returns {Generator<{ node: AnyNode }>}
 */
function * restOf (inner, outer) {
  if (/^(?:If|Conditional)/.test(outer.type) && outer.test !== inner) return
  if (outer.type === 'AssignmentExpression' && outer.right === inner) yield { node: target(child(outer, 'left')) }
  else if (outer.type === 'VariableDeclarator') yield { node: target(child(outer, 'id')) }
  else yield * after(inner, childNodes(outer))
}

/**
 * @param {AnyNode} inner
 * @param {AnyNode} loop
 * @returns {Generator<{ node: AnyNode, loop?: AnyNode }>}
 */
function * nextRound (inner, loop) {
  const parts = [child(loop, 'test'), child(loop, 'left'), child(loop, 'body'), child(loop, 'update')]
  const isOfAll = loop.init === inner || loop.right === inner
  const order = parts.filter(node => node !== null)
  const begin = isOfAll ? 0 : order.findIndex(node => node === inner) + 1
  for (let i = 0; i < order.length; i++) {
    const node = order[(begin + i) % order.length]
    yield { node: node === loop.left ? target(node) : node, loop: isOfAll ? undefined : loop }
  }
}

/** @param {AnyNode|null} node @returns {AnyNode} what is assigned to the node, without its value */
function target (node) {
  return /** @type {AnyNode} */ (/** @type {unknown} */ ({ type: 'Target', node }))
}

/** @param {AnyNode} node */
function isAbrupt ({ type }) {
  return ABRUPT.test(type)
}

/** @param {AnyNode} node @returns {'break'|'continue'|'all'} */
function leavesBy ({ type, label }) {
  if (label) return 'all'
  return type === 'BreakStatement' ? 'break' : type === 'ContinueStatement' ? 'continue' : 'all'
}

/**
 * The variables that a node reads and writes, in this order, without those in inner functions.
 * @param {AnyNode} node
 * @param {boolean} [isWritten] it is the target of an assignment
 * @returns {Generator<{ id: AnyNode, isWritten: boolean }>}
 */
function * references (node, isWritten = false) {
  if (node.type === 'Identifier') yield { id: node, isWritten }
  else for (const [part, isTarget] of partsInOrder(node, isWritten)) yield * references(part, isTarget)
}

/**
 * The fields of nodes that are not evaluated in the order of the text, or write to one of them, or have parts that are
 * no variables. `true`: what stands there is assigned to.
 * @type {Record<string, [field: string, isTarget: boolean][]>}
 */
const ORDER = {
  Target: [['node', true]],
  AssignmentPattern: [['right', false], ['left', true]],
  VariableDeclarator: [['init', false], ['id', true]],
  ForInStatement: [['right', false], ['left', true], ['body', false]],
  ForOfStatement: [['right', false], ['left', true], ['body', false]],
  CatchClause: [['param', true], ['body', false]],
  LabeledStatement: [['body', false]],
  BreakStatement: [],
  ContinueStatement: [],
  MetaProperty: [],
  ClassDeclaration: [],
  ClassExpression: []
}

/**
 * @param {AnyNode} node
 * @param {boolean} isWritten
 * @returns {[part: AnyNode, isTarget: boolean][]} in the order in which they are evaluated
 */
function partsInOrder (node, isWritten) {
  const fields = Object.hasOwn(ORDER, node.type) ? ORDER[node.type] : fieldsOf(node, isWritten)
  if (fields !== undefined) {
    return fields.flatMap(([field, isTarget]) => {
      const part = child(node, field)
      return part === null ? [] : [[part, isTarget]]
    })
  }
  if (isFunction(node) || (node.type === 'IfStatement' && child(node, 'test')?.type === 'Literal')) return []
  const isTarget = isWritten && /Pattern$|^RestElement$/.test(node.type)
  const parts = childNodes(node)
  const end = STATEMENT_LIST.test(node.type) ? parts.findIndex(isAbrupt) : -1
  return parts.slice(0, end === -1 ? undefined : end + 1).map(part => [part, isTarget])
}

/**
 * @param {AnyNode} node
 * @param {boolean} isWritten
 * @returns {[field: string, isTarget: boolean][]|undefined} of nodes whose fields depend on more than their type
 */
function fieldsOf ({ type, computed, operator }, isWritten) {
  if (type === 'MemberExpression') return [['object', false], ...ifComputed(computed, 'property')]
  if (type === 'Property') return [...ifComputed(computed, 'key'), ['value', isWritten]]
  if (type !== 'AssignmentExpression') return undefined
  return [...(operator === '=' ? [] : /** @type {[string, boolean][]} */ ([['left', false]])),
    ['right', false], ['left', true]]
}

/**
 * @param {unknown} computed
 * @param {string} field with the name
 * @returns {[string, boolean][]}
 */
function ifComputed (computed, field) {
  return computed === true ? [[field, false]] : []
}

module.exports = { hasNoValueYet, isReadLater, isReadNoMore }
