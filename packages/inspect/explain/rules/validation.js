'use strict'
// Explains what a validator refused: names the value by the expression that the application passed, and its place in
// it.

const { applicationCall, callWords } = require('../application-call')
const { sameValue } = require('../collections')
const { errorProperty } = require('../error-properties')
const { memberText } = require('../../values/member-text')
const { leadTo, madeAt } = require('../conditions/made-error')
const { isNullish, lookUp } = require('../properties')
const { child } = require('../../source/syntax')
const { cut, plain } = require('../../text/terminal-text')
const { issuesOf } = require('../validation-issues')
const { counted, inCode, whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('../application-call').ApplicationCall} ApplicationCall */
/** @typedef {import('../validation-issues').Issue} Issue */

const MAX_MESSAGE = 120

/** @type {import('../types').Rule} */
const validation = {
  name: 'validation',
  explain (dump) {
    const own = issuesOf(dump, dump.exception?.value)
    const found = own.length > 0 ? { issues: own, call: applicationCall(dump) } : ofCondition(dump)
    if (found === undefined || found.issues.length === 0) return undefined
    const { issues, call } = found
    const [issue] = issues
    const subject = call === undefined ? undefined : (subjectOf(call, issue) ?? castIn(call))
    if (call === undefined || subject === undefined) return undefined
    const others = issues.length === 1 ? '' : `; and ${counted(issues.length - 1, 'more issue')}`
    return `${subject}: ${cut(plain(issue.message), MAX_MESSAGE)}${others}; checked by ${callWords(call)}`
  }
}

/**
 * Finds the condition `!validate(body)` that led to an error of the application. Ajv keeps what it found in `errors` of
 * that function.
 * @param {Dump} dump
 */
function ofCondition (dump) {
  const made = madeAt(dump)
  const lead = made === undefined ? undefined : leadTo(made.scene, made.node)
  if (made === undefined || lead === undefined || !('test' in lead)) return undefined
  let test = lead.test
  let holds = lead.holds
  while (test.type === 'UnaryExpression' && test.operator === '!') {
    test = /** @type {AnyNode} */ (test.argument)
    holds = !holds
  }
  const callee = test.type === 'CallExpression' ? child(test, 'callee') : null
  if (callee === null || holds) return undefined
  const args = /** @type {AnyNode[]} */ (test.arguments)
  return {
    issues: issuesOf(dump, made.scene.value(callee)),
    call: { scene: made.scene, call: test, args }
  }
}

/**
 * @param {ApplicationCall} call
 * @param {Issue} issue
 * @returns {string|undefined} undefined if no argument fits, or more than one
 */
function subjectOf ({ scene, args }, { path, isMissing }) {
  const fits = args.flatMap(node => {
    const value = scene.value(node)
    const held = value === undefined || value.type === 'function' ? undefined : valueAt(scene.dump, value, path)
    return held === undefined ? [] : [{ node, ...held }]
  })
  // The schema may be an argument, too, but has other properties.
  const whole = fits.filter(({ value }) => value !== undefined)
  const [fit] = whole.length > 0 ? whole : fits
  if (fit === undefined || (whole.length > 0 ? whole : fits).length > 1) return undefined
  if (fit.value !== undefined && isMissing === true) return undefined
  const text = scene.textOf(fit.node).replace(/\s+/g, ' ')
  const code = inCode(text + path.map(name => memberText(name, text)).join(''))
  return fit.value === undefined ? `${code} is missing` : `${code} is ${whatItIs(scene, fit.value)}`
}

/**
 * The argument that mongoose could not cast. Its path is one of the model, and its error has the value.
 * @param {ApplicationCall} call
 * @returns {string|undefined}
 */
function castIn ({ scene, args }) {
  const refused = errorProperty(scene.dump, 'value')
  const fits = args.filter(node => node.type !== 'Literal' && sameValue(scene.value(node), refused) === true)
  const [node] = fits
  const value = fits.length === 1 ? scene.value(node) : undefined
  return value === undefined ? undefined : `${scene.code(node)} is ${whatItIs(scene, value)}`
}

/**
 * @param {Dump} dump
 * @param {Value} root
 * @param {string[]} path
 * @returns {{ value?: Value }|undefined} without a value if the last property is missing; undefined if the dump does
 *   not say
 */
function valueAt (dump, root, path) {
  let value = root
  for (const [i, key] of path.entries()) {
    if (isNullish(value)) return undefined
    // A text or number has no parts that a validator could miss.
    if (value.type !== 'object') return undefined
    const found = lookUp(dump, value, key)
    if (found.status === 'absent') return i === path.length - 1 ? {} : undefined
    if (found.status !== 'value') return undefined
    value = found.value
  }
  return { value }
}

module.exports = { validation }
