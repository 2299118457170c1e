'use strict'
// Finds what a variable may have been given before a place of the code.

const { declarationOf } = require('../source/declarations')
const { child, children, isFunction, literalKey } = require('../source/syntax')
const { ELEMENT } = require('./flow')
const { exportedBirths } = require('./modules')
const { dominates, isInFailedTry, isOnce, lastBefore } = require('./order')
const { callerOf, sceneAround, sitesInFrame } = require('./frames')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../source/declarations').Declaration} Declaration */
/** @typedef {import('./flow').Births} Births */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */
/** @typedef {import('./kinds').Kind} Kind */

/**
 * A part of the code that gives the variable a value. value: the expression, of which the keys lead to the value; null
 * for none; fallback: what it is given in place of undefined.
 * @typedef {object} Write
 * @property {AnyNode} node
 * @property {'value'|'element'|'parameter'|'key'|'number'|'none'} from
 * @property {AnyNode|null} value
 * @property {Step[]} keys
 * @property {boolean} isCertain
 */

/**
 * A step into a pattern. exact: the position of an element.
 * @typedef {{ key: string|symbol, fallback: AnyNode|null, exact?: string }} Step
 */

/**
 * @param {Flow} flow
 * @param {Place} place of an identifier
 * @param {Kind} kind
 * @param {Births} births
 * @param {boolean} isAwaited
 */
function variableBirths (flow, { node, live }, kind, births, isAwaited) {
  const { code } = flow
  const name = String(node.name)
  const declaration = declarationOf(name, code.pathTo(node))
  if (declaration === undefined) return births.add(node)
  const declaring = code.parent(declaration.id)
  if (declaration.kind === 'function' || declaration.kind === 'class') {
    if (kind === 'function' && declaring !== undefined) births.add(declaring)
    return
  }
  if (declaration.kind === 'import') return exportedBirths(flow, declaration, node, kind, births)
  if (declaration.kind === 'catch') {
    births.isOpen = true
    return
  }
  const home = homeOf(flow, declaration)
  const scene = sceneOf(flow, live, node, home)
  const isShared = home === undefined || !code.wasCalled(home)
  const writes = writesTo(flow, declaration).filter(each => isShared || flow.ran(each.node))
  for (const write of lastWrites(flow, writes, node, home)) {
    // In another round of a loop the variables around had other values.
    const isThisRound = code.loopOf(write.node) === code.loopOf(declaration.id)
    giveBirths(flow, write, { declaration, live: isThisRound ? scene : null, kind, births, isAwaited })
  }
}

/**
 * @param {Flow} flow
 * @param {Place['live']} live
 * @param {AnyNode} node in the function of the frame
 * @param {AnyNode|undefined} home
 * @returns {Place['live']} the frame of the function that has the variable, if that called back at once
 */
function sceneOf (flow, live, node, home) {
  let scene = live
  let use = node
  for (let fn = flow.code.functionOf(use); fn !== home && scene !== null; fn = flow.code.functionOf(use)) {
    const list = fn === undefined ? undefined : flow.calls.listOf(fn)
    if (fn === undefined || list === undefined || flow.code.parent(fn) !== list.call) return null
    scene = sceneAround(flow, scene, fn, list.call)
    use = list.call
  }
  return scene
}

/** @param {Flow} flow @param {Declaration} declaration @returns {AnyNode|undefined} the function that has it */
function homeOf ({ code }, { scope, id }) {
  return isFunction(scope) ? scope : code.functionOf(id)
}

/**
 * @param {Flow} flow
 * @param {Declaration} declaration
 * @returns {Write[]}
 */
function writesTo (flow, declaration) {
  const { code } = flow
  const { id, kind, declarator, scope } = declaration
  /** @type {Write[]} */
  const writes = []
  if (kind === 'parameter') {
    const pattern = children(scope, 'params')[declaration.index ?? 0]
    writes.push({ node: id, from: 'parameter', value: null, keys: stepsTo(pattern, id) ?? [], isCertain: true })
  } else if (declarator !== undefined) {
    const list = /** @type {AnyNode} */ (code.parent(declarator))
    const loop = code.parent(list)
    const keys = stepsTo(/** @type {AnyNode} */ (declarator.id), id) ?? []
    const init = child(declarator, 'init')
    if (/^For(?:In|Of)/.test(String(loop?.type)) && loop?.left === list) {
      const from = loop.type === 'ForOfStatement' ? 'element' : 'key'
      writes.push({ node: declarator, from, value: child(loop, 'right'), keys, isCertain: true })
    } else if (init !== null) writes.push({ node: declarator, from: 'value', value: init, keys, isCertain: true })
    else if (kind !== 'var') writes.push({ node: declarator, from: 'none', value: null, keys, isCertain: true })
    else {
      const before = /** @type {AnyNode} */ (code.functionOf(declarator) ?? declarator)
      writes.push({ node: before, from: 'none', value: null, keys, isCertain: true })
    }
  }
  if (kind === 'const') return writes
  for (const other of code.named(String(id.name))) {
    if (other === id) continue
    const write = assignmentAt(flow, other)
    if (write !== undefined && declarationOf(String(id.name), code.pathTo(other))?.id === id) writes.push(write)
  }
  return writes
}

/**
 * @param {Flow} flow
 * @param {AnyNode} id
 * @returns {Write|undefined} the assignment of which the identifier is a target
 */
function assignmentAt ({ code }, id) {
  for (let node = id, parent = code.parent(id); parent !== undefined; node = parent, parent = code.parent(parent)) {
    if (parent.type === 'UpdateExpression') {
      return { node: parent, from: 'number', value: parent, keys: [], isCertain: true }
    }
    if (parent.type === 'AssignmentExpression') {
      if (parent.left !== node) return undefined
      const keys = stepsTo(node, id)
      const value = parent.operator === '=' ? child(parent, 'right') : parent
      const isCertain = !/^(?:\?\?|\|\||&&)=$/.test(String(parent.operator))
      return keys && { node: parent, from: 'value', value, keys, isCertain }
    }
    if (/^For(?:In|Of)/.test(parent.type) && parent.left === node) {
      const from = parent.type === 'ForOfStatement' ? 'element' : 'key'
      return { node, from, value: child(parent, 'right'), keys: stepsTo(node, id) ?? [], isCertain: true }
    }
    if (!/(?:Pattern|^RestElement|^Property)$/.test(parent.type)) return undefined
  }
  return undefined
}

/**
 * @param {AnyNode} pattern
 * @param {AnyNode} id
 * @returns {Step[]|undefined}
 */
function stepsTo (pattern, id) {
  if (pattern === id) return []
  if (pattern.type === 'AssignmentPattern') {
    const inner = stepsTo(/** @type {AnyNode} */ (pattern.left), id)
    return inner && [{ key: FALLBACK, fallback: child(pattern, 'right') }, ...inner]
  }
  for (const property of children(pattern, 'properties')) {
    const inner = property.type === 'Property'
      ? stepsTo(/** @type {AnyNode} */ (property.value), id)
      : stepsTo(/** @type {AnyNode} */ (property.argument), id)
    if (inner === undefined) continue
    const key = property.type === 'Property' ? literalKey(property) : undefined
    return [{ key: key ?? UNKNOWN, fallback: null }, ...inner]
  }
  const elements = /** @type {(AnyNode|null)[]} */ (pattern.elements ?? [])
  for (const [i, element] of elements.entries()) {
    const inner = element === null ? undefined : stepsTo(element, id)
    const key = element?.type === 'RestElement' ? UNKNOWN : INDEX
    if (inner !== undefined) return [{ key, fallback: null, exact: String(i) }, ...inner]
  }
  return undefined
}

const FALLBACK = Symbol('default')
const UNKNOWN = Symbol('unknown')
const INDEX = Symbol('index')

/**
 * @param {Flow} flow
 * @param {Write[]} writes
 * @param {AnyNode} node of the use
 * @param {AnyNode|undefined} home
 * @returns {Write[]} those that may have been the last before the use
 */
function lastWrites (flow, writes, node, home) {
  const { code } = flow
  if (writes.length < 2) return writes
  const use = placeIn(flow, node, home)
  if (use === undefined) return lastBefore(flow, writes, node)
  const here = writes.filter(({ from, node: at }) =>
    from === 'parameter' || at === home || code.functionOf(at) === home
  )
  const last = here.findLast(each => isOnTheWay(flow, each, use, home))
  if (last === undefined) return lastBefore(flow, writes, node)
  const start = startOf(flow, last, home)
  const loop = code.loopOf(use)
  const rest = writes.filter(each => {
    if (each === last || !here.includes(each)) return true
    const at = startOf(flow, each, home)
    if (at < start) return false
    return at < use.start || (loop !== undefined && isWithinOuterLoop(flow, each.node, use))
  })
  return lastBefore(flow, rest.filter(each => !(each.node.start < use.start && use.end <= each.node.end &&
    code.loopOf(use) === undefined && each !== last)), use)
}

/** @param {Flow} flow @param {Write} write @param {AnyNode|undefined} home */
function startOf (flow, write, home) {
  return write.from === 'parameter' || write.node === home ? -1 : write.node.start
}

/** @param {Flow} flow @param {AnyNode} node @param {AnyNode} use @returns {boolean} a loop repeats both */
function isWithinOuterLoop ({ code }, node, use) {
  for (let loop = code.loopOf(use); loop !== undefined; loop = code.loopOf(loop)) {
    if (loop.start <= node.start && node.end <= loop.end) return true
  }
  return false
}

/**
 * @param {Flow} flow
 * @param {Write} write
 * @param {AnyNode} use
 * @param {AnyNode|undefined} home
 */
function isOnTheWay (flow, write, use, home) {
  if (write.from === 'parameter' || write.node === home) return true
  if (!write.isCertain || isInFailedTry(flow, write.node)) return false
  const isOfLoop = write.from === 'element' || write.from === 'key'
  const loop = isOfLoop ? flow.code.pathTo(write.node).findLast(({ type }) => /^For/.test(type)) : undefined
  const body = loop === undefined ? null : child(loop, 'body')
  if (body !== null && body.start <= use.start && use.end <= body.end) return true
  if (dominates(flow, write.node, use)) return true
  return isOnce(flow, write.node) && write.node.end <= use.start
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node
 * @param {AnyNode|undefined} home
 * @returns {AnyNode|undefined} the use, or the call in the function of the variable that calls back at once
 */
function placeIn (flow, node, home) {
  let use = node
  for (let fn = flow.code.functionOf(use); fn !== home; fn = flow.code.functionOf(use)) {
    const list = fn === undefined ? undefined : flow.calls.listOf(fn)
    if (list === undefined) return undefined
    use = list.call
  }
  return use
}

/**
 * @param {Flow} flow
 * @param {Write} write
 * @param {{ declaration: Declaration, live: Place['live'], kind: Kind, births: Births, isAwaited: boolean }} asked
 */
function giveBirths (flow, write, asked) {
  const { live, kind, births } = asked
  switch (write.from) {
    case 'none':
      if (kind === 'undefined') births.add(write.node, 'declared')
      return
    case 'number':
      if (kind === 'number') births.add(write.node)
      return
    case 'key':
      if (kind === 'string') births.add(write.node)
      return
    case 'element': {
      const steps = [{ key: ELEMENT, fallback: null }, ...write.keys]
      return alongSteps(flow, { node: /** @type {AnyNode} */ (write.value), live }, steps, write.node, asked)
    }
    case 'parameter':
      return parameterBirths(flow, write, asked)
  }
  if (write.value === null) return
  alongSteps(flow, { node: write.value, live }, write.keys, write.node, asked)
}

/**
 * @param {Flow} flow
 * @param {Place} place
 * @param {Step[]} steps
 * @param {AnyNode} read
 * @param {{ kind: Kind, births: Births, isAwaited: boolean }} asked
 */
function alongSteps (flow, place, steps, read, { kind, births, isAwaited }) {
  const last = steps[steps.length - 1]
  if (last?.key === FALLBACK && last.fallback !== null) {
    const fallback = { node: last.fallback, live: place.live }
    if (flow.ran(last.fallback)) flow.follow.birthsOf(flow, fallback, kind, births)
    // The default takes the place of undefined.
    if (kind === 'undefined') return
    steps = steps.slice(0, -1)
  }
  if (steps.some(({ key }) => key === UNKNOWN || key === FALLBACK)) {
    births.isOpen = true
    return
  }
  if (steps.length === 0) return flow.follow.birthsOf(flow, place, kind, births, isAwaited)
  const keys = steps.map(({ key }) => (key === INDEX ? ELEMENT : /** @type {string|symbol} */ (key)))
  const key = keys.pop()
  const object = { ...place, keys: [...(place.keys ?? []), ...keys] }
  const { exact } = steps[steps.length - 1]
  const asked = { key, kind, read, isAwaited, mayMiss: exact !== undefined, exact }
  flow.follow.memberBirths(flow, object, asked, births)
}

/**
 * @param {Flow} flow
 * @param {Write} write
 * @param {{ declaration: Declaration, live: Place['live'], kind: Kind, births: Births, isAwaited: boolean }} asked
 */
function parameterBirths (flow, write, asked) {
  const { declaration, live, kind, births } = asked
  const { scope: fn, index = 0 } = declaration
  const pattern = children(fn, 'params')[index]
  if (pattern.type === 'RestElement') {
    births.isOpen = true
    return
  }
  const list = flow.calls.listOf(fn)
  if (list !== undefined) return ofElement(flow, fn, list, index, write, asked)
  const exact = callerOf(flow, live, fn)
  const { calls, isOpen } = flow.calls.sitesOf(fn)
  const inFrame = exact === undefined ? sitesInFrame(flow, live, fn, calls) : undefined
  const sites = exact ?? inFrame
  if (sites === undefined && calls.length === 0 && isHandler(flow, fn)) {
    if (write.keys.length === 0 && kind === 'object') births.add(flow.calls.handlerParameter(fn, index))
    else if (write.keys.length > 0) births.isOpen = true
    return
  }
  if (sites === undefined && (isOpen || calls.length === 0)) births.isOpen = true
  const all = /** @type {import('./frames').Site[]} */ (sites ?? calls.map(call => ({ call, live: null })))
  for (const { call, live: caller, skip = 0 } of all) {
    const args = children(call, 'arguments').slice(skip)
    if (args.slice(0, index + 1).some(({ type }) => type === 'SpreadElement')) {
      births.isOpen = true
      continue
    }
    const [step] = write.keys
    const isMissing = args[index] === undefined
    if (isMissing && step?.key === FALLBACK && write.keys.length === 1) {
      flow.follow.birthsOf(flow, { node: /** @type {AnyNode} */ (step.fallback), live: null }, kind, births)
    } else if (isMissing && kind === 'undefined' && write.keys.length === 0) births.add(call, 'noArgument')
    else if (!isMissing) alongSteps(flow, { node: args[index], live: caller }, write.keys, write.node, asked)
  }
}

/** @param {Flow} flow @param {AnyNode} fn */
function isHandler (flow, fn) {
  return flow.calls.registrationOf(fn) !== undefined
}

/**
 * @param {Flow} flow
 * @param {AnyNode} fn
 * @param {{ call: AnyNode, list: AnyNode, element: number, isReduce: boolean }} found
 * @param {number} index
 * @param {Write} write
 * @param {{ live: Place['live'], kind: Kind, births: Births, isAwaited: boolean }} asked
 */
function ofElement (flow, fn, { call, list, element, isReduce }, index, write, asked) {
  if (index === element) {
    const steps = [{ key: ELEMENT, fallback: null }, ...write.keys]
    const around = asked.live === null ? null : sceneAround(flow, asked.live, fn, call)
    return alongSteps(flow, { node: list, live: around }, steps, write.node, asked)
  }
  if (isReduce && index === 0 && write.keys.length === 0) {
    const [, initial] = children(call, 'arguments')
    if (initial === undefined) asked.births.isOpen = true
    else flow.follow.birthsOf(flow, { node: initial, live: null }, asked.kind, asked.births)
    return flow.follow.resultBirths(flow, fn, call, asked.kind, asked.births, false)
  }
  if (asked.kind === 'number') asked.births.isOpen = true
}

/**
 * @param {Flow} flow
 * @param {AnyNode} pattern a parameter
 * @param {number} index of the parameter
 * @param {{ live: Place['live'], kind: Kind, births: Births, isAwaited: boolean }} asked
 */
function argumentBirths (flow, pattern, index, asked) {
  const scope = /** @type {AnyNode} */ (flow.code.parent(pattern))
  const write = { node: pattern, from: /** @type {const} */ ('parameter'), value: null, keys: [], isCertain: true }
  parameterBirths(flow, write, { ...asked, declaration: { scope, kind: 'parameter', id: pattern, index } })
}

module.exports = { argumentBirths, variableBirths }
