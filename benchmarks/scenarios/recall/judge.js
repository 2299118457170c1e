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
    notCaptured: reasonsOf(shown.notCaptured),
    errorHooks: shown.process.errorHooks ?? {}
  }
}

/** @param {{ what?: string, reason: string }[]} notCaptured */
function reasonsOf (notCaptured) {
  return [...new Set(notCaptured.map(({ what, reason }) => `${what ?? 'dump'}: ${reason}`))]
}

/**
 * Frames of the error and of those that it stands on, wherever the document has them. Suspended functions are none of
 * them: where these happen to hold a value, nothing says that it belongs to the error.
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
 * @returns {{ recalled: boolean, wrong: string[] }} a function that was captured more than once has several frames
 */
function judgeFrame ({ functionName, variables }, frames, objects) {
  const same = frames.filter(frame => frame.functionName === functionName)
  const judged = Object.entries(variables).flatMap(([name, expected]) => {
    const values = same.map(frame => variableOf(frame, name))
    if (typeof expected === 'string') return [judgeTexts(`${functionName}.${name}`, expected, values.map(textOf))]
    return Object.entries(expected).map(([property, text]) =>
      judgeTexts(
        `${functionName}.${name}.${property}`,
        text,
        values.map(value => textOf(propertyOf(value, property, objects)))
      )
    )
  })
  return { recalled: judged.every(({ shown }) => shown), wrong: judged.flatMap(({ wrong }) => wrong) }
}

/**
 * @param {string} name
 * @param {string} expected
 * @param {(string | undefined)[]} texts
 */
function judgeTexts (name, expected, texts) {
  const wrong = texts.some(text => text !== undefined && text !== expected)
  return { shown: texts.includes(expected), wrong: wrong ? [name] : [] }
}

/** @param {Frame} frame @param {string} name @returns {ShownValue | undefined} of the innermost scope that has it */
function variableOf ({ scopeChain }, name) {
  return scopeChain.map(({ variables }) => variables[name]).find(value => value !== undefined)
}

/** @param {ShownValue | undefined} value @param {string} property @param {ShownObjects} objects */
function propertyOf (value, property, objects) {
  return objects[value?.objectId ?? '']?.properties.find(({ name }) => name === property)?.value
}

/** @param {ShownValue | undefined} value @returns {string | undefined} undefined: it is missing, or no text */
function textOf (value) {
  return typeof value?.value === 'string' ? value.value : undefined
}

module.exports = { judge, judgeFrame }
