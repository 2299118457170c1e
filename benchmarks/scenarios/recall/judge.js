'use strict'
// Judges which of the expected variables a dump shows, and which it shows with a wrong value.

const { open } = require('../../../reader')

/** @typedef {import('./expected').Expected} Expected */
/** @typedef {import('./expected').ExpectedFrame} ExpectedFrame */

/**
 * A frame as the reader's `toJSON()` gives it, as far as it is used.
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
 * @property {boolean} callers all variables of all callers have their values
 * @property {string[]} wrong variables with the value of another call, which is worse than no value
 * @property {string[]} notCaptured the dump's reasons for missing values
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
 * The frames of the error and of its causes, wherever the document has them. Suspended functions are left out: if one
 * of them holds an expected value by chance, this does not prove that it belongs to the error.
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
 * @returns {{ recalled: boolean, wrong: string[] }} considers all frames of a function that was captured several times
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

/** @param {Frame} frame @param {string} name @returns {ShownValue | undefined} from the innermost scope with it */
function variableOf ({ scopeChain }, name) {
  return scopeChain.map(({ variables }) => variables[name]).find(value => value !== undefined)
}

/** @param {ShownValue | undefined} value @param {string} property @param {ShownObjects} objects */
function propertyOf (value, property, objects) {
  return objects[value?.objectId ?? '']?.properties.find(({ name }) => name === property)?.value
}

/** @param {ShownValue | undefined} value @returns {string | undefined} undefined if it is missing or not a text */
function textOf (value) {
  return typeof value?.value === 'string' ? value.value : undefined
}

module.exports = { judge, judgeFrame }
