'use strict'
// Finds the statement that gave the value which is wrong at a crash, in the code that the request's execution path has.
// Nothing is recorded for it, and nothing is found if several statements may have given it.

const { firstFromRoot } = require('../crash/cause-chain')
const { failedMember } = require('../explain/origins/failed-member')
const { throwScene } = require('../explain/scene')
const { inCode } = require('../explain/words')
const { displayUrl, workingDirectory } = require('../source/location')
const { linesOf, placeAt } = require('../source/lines')
const { SourceMaps } = require('../source/source-map')
const { child, children, isFunction } = require('../source/syntax')
const { cut, plain } = require('../text/terminal-text')
const { Calls } = require('./calls')
const { ExecutedCode } = require('./executed-code')
const { Births, Flow } = require('./flow')
const { memberBirths } = require('./members')
const { birthsOf, resultBirths } = require('./values')
const { argumentBirths, variableBirths } = require('./variables')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../explain/scene').Scene} Scene */
/** @typedef {import('./kinds').Kind} Kind */
/** @typedef {import('./flow').How} How */

/**
 * @typedef {object} ValueOrigin
 * @property {string} text one line of plain text
 * @property {string} name the expression that is wrong at the crash
 * @property {string} value its value
 * @property {How} how the value came to be
 * @property {string} code the line of the statement, or its beginning
 * @property {string} url
 * @property {number} lineNumber from 0, as in call frames; of the original source if there is a source map
 * @property {number} columnNumber
 * @property {string} functionName '' at the top level
 * @property {{ functionName: string, url: string, lineNumber: number }} [calledBy] the only call of the function
 * @property {number} [ms] from the request's start to the first execution of the block around the statement
 */

const MAX_CODE_COLUMNS = 60
const READ = /^Cannot (?:read|set) properties of (undefined|null)\b/
const TAKEN_APART = /^Cannot destructure .* as it is (undefined|null)\.$/s
const SET_ON = /^Cannot create property '.*' on (string|number|boolean) /s
const NOT_USABLE = /^(.+?) is not (?:iterable|a function|a constructor)\b/s

/** @param {Dump} dump */
const makeFlow = dump => {
  const path = dump.executionPath
  const code = path === null ? null : new ExecutedCode(dump, path)
  if (code === null || !code.isWhole) return null
  return new Flow(code, { birthsOf, memberBirths, resultBirths, variableBirths }, flow => new Calls(flow))
}

/**
 * @param {Dump} dump
 * @returns {ValueOrigin|null} null unless one statement alone can have given the value
 */
function findOrigin (dump) {
  return firstFromRoot(dump, seen => originIn(dump, seen))
}

/**
 * @param {Dump} dump
 * @param {Dump} seen from the error
 * @returns {ValueOrigin|null}
 */
function originIn (dump, seen) {
  const wrong = wrongValue(seen)
  const flow = wrong === undefined ? null : dump.derived(makeFlow)
  if (wrong === undefined || flow === null) return null
  const { scene, node, kind, parameter } = wrong
  const use = flow.code.same(scene.frame.scriptId, node)
  if (use === undefined) return null
  const births = new Births()
  flow.begin(use)
  if (parameter === undefined) birthsOf(flow, { node: use, live: scene }, kind, births)
  else argumentBirths(flow, use, parameter, { live: scene, kind, births, isAwaited: false })
  if (births.isOpen || births.found.size !== 1) return null
  const [[birth, how]] = births.found
  // What the line of the crash says itself is not worth another one.
  if (flow.code.statementOf(birth) === flow.code.statementOf(use)) return null
  return describe(dump, flow, birth, how, { name: scene.textOf(node), kind })
}

/**
 * What is wrong at the crash. parameter: index of the parameter that is taken apart, which is the node then.
 * @typedef {{ scene: Scene, node: AnyNode, kind: Kind, parameter?: number }} Wrong
 */

/**
 * @param {Dump} seen
 * @returns {Wrong|undefined}
 */
function wrongValue (seen) {
  const message = seen.exception?.message ?? ''
  const what = /** @type {Kind|undefined} */ (READ.exec(message)?.[1])
  if (what !== undefined) {
    const failed = failedMember(seen)
    return failed && { scene: failed.scene, node: failed.object, kind: what }
  }
  const scene = throwScene(seen)
  if (scene === null) return undefined
  const primitive = /** @type {Kind|undefined} */ (SET_ON.exec(message)?.[1])
  if (primitive !== undefined) return setOn(scene, primitive)
  const apart = /** @type {Kind|undefined} */ (TAKEN_APART.exec(message)?.[1])
  if (apart !== undefined) return takenApart(scene, apart)
  const text = NOT_USABLE.exec(message)?.[1]
  if (text === undefined) return refused(scene)
  // The place of `new C()` is that of the keyword.
  const node = scene.path.flatMap(each => [each, child(each, 'callee') ?? each])
    .find(each => scene.source.slice(each.start, each.end) === text)
  if (node === undefined) return undefined
  const isMethod = node.type === 'MemberExpression' && !message.endsWith(' is not iterable')
  const object = isMethod ? child(node, 'object') : null
  const holder = object === null ? undefined : kindOf(scene, object)
  // A text or a number has not the method that is called.
  if (object !== null && holder !== undefined && holder !== 'object' && holder !== 'function') {
    return { scene, node: object, kind: holder }
  }
  const kind = kindOf(scene, node)
  return kind === undefined ? undefined : { scene, node, kind }
}

/**
 * @param {Scene} scene
 * @param {Kind} kind
 * @returns {Wrong|undefined} what has no property that could be assigned
 */
function setOn (scene, kind) {
  const targets = scene.path.flatMap(node => {
    const left = node.type === 'AssignmentExpression' ? child(node, 'left') : null
    return left?.type === 'MemberExpression' && left.end <= scene.offset + 1 ? [left] : []
  })
  const node = targets.length === 1 ? child(targets[0], 'object') : null
  return node === null || kindOf(scene, node) !== kind ? undefined : { scene, node, kind }
}

/**
 * `if (!found) throw new Error(…)`: the application says itself that a value is missing.
 * @param {Scene} scene
 * @returns {Wrong|undefined}
 */
function refused (scene) {
  const { path } = scene
  const isThrown = path.some(({ type }) => type === 'ThrowStatement') ||
    path.some(node => node.type === 'NewExpression' && /Error$/.test(String(child(node, 'callee')?.name)))
  const around = scene.nearest('IfStatement')
  const test = around === undefined ? null : child(around, 'test')
  const then = around === undefined ? null : child(around, 'consequent')
  const isInside = then !== null && path.includes(then) &&
    !path.slice(path.indexOf(then)).some(isFunction)
  const node = isThrown && isInside && test !== null ? missingIn(test) : null
  const kind = node === null ? undefined : kindOf(scene, node)
  return node !== null && (kind === 'undefined' || kind === 'null') ? { scene, node, kind } : undefined
}

/** @param {AnyNode} test @returns {AnyNode|null} what it finds undefined or null */
function missingIn (test) {
  if (test.type === 'UnaryExpression') return test.operator === '!' ? named(child(test, 'argument')) : null
  if (test.type !== 'BinaryExpression' || !/^===?$/.test(String(test.operator))) return null
  const right = child(test, 'right')
  const isNothing = right?.name === 'undefined' || right?.raw === 'null'
  return isNothing ? named(child(test, 'left')) : null
}

/** @param {AnyNode|null} node */
function named (node) {
  return /^(?:Identifier|MemberExpression)$/.test(String(node?.type)) ? node : null
}

/**
 * @param {Scene} scene
 * @param {Kind} kind
 * @returns {Wrong|undefined} what a pattern takes apart, if no other pattern is around it
 */
function takenApart (scene, kind) {
  const own = scene.function
  const parameters = own === null ? [] : children(own, 'params')
  const parameter = parameters.findIndex(each => each.start <= scene.offset && scene.offset <= each.end)
  if (parameter !== -1) {
    const node = parameters[parameter]
    return isFlat(node) ? { scene, node, kind, parameter } : undefined
  }
  const declarator = scene.nearest('VariableDeclarator')
  const pattern = declarator && child(declarator, 'id')
  const init = declarator && child(declarator, 'init')
  return pattern && init && isFlat(pattern) ? { scene, node: init, kind } : undefined
}

/** @param {AnyNode} pattern */
function isFlat (pattern) {
  return pattern.type === 'ObjectPattern' &&
    children(pattern, 'properties').every(each => child(each, 'value')?.type === 'Identifier')
}

/** @param {Scene} scene @param {AnyNode} node @returns {Kind|undefined} */
function kindOf (scene, node) {
  const value = scene.value(node)
  if (value === undefined || value.notCapturedReason !== undefined) return undefined
  return value.subtype === 'null' ? 'null' : /** @type {Kind} */ (value.type)
}

/**
 * @param {Dump} dump
 * @param {Flow} flow
 * @param {AnyNode} birth
 * @param {How} how
 * @param {{ name: string, kind: Kind }} wrong
 * @returns {ValueOrigin|null}
 */
function describe (dump, flow, birth, how, { name, kind }) {
  const { code } = flow
  if (birth.type === 'HandlerParameter') return null
  const fn = code.functionOf(birth)
  const directory = workingDirectory(dump)
  const at = placeOf(dump, flow, birth)
  const functionName = fn === undefined ? '' : nameOf(flow, fn)
  const calls = fn === undefined ? [] : flow.calls.sitesOf(fn).calls
  const calledBy = calls.length === 1
    ? { functionName: callerName(flow, calls[0]), ...placeOf(dump, flow, calls[0]) }
    : undefined
  const text = cut(lineTextOf(flow, birth), MAX_CODE_COLUMNS)
  const where = `${displayUrl(at.url, directory)}:${at.lineNumber + 1}`
  const inside = functionName === '' ? '' : `, in ${inCode(functionName)}`
  const by = calledBy === undefined || fn === undefined
    ? ''
    : `, called at ${displayUrl(calledBy.url, directory)}:${calledBy.lineNumber + 1}`
  return {
    text: plain(`${wordsOf(how, name, kind)} ${where}${inside}${by}: ${inCode(text)}`),
    name,
    value: kind,
    how,
    code: text,
    ...at,
    functionName,
    ...(calledBy && { calledBy }),
    ...(code.stepOf(birth) !== -1 && { ms: code.msOf(birth) })
  }
}

/** @param {How} how @param {string} name @param {Kind} kind */
function wordsOf (how, name, kind) {
  const what = inCode(name)
  switch (how) {
    case 'absent':
      return `${what} is undefined: its object was made without it at`
    case 'nothing':
      return `${what} is undefined: nothing was returned at`
    case 'noArgument':
      return `${what} is undefined: the argument is missing at`
    case 'noObject':
      return `${what} is undefined: what has it became no object at`
    case 'misspelt':
      return `${what} is undefined: a name is misspelt at`
    case 'declared':
      return `${what} is undefined: it was declared without a value at`
    case 'noKey':
      return `${what} is undefined: what it was looked up by became undefined or null at`
  }
  const isNothing = kind === 'undefined' || kind === 'null'
  return `${what} became ${isNothing ? kind : /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`} at`
}

/** @param {Dump} dump @param {Flow} flow @param {AnyNode} node */
function placeOf (dump, { code }, node) {
  const { source, scriptId, url } = code.fileOf(node)
  const place = { scriptId, url, ...placeAt(source, node.start) }
  const original = new SourceMaps(dump).original(place) ?? place
  return { url: original.url, lineNumber: original.lineNumber, columnNumber: original.columnNumber }
}

/** @param {Flow} flow @param {AnyNode} node @returns {string} its line, from the statement on if that begins there */
function lineTextOf ({ code }, node) {
  const { source } = code.fileOf(node)
  const [rest] = linesOf(source.slice(node.start))
  const before = linesOf(source.slice(0, node.start)).at(-1) ?? ''
  const start = Math.max(node.start - before.length, code.statementOf(node).start)
  return (source.slice(start, node.start) + rest).trim().replace(/\s+/g, ' ').replaceAll('`', "'")
}

/** @param {Flow} flow @param {AnyNode} call */
function callerName (flow, call) {
  const fn = flow.code.functionOf(call)
  return fn === undefined ? '' : nameOf(flow, fn)
}

/** @param {Flow} flow @param {AnyNode} fn @returns {string} '' for a function without a name */
function nameOf ({ code }, fn) {
  const own = /** @type {AnyNode|null} */ (fn.id ?? null)
  if (own !== null) return String(own.name)
  const parent = code.parent(fn)
  const key = /** @type {AnyNode|undefined} */ (
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : /^(?:Property|MethodDefinition)/.test(String(parent?.type)) ? parent?.key : undefined
  )
  if (parent?.kind === 'constructor') {
    const made = code.parent(/** @type {AnyNode} */ (code.parent(parent)))
    const id = /** @type {AnyNode|null} */ (made?.id ?? null)
    return id === null ? 'constructor' : `new ${id.name}`
  }
  return key === undefined || isFunction(key) || children(key, 'properties').length > 0 ? '' : String(key.name ?? '')
}

module.exports = { findOrigin }
