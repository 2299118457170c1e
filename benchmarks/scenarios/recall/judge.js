'use strict'
// Which of the expected variables a dump shows, and which it shows wrong.

const { open } = require('../../../reader')

/** @typedef {import('./expected').Expected} Expected */
/** @typedef {import('./expected').ExpectedFrame} ExpectedFrame */

/**
 * A frame of `toJSON()` of the reader, as far as it is looked at.
 * @typedef {object} Frame
 * @property {string} functionName
 * @property {{ variables: Record<string, ShownValue> }[]} scopeChain
 *
 * @typedef {{ type?: string, value?: unknown, objectId?: string }} ShownValue
 * @typedef {Record<string, { properties: { name: string, value: ShownValue }[] }>} ShownObjects
 */

/**
 * @typedef {object} Judgement
 * @property {boolean} throwing all variables of the throwing frame have their values
 * @property {boolean} callers so have those of all callers
 * @property {string[]} wrong variables with a value of another call: worse than none
 * @property {string[]} notCaptured what the dump says about that
 * @property {Record<string, unknown>} errorHooks counters of the collector
 */

/**
 * @param {string} file
 * @param {Expected} expected
 * @returns {Promise<Judgement>}
 */
async function judge (file, { throwing, callers }) {
  const shown = /** @type {any} */ ((await open(file)).toJSON())
  const frames = framesOf(shown)
  const judged = [throwing, ...callers].map(frame => judgeFrame(frame, frames, shown.objects))
  return {
    throwing: judged[0].recalled,
    callers: judged.slice(1).every(({ recalled }) => recalled),
    wrong: judged.flatMap(({ wrong }) => wrong),
    notCaptured: [...new Set(/** @type {{ what?: string, reason: string }[]} */ (shown.notCaptured).map(({ what, reason }) => `${what ?? 'dump'}: ${reason}`))],
    errorHooks: shown.process.errorHooks ?? {}
  }
}

/**
 * Frames of the error and of those that it stands on, wherever the document has them. Suspended functions are none of them: where these happen to hold a value,
 * nothing says that it belongs to the error.
 *
 * @param {unknown} shown
 * @returns {Frame[]}
 */
function framesOf (shown) {
  if (typeof shown !== 'object' || shown === null) return []
  return Object.entries(shown).flatMap(([name, value]) => {
    if (name === 'callFrames') return /** @type {Frame[]} */ (value ?? [])
    return name === 'objects' || name === 'asyncTasks' ? [] : framesOf(value)
  })
}

/**
 * @param {ExpectedFrame} expected
 * @param {Frame[]} frames
 * @param {ShownObjects} objects
 * @returns {{ recalled: boolean, wrong: string[] }} a function may have several frames, where it was captured more than once
 */
function judgeFrame ({ functionName, variables }, frames, objects) {
  const same = frames.filter(frame => frame.functionName === functionName)
  const judged = Object.entries(variables).flatMap(([name, value]) => typeof value === 'string'
    ? [judgeTexts(`${functionName}.${name}`, value, same.map(frame => textOf(variableOf(frame, name))))]
    : Object.entries(value).map(([property, text]) => judgeTexts(`${functionName}.${name}.${property}`, text, same.map(frame =>
      textOf(objects[variableOf(frame, name)?.objectId ?? '']?.properties.find(({ name }) => name === property)?.value)))))
  return { recalled: judged.every(({ shown }) => shown), wrong: judged.flatMap(({ wrong }) => wrong) }
}

/**
 * @param {string} name
 * @param {string} expected
 * @param {(string | undefined)[]} texts
 */
function judgeTexts (name, expected, texts) {
  return { shown: texts.includes(expected), wrong: texts.some(text => text !== undefined && text !== expected) ? [name] : [] }
}

/** @param {Frame} frame @param {string} name @returns {ShownValue | undefined} of the innermost scope that has it */
function variableOf ({ scopeChain }, name) {
  return scopeChain.map(({ variables }) => variables[name]).find(value => value !== undefined)
}

/** @param {ShownValue | undefined} value @returns {string | undefined} undefined: it is not there, or has no value yet */
function textOf (value) {
  if (value === undefined || value.type === undefined || value.type === 'undefined') return undefined
  return String(value.value ?? `[${value.type}]`)
}

module.exports = { judge, judgeFrame }
