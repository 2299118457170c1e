'use strict'
// Compares the frames of a dump with the variables that they must have.

const fs = require('node:fs')

const { readDump } = require('../../../packages/inspect/reader')

/** Values that nothing held any more, or that V8 does not know. */
const UNKNOWN = new Set(['collected', 'unavailable', 'uninitialised'])

/**
 * @typedef {object} Problems
 * @property {boolean} isEmpty there are no frames
 * @property {number} variables that were compared
 * @property {string[]} missing variables that are not there
 * @property {string[]} wrong variables with another value
 */

/**
 * @param {string} file a dump, which is removed
 * @param {{ id: number, expected: import('./shapes').Expected[] }} made
 * @returns {Promise<Problems>}
 */
async function problemsOf (file, { id, expected }) {
  const dump = await readDump(file)
  fs.rmSync(file)
  const frames = dump.callFrames.map(({ functionName, scopeChain = [] }) => ({
    name: functionName.split('.').at(-1),
    variables: scopeChain.flatMap(scope => dump.scope(scope).variables)
  }))
  /** @type {Problems} */
  const found = { isEmpty: frames.length === 0, variables: 0, missing: [], wrong: [] }
  for (const [functionName, variable, value] of expected) {
    const values = frames
      .filter(({ name }) => name === functionName)
      .flatMap(({ variables }) => variables.find(({ name }) => name === variable)?.value ?? [])
      .filter(each => !('notCapturedReason' in each && UNKNOWN.has(String(each.notCapturedReason))))
    const wrong = values.find(each => !('value' in each) || each.value !== value)
    if (wrong !== undefined) found.wrong.push(`${functionName}.${variable} is ${JSON.stringify(wrong)}, not ${value}`)
    if (values.length === 0) found.missing.push(`${functionName}.${variable}`)
    found.variables += values.length
  }
  // No variable of another error may be there, wherever it stands.
  for (const [, number] of JSON.stringify(frames).matchAll(/"value":"(?:mark|block) (\d+)/g)) {
    if (Number(number) !== id) found.wrong.push(`has a variable of ${number}`)
  }
  return found
}

module.exports = { problemsOf }
