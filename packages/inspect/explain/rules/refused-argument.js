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
/** How many frames of a package may lie between the call and the error that speaks of any argument. */
const MAX_FRAMES = 2

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
    const isNear = dump.callFrames.indexOf(scene.frame) <= MAX_FRAMES && REFUSES.test(message)
    const quoted = quotedIn(message, errorText(dump, 'input'), passed)
    const fit = quoted ?? (isNear ? onlyOne(scene, found.args) : undefined)
    const callee = child(call, 'callee')
    if (fit === undefined || callee === null) return undefined
    const hole = fit.node.type === 'TemplateLiteral' ? nullishPart(scene, fit.node) : undefined
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
 * The expression of a template that made it contain `undefined` or `null`.
 * @param {Scene} scene
 * @param {AnyNode} template
 * @returns {Passed|undefined}
 */
function nullishPart (scene, template) {
  const [part] = children(template, 'expressions').flatMap(node => {
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
  return at !== -1 && !/[\w$]/.test(before) && !/[\w$]/.test(after)
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
 * The only argument; or, among several, the only one that is undefined or null.
 * @param {Scene} scene
 * @param {AnyNode[]} args
 * @returns {Passed|undefined}
 */
function onlyOne (scene, args) {
  const all = args.map(node => ({ node, value: scene.value(node) }))
  const known = all.flatMap(({ node, value }) => (value === undefined ? [] : [{ node, value }]))
  const nullish = known.filter(({ node, value }) => isNullish(value) && node.type !== 'Literal')
  if (nullish.length === 1) return nullish[0]
  const [only] = known
  return args.length === 1 && only !== undefined && only.node.type !== 'Literal' && only.value.type !== 'object'
    ? only
    : undefined
}

module.exports = { refusedArgument }
