'use strict'
// Compares the values that were taken from other frames with what the program has told.

const { open } = require('../../../../packages/inspect')

/**
 * @typedef {object} Comparison
 * @property {string[]} problems
 * @property {number} lost variables that the compiler has removed, and nothing shows
 * @property {number} taken those that another frame shows
 * @property {number} awaiting of these, in functions that wait
 * @property {number} passedBy of these, those of the function that was called
 */

/**
 * @param {string} file of a dump
 * @param {{ name: string, values: Record<string, unknown>, tag: string }[]} noted
 * @returns {Promise<Comparison>}
 */
async function compareValues (file, noted) {
  const dump = await open(file)
  /** @type {Comparison} */
  const found = { problems: [], lost: 0, taken: 0, awaiting: 0, passedBy: 0 }
  for (const frame of dump.callFrames.filter(({ functionName }) => /^f\d$/.test(functionName))) {
    const own = frame.scopeChain.filter(({ type }) => type === 'local' || type === 'block')
    const variables = own.flatMap(scope => dump.scope(scope).variables)
    const tag = variables.find(({ name }) => name === 'tag')?.value?.value
    const told = noted.filter(each => each.name === frame.functionName && (tag === undefined || each.tag === tag))
    for (const { name, value, notCapturedReason, passedTo, passedBy } of variables) {
      if (/optimisedAway|undefinedOrAway|blockLeft/.test(notCapturedReason ?? '')) found.lost++
      if (passedTo === undefined && passedBy === undefined) continue
      found.taken++
      if (frame.role === 'awaiting') found.awaiting++
      if (passedBy !== undefined) found.passedBy++
      const shown = JSON.stringify(plain(dump, value))
      const values = told.map(each => JSON.stringify(each.values[name]))
      if (!values.includes(shown)) {
        const place = `#${frame.index} ${frame.functionName}`
        found.problems.push(`${name} of ${place} is ${shown}, and was ${values.join(' or ')}`)
      }
    }
  }
  return found
}

/** @returns {unknown} the value as the program has told it */
function plain (dump, value) {
  if (value.type === 'undefined') return undefined
  if (value.objectId === undefined) return value.value
  return Object.fromEntries(dump.object(value).properties.map(each => [each.name, plain(dump, each.value)]))
}

module.exports = { compareValues }
