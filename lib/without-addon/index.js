'use strict'
// Makes the contents of a dump without the addon, which alone can read variables and take secrets out of texts. Unless
// redaction is off, a text that may hold a secret is left out: values keep their type and class. In the preload's
// bundle this is a script of its own, which a start without the addon loads.

const { harmlessMessage } = require('./harmless-message')
const { addonRemedy } = require('./addon-remedy')
const { NumberIsFinite, ObjectCreate, ObjectIs, StringIndexOf, StringSlice, StringStartsWith, isNativeError } =
  require('../safe/primordials')

/**
 * @typedef {import('../capture/values/error-text').Described} Described
 * @typedef {import('../../packages/shared/dump/terms').Value} Value
 */

/** Facts about the process that are texts of the application, or of the user who started it. */
const TEXTS = ['title', 'argv', 'execArgv', 'httpRequests', 'env', 'output', 'events']

/**
 * @param {unknown} value
 * @param {Described} described
 * @param {boolean} hidesTexts true: texts and numbers are left out
 * @returns {Value}
 */
function valueWithoutContents (value, { className, description, descriptionLength }, hidesTexts) {
  const notCapturedReason = /** @type {const} */ ('noAddon')
  switch (typeof value) {
    case 'undefined':
      return { type: 'undefined' }
    case 'boolean':
      return { type: 'boolean', value }
    case 'string':
      if (hidesTexts) return { type: 'string', length: value.length, notCapturedReason }
      if (descriptionLength === undefined) return { type: 'string', value }
      return { type: 'string', value: description, length: descriptionLength, notCapturedReason: 'stringLength' }
    case 'number':
      if (hidesTexts) return { type: 'number', notCapturedReason }
      return NumberIsFinite(value) && !ObjectIs(value, -0)
        ? { type: 'number', value }
        : { type: 'number', unserializableValue: ObjectIs(value, -0) ? '-0' : description }
    case 'symbol':
      return { type: 'symbol', description: hidesTexts ? 'Symbol()' : description, notCapturedReason }
    case 'bigint':
      return { type: 'bigint', notCapturedReason }
    case 'function':
      return { type: 'function', className, notCapturedReason }
  }
  if (value === null) return { type: 'object', subtype: 'null', value: null }
  return { type: 'object', subtype: isNativeError(value) ? 'error' : undefined, className, notCapturedReason }
}

/**
 * @param {Record<string, unknown>} state of the process; its texts are removed
 * @param {import('../../packages/shared/dump/terms').NotCaptured[]} notCaptured is added to
 */
function leaveTextsOut (state, notCaptured) {
  for (let i = 0; i < TEXTS.length; i++) {
    if (state[TEXTS[i]] === undefined) continue
    state[TEXTS[i]] = undefined
    notCaptured[notCaptured.length] = { what: TEXTS[i], reason: 'noAddon' }
  }
}

/**
 * @param {readonly string[]} lines of errorLine(): `TypeError: message`
 * @returns {string[]} without the messages
 */
function withoutMessages (lines) {
  const classes = []
  for (let i = 0; i < lines.length; i++) {
    const end = StringIndexOf(lines[i], ':')
    classes[i] = end === -1 ? lines[i] : StringSlice(lines[i], 0, end)
  }
  return classes
}

/**
 * Reads the files that the error's stack names, as they are now. Without the addon V8's own texts cannot be read.
 * @param {import('../../packages/shared/dump/terms').StackFrame[]} stack
 * @param {(url: string) => string | undefined} readSource
 * @returns {import('../capture/write/sources').Scripts} their ids are not V8's
 */
function scriptsOf (stack, readSource) {
  /** @type {import('../capture/write/sources').Scripts} */
  const scripts = []
  /** @type {Record<string, boolean>} */
  const seen = ObjectCreate(null)
  for (let i = 0; i < stack.length; i++) {
    const { url } = stack[i]
    if (url in seen || StringStartsWith(url, 'node:')) continue
    seen[url] = true
    scripts[scripts.length] = {
      scriptId: `stack:${i}`,
      script: { url, source: readSource(url), sourceMapURL: undefined }
    }
  }
  return scripts
}

/**
 * @param {Described} described
 * @param {(url: string) => string | undefined} readSource
 * @returns {Described} without the message, unless it holds nothing of the application's data
 */
function describeWithoutTexts ({ className, stack = [], ...texts }, readSource) {
  const url = stack.length === 0 ? undefined : stack[0].url
  const message = harmlessMessage(texts.message, () => (url === undefined ? undefined : readSource(url)))
  let description = className ?? 'a thrown value'
  if (message !== undefined) description += `: ${message}`
  /** @type {import('../../packages/shared/dump/terms').StackFrame[]} */
  const frames = []
  for (let i = 0; i < stack.length; i++) {
    const url = withoutQuery(stack[i].url)
    const { functionName, lineNumber, columnNumber, async } = stack[i]
    const place = `${url}:${lineNumber + 1}:${columnNumber + 1}`
    description += `\n    at ${async ? 'async ' : ''}${functionName === '' ? place : `${functionName} (${place})`}`
    frames[i] = { functionName, url, lineNumber, columnNumber, async }
  }
  return { className, message, description, stack: frames.length === 0 ? undefined : frames }
}

/**
 * @param {string} url
 * @returns {string} without the query, in which module loaders take parameters; of a `data:` URL only the scheme
 */
function withoutQuery (url) {
  if (StringStartsWith(url, 'data:')) return 'data:'
  const end = StringIndexOf(url, '?')
  return end === -1 ? url : StringSlice(url, 0, end)
}

module.exports = {
  addonRemedy,
  describeWithoutTexts,
  leaveTextsOut,
  scriptsOf,
  valueWithoutContents,
  withoutMessages
}
