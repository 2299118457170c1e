'use strict'
// Says where the wrong value of a crash came from: the last statement of the request that gave it, found in the code
// that its execution path has. Nothing is recorded for it, and nothing is said if several statements may have.

const { causeChain } = require('../crash/cause-chain')
const { inCode } = require('../explain/words')
const { displayUrl, workingDirectory } = require('../source/location')
const { linesOf, placeAt } = require('../source/lines')
const { SourceMaps } = require('../source/source-map')
const { children, isFunction } = require('../source/syntax')
const { cut, plain } = require('../text/terminal-text')
const { suspectsOf } = require('../usual/suspects')
const { ExecutedCode } = require('./executed-code')
const { Births, Flow } = require('./flow')
const { birthsOf } = require('./values')

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
const NOT_USABLE = /^(.+) is not (iterable|a function|a constructor)\b/s
const NULLISH = /^(?:Cannot (?:read|set) properties of|Cannot destructure .* as it is) (undefined|null)\b/s

/** @param {Dump} dump */
const makeFlow = dump => {
  const path = dump.executionPath
  const code = path === null ? null : new ExecutedCode(dump, path)
  return code === null || !code.isWhole ? null : new Flow(code)
}

/**
 * @param {Dump} dump
 * @returns {ValueOrigin|null} null without an execution path, and unless one statement alone can have given the value
 */
function valueOrigin (dump) {
  if (dump.executionPath === null || dump.exception === null) return null
  return dump.derived(findOrigin)
}

/** @param {Dump} dump */
const findOrigin = dump => {
  for (const index of [...causeChain(dump).map(cause => cause.index).reverse(), 0]) {
    try {
      const found = originIn(dump, dump.seenFrom(index))
      if (found !== null) return found
    } catch {
      // The line is optional: if a strange dump makes it fail, the dump is still shown.
    }
  }
  return null
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
  const { scene, node, kind } = wrong
  const use = flow.code.same(scene.frame.scriptId, node)
  if (use === undefined) return null
  const births = new Births()
  birthsOf(flow, { node: use, live: scene }, kind, births)
  if (births.isOpen || births.found.size !== 1) return null
  const [[birth, how]] = births.found
  // What the line of the crash says itself is not worth another one.
  if (flow.code.statementOf(birth) === flow.code.statementOf(use)) return null
  return describe(dump, flow, birth, how, { name: scene.textOf(node), kind })
}

/**
 * @param {Dump} seen
 * @returns {{ scene: Scene, node: AnyNode, kind: Kind }|undefined} what is wrong at the crash
 */
function wrongValue (seen) {
  const suspects = suspectsOf(seen)
  const message = seen.exception?.message ?? ''
  const [first, object] = suspects?.nodes ?? []
  if (suspects === undefined || first === undefined) return undefined
  const { scene } = suspects
  const said = NULLISH.exec(message)?.[1]
  if (said !== undefined) return { scene, node: first, kind: /** @type {Kind} */ (said) }
  const [, text, what] = NOT_USABLE.exec(message) ?? []
  if (text === undefined) return undefined
  const isList = what === 'iterable'
  const node = isList ? (scene.path.find(each => scene.source.slice(each.start, each.end) === text) ?? first) : first
  const holder = isList || object === undefined ? undefined : kindOf(scene, object)
  // A text or a number has not the method that is called.
  if (object !== undefined && holder !== undefined && !['object', 'function'].includes(holder)) {
    return { scene, node: object, kind: holder }
  }
  const kind = kindOf(scene, node)
  return kind === undefined ? undefined : { scene, node, kind }
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
    case 'declared':
      return `${what} is undefined: it was declared without a value at`
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

module.exports = { valueOrigin }
