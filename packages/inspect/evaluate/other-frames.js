'use strict'
// Says where a name is that the frame of an evaluation does not know: in most cases the frame was one too low.

/** @typedef {import('../reader').Dump} Dump */

const UNKNOWN = /^(?:ReferenceError: ([\p{ID_Continue}$]+) is not defined|NotCaptured: ([\p{ID_Continue}$]+) \()/u

/**
 * @param {import('./world/result').Evaluation} result
 * @param {Dump} dump
 * @param {string} place of the evaluation: index of a frame, or id of an async task
 * @returns {import('./world/result').Evaluation} with a frame in which the name has a value, in its error
 */
function namingOtherFrame (result, dump, place) {
  const [, undefinedName, missingName] = UNKNOWN.exec(result.error ?? '') ?? []
  const name = undefinedName ?? missingName
  const frame = name === undefined
    ? undefined
    : dump.callFrames.find(each => !each.internal && String(each.index) !== place && hasValue(dump, each, name))
  if (frame === undefined) return result
  const called = frame.functionName === '' ? '' : ` (${frame.functionName})`
  return { ...result, error: `${result.error}; frame ${frame.index}${called} has it` }
}

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} frame
 * @param {string} name as it is shown, or in the code that ran
 */
function hasValue (dump, { scopeChain }, name) {
  return scopeChain.some(scope => scope.type !== 'global' && dump.scope(scope).variables.some(variable =>
    [variable.name, variable.generatedName].includes(name) && variable.value !== undefined))
}

module.exports = { namingOtherFrame }
