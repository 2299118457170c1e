'use strict'
// Explains an error in which a package, Node.js or V8 speaks of an argument: names the expression that was passed.

const { applicationCall } = require('../application-call')
const { isApplicationFrame } = require('../../crash/application-frames')
const { shortMessage, errorText } = require('../error-properties')
const { plainValue } = require('../known-value')
const { madeAt } = require('../conditions/made-error')
const { originOf } = require('../origins')
const { isNullish } = require('../properties')
const { children, child, literalKey } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {{ node: AnyNode, value: Value }} Passed */

/** Words of a message that speaks of what was passed. */
const REFUSES = /\b(?:must be|must have|should be|invalid|malformed|argument|undefined|null|is required|not a valid)\b/i
/** No native refuses an argument so: code of the application has read the property itself. */
const READS = /^Cannot (?:read|set) properties of (?:undefined|null)\b/
const MIN_QUOTED = 3
/** What follows a text that names a place, such as a template's file. */
const PLACE = /^\)?(?::\d|,? ?\[?line )/i
/** How many frames of a package may lie between the call and the error that speaks of any argument. */
const MAX_FRAMES = 2
/** And if only one argument is undefined or null, or is NaN as the message says. */
const MAX_TELLING_FRAMES = 6

/** @type {import('../types').Rule} */
const refusedArgument = {
  name: 'refused-argument',
  explain (dump) {
    const message = shortMessage(dump)
    const found = madeAt(dump) === undefined ? applicationCall(dump) : undefined
    const frame = dump.callFrames[0]
    // With frames that only wait, the error may be about anything that was done since the call.
    if (found === undefined || frame === undefined || found.scene.frame.role !== undefined) return undefined
    // V8 and Node.js's natives have no frame, so the application's frame is the innermost one.
    if (isApplicationFrame(frame) && (found.scene.frame !== frame || READS.test(message))) return undefined
    const { scene, call } = found
    const passed = found.args.flatMap(node => partsOf(scene, node))
    const away = dump.callFrames.indexOf(scene.frame)
    const quoted = quotedIn(message, errorText(dump, 'input'), passed)
    const telling = notANumber(message, passed) ?? onlyNullish(message, passed)
    const isNear = away <= MAX_FRAMES && REFUSES.test(message)
    const isTelling = telling !== undefined && away <= MAX_TELLING_FRAMES
    const fit = quoted ?? (isTelling ? telling : isNear ? onlyOne(scene, found.args, message) : undefined)
    const callee = child(call, 'callee')
    if (fit === undefined || callee === null) return undefined
    const hole = /^(?:TemplateLiteral|BinaryExpression)$/.test(fit.node.type) ? nullishPart(scene, fit.node) : undefined
    const { node, value } = hole ?? fit
    const origin = isNullish(value) ? originOf(scene, node) : undefined
    const passedTo = `${hole === undefined ? '' : 'a part of what is '}passed to ${scene.code(callee)}`
    const why = origin === undefined ? '' : `: ${origin}`
    return `${scene.code(node)}, ${passedTo}, is ${whatItIs(scene, value)}${why}`
  }
}

/**
 * An argument, and the values in an object literal.
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {Passed[]}
 */
function partsOf (scene, node) {
  if (node.type === 'Literal') return []
  if (node.type === 'ObjectExpression') {
    return children(node, 'properties').flatMap(each => {
      const inner = literalKey(each) === undefined ? null : child(each, 'value')
      return inner === null ? [] : partsOf(scene, inner)
    })
  }
  const value = scene.value(node)
  return value === undefined ? [] : [{ node, value }]
}

/**
 * The first argument that is NaN, if the message says that something is.
 * @param {string} message
 * @param {Passed[]} passed
 * @returns {Passed|undefined}
 */
function notANumber (message, passed) {
  return /\bNaN\b/.test(message) ? passed.find(({ value }) => Number.isNaN(plainValue(value))) : undefined
}

/**
 * The only argument that is undefined or null, if the message says that something is.
 * @param {string} message
 * @param {Passed[]} passed
 * @returns {Passed|undefined}
 */
function onlyNullish (message, passed) {
  const fits = passed.filter(({ value }) => isNullish(value))
  return fits.length === 1 && /\b(?:undefined|null)\b/.test(message) ? fits[0] : undefined
}

/**
 * The part that made a template contain `undefined` or `null`, or made a calculation NaN.
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {Passed|undefined}
 */
function nullishPart (scene, { expressions, left, right }) {
  const parts = /** @type {AnyNode[]} */ (expressions ?? [left, right])
  const [part] = parts.flatMap(node => {
    const value = scene.value(node)
    return value !== undefined && isNullish(value) ? [{ node, value }] : []
  })
  return part
}

/**
 * The argument whose value stands in the message.
 * @param {string} message
 * @param {string|undefined} input what Node.js names as the input
 * @param {Passed[]} passed
 * @returns {Passed|undefined}
 */
function quotedIn (message, input, passed) {
  const fits = passed.filter(({ value }) => {
    const plainOne = plainValue(value)
    if (typeof plainOne === 'number') return numbersIn(message).includes(plainOne)
    if (typeof plainOne !== 'string' || plainOne.length < MIN_QUOTED) return false
    return plainOne === input || isQuoted(message, plainOne)
  })
  return fits.length === 1 ? fits[0] : undefined
}

/**
 * True if the message has the text as a whole: between other characters than letters and digits.
 * @param {string} message
 * @param {string} text
 */
function isQuoted (message, text) {
  const at = message.indexOf(text)
  const [before, after] = [message[at - 1] ?? ' ', message[at + text.length] ?? ' ']
  const isPlace = PLACE.test(message.slice(at + text.length).replace(/^\) /, ''))
  return at !== -1 && !isPlace && !/[\w$]/.test(before) && !/[\w$]/.test(after)
}

/**
 * Node.js writes large numbers with underscores (test/workarounds/number-separators.js, Node.js 20 to 26).
 * @param {string} message
 */
function numbersIn (message) {
  return (message.match(/Received (?:type number )?\(?-?\d[\d_.]*/g) ?? []).map(text =>
    Number((/-?\d[\d_.]*$/.exec(text)?.[0] ?? '').replaceAll('_', '').replace(/\.$/, ''))
  )
}

/**
 * The only argument that is not a literal; or, among several, the only one that is undefined or null.
 * @param {Scene} scene
 * @param {AnyNode[]} args
 * @param {string} message that may speak of a literal
 * @returns {Passed|undefined}
 */
function onlyOne (scene, args, message) {
  const all = args.map(node => ({ node, value: scene.value(node) }))
  const known = all.flatMap(({ node, value }) => (value === undefined ? [] : [{ node, value }]))
  const nullish = known.filter(({ node, value }) => isNullish(value) && node.type !== 'Literal')
  if (nullish.length === 1) return nullish[0]
  if (args.some(({ type, value }) => type === 'Literal' && message.includes(String(value)))) return undefined
  const others = args.filter(({ type }) => type !== 'Literal')
  const [only] = known.filter(({ node }) => node === others[0])
  return others.length === 1 && only !== undefined && only.value.type !== 'object' ? only : undefined
}

module.exports = { refusedArgument }
