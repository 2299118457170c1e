'use strict'
// Tells which of two parts of a request's code ran first, as far as the order of first executions and the source say.

const { child, children, isFunction } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Flow} Flow */

const BRANCHES = /^(?:If|Conditional|Logical|For|While|Do|Switch|Try|Catch)/
/** Listeners may be called many times for one request. */
const REPEATS = /^(?:on|once|addListener|prependListener|setInterval|setTimeout|setImmediate|nextTick)$/

/** These call back once at most for each call. */
const ONCE = /^(?:once|prependOnceListener|setTimeout|setImmediate|nextTick|queueMicrotask|then|catch|finally)$/
const LISTENS = /^(?:on|addListener|prependListener)$/
/** An emitter emits these once. */
const LAST_EVENTS = /^(?:end|close|finish)$/

/**
 * @param {Flow} flow
 * @param {AnyNode} node
 * @returns {boolean} true if the request ran it at most once
 */
function isOnce (flow, node) {
  if (flow.code.loopOf(node) !== undefined) return false
  const fn = flow.code.functionOf(node)
  return fn === undefined || isCalledOnce(flow, fn)
}

/** @param {Flow} flow @param {AnyNode} fn */
function isCalledOnce (flow, fn) {
  const known = flow.calledOnce.get(fn)
  if (known !== undefined) return known
  flow.calledOnce.set(fn, false) // a recursion
  const { calls, isOpen } = flow.calls.sitesOf(fn)
  const handler = flow.calls.registrationOf(fn)
  const caller = handler === undefined && calls.length === 0 ? oneCaller(flow, fn) : undefined
  const once = handler !== undefined
    ? calls.length === 0
    : caller !== undefined ? isOnce(flow, caller) : !isOpen && calls.length === 1 && isOnce(flow, calls[0])
  flow.calledOnce.set(fn, once)
  return once
}

/**
 * @param {Flow} flow
 * @param {AnyNode} fn
 * @returns {AnyNode|undefined} the call that hands it to what calls it once at most: a promise, a timer, or an emitter
 *   for an event that happens once
 */
function oneCaller ({ code, calls }, fn) {
  const call = code.parent(fn)
  if (call === undefined || !/^(?:Call|New)Expression$/.test(call.type)) return undefined
  const callee = child(call, 'callee')
  if (callee === null || callee === fn || calls.calleesOf(call).functions.length > 0) {
    return undefined
  }
  const name = String(callee.type === 'MemberExpression' ? child(callee, 'property')?.name : callee.name)
  const [event] = children(call, 'arguments')
  const isOnce = call.type === 'NewExpression' ? name === 'Promise' : ONCE.test(name)
  return isOnce || (LISTENS.test(name) && LAST_EVENTS.test(String(event?.value))) ? call : undefined
}

/** @param {AnyNode} call @returns {boolean} true if it hands a function to something that may call it repeatedly */
function repeatsCallback (call) {
  const callee = child(call, 'callee')
  const name = callee?.type === 'MemberExpression' ? child(callee, 'property')?.name : callee?.name
  const [event] = children(call, 'arguments')
  return REPEATS.test(String(name)) && event?.value !== 'request'
}

/**
 * @param {Flow} flow
 * @param {AnyNode} write
 * @param {AnyNode} use in the same function
 * @returns {boolean} true if no way leads to the use but through the write
 */
function dominates ({ code }, write, use) {
  const statement = code.statementOf(write)
  const list = code.parent(statement)
  if (list === undefined || (list.type !== 'BlockStatement' && list.type !== 'Program')) return false
  if (statement.end > use.start || !(list.start <= use.start && use.end <= list.end)) return false
  for (let each = write; each !== statement; each = /** @type {AnyNode} */ (code.parent(each))) {
    if (BRANCHES.test(each.type) || isFunction(each)) return false
  }
  return !BRANCHES.test(statement.type)
}

/**
 * @param {Flow} flow
 * @param {AnyNode} first that runs once
 * @param {AnyNode} second
 * @returns {boolean} true if the first had ended when the second first began
 */
function endedBefore (flow, first, second) {
  const { code } = flow
  const fn = code.functionOf(first)
  if (fn === undefined) return code.functionOf(second) !== undefined || first.end <= second.start
  if (code.functionOf(second) === fn) return first.end <= second.start
  if (code.functionOf(second) === undefined) return false
  const next = nextStatement(flow, first, fn)
  if (next !== undefined) {
    const isInNext = next.start <= second.start && second.end <= next.end && code.fileOf(next) === code.fileOf(second)
    return isInNext || (code.ran(next) && code.stepOf(next) !== -1 && code.stepOf(second) >= code.stepOf(next))
  }
  const [call] = flow.calls.sitesOf(fn).calls
  return call !== undefined && isOnce(flow, call) && endedBefore(flow, call, second)
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node
 * @param {AnyNode} fn
 * @returns {AnyNode|undefined} the statement that runs after that of the node
 */
function nextStatement ({ code }, node, fn) {
  for (let each = node; each !== fn; each = /** @type {AnyNode} */ (code.parent(each))) {
    const parent = /** @type {AnyNode} */ (code.parent(each))
    const list = parent.type === 'BlockStatement' ? children(parent, 'body') : []
    const after = list[list.indexOf(each) + 1]
    if (after !== undefined && after.type !== 'FunctionDeclaration') return after
  }
  return undefined
}

/**
 * @typedef {object} Candidate
 * @property {AnyNode} node that writes
 * @property {boolean} isCertain it wrote what is read, and not perhaps something else
 * @property {boolean} [isAlways] whatever is read went through it, however often it ran
 * @property {(made: AnyNode) => boolean} [covers] tells for what makes an object if every such object went through it;
 *   missing: all did
 * @property {boolean} [isFirst] what an object has from the start
 */

/**
 * @template {Candidate} T
 * @param {Flow} flow
 * @param {T[]} candidates
 * @param {AnyNode} use
 * @returns {T[]} those that may have been the last before the use
 */
function lastBefore (flow, candidates, use) {
  const before = candidates.filter(({ node, isFirst }) => isFirst === true || !isAfter(flow, node, use))
  const certain = before.filter(({ node, isCertain, isAlways, isFirst }) => isFirst !== true &&
    !isInFailedTry(flow, node) &&
    (isAlways === true || (isCertain && isOnce(flow, node) && endedBefore(flow, node, use)))
  )
  return before.filter(each => !certain.some(other => other !== each && precedes(flow, each, other)))
}

/** @param {Flow} flow @param {Candidate} one @param {Candidate} other that is certain */
function precedes (flow, one, other) {
  if (one.isFirst === true) return other.covers?.(one.node) ?? true
  const { code } = flow
  // A write that every way to the use goes through comes after those that stand before it.
  if (other.isAlways === true && code.functionOf(one.node) === code.functionOf(other.node)) {
    return one.node.end <= other.node.start
  }
  return isOnce(flow, one.node) && isOnce(flow, other.node) && endedBefore(flow, one.node, other.node)
}

/** @param {Flow} flow @param {AnyNode} write @param {AnyNode} use */
function isAfter (flow, write, use) {
  const { code } = flow
  return isOnce(flow, use) && isOnce(flow, write) && code.functionOf(use) === code.functionOf(write) &&
    use.end <= write.start
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node
 * @returns {boolean} true if it stands in a `try` whose `catch` ran, so that it may not have ended
 */
function isInFailedTry ({ code }, node) {
  return code.pathTo(node).some(each => {
    const handler = each.type === 'TryStatement' ? child(each, 'handler') : null
    const block = child(each, 'block')
    return handler !== null && block !== null && block.start <= node.start && node.end <= block.end &&
      code.ran(/** @type {AnyNode} */ (handler.body))
  })
}

module.exports = { dominates, endedBefore, isInFailedTry, isOnce, lastBefore, repeatsCallback }
