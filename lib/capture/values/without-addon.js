'use strict'
// Makes the contents of a dump without the addon, which alone can read variables and take secrets out of texts. Unless
// redaction is off, a text that may hold a secret is left out: values keep their type and class.

const {
  NumberIsFinite,
  ObjectCreate,
  ObjectIs,
  StringIndexOf,
  StringSlice,
  StringStartsWith,
  isNativeError
} = require('../../safe/primordials')

/**
 * @typedef {import('./error-text').Described} Described
 * @typedef {import('../../../packages/shared/dump/format').Value} Value
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
 * @param {import('../../../packages/shared/dump/format').NotCaptured[]} notCaptured is added to
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
 * @param {import('../../../packages/shared/dump/format').StackFrame[]} stack
 * @param {(url: string) => string | undefined} readSource
 * @returns {import('../write/sources').Scripts} their ids are not V8's
 */
function scriptsOf (stack, readSource) {
  /** @type {import('../write/sources').Scripts} */
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

module.exports = { leaveTextsOut, scriptsOf, valueWithoutContents, withoutMessages }
