'use strict'
// Compares the variables of a dump with what the source says of them.

const { open } = require('../../../../packages/inspect')

/**
 * @typedef {object} Comparison
 * @property {string[]} problems
 * @property {number} right variables with the right value
 * @property {number} empty variables without a value, rightly
 * @property {number} undecided variables of which the text does not tell if they have a value
 */

/**
 * @param {string} file
 * @param {Record<string, string>} values by name, as run-programs.js prints them
 * @param {number} seed of the program
 * @returns {Promise<Comparison>}
 */
async function compareValues (file, values, seed) {
  const dump = await open(file)
  // Generators of programs that have stopped earlier may still be in the heap.
  const isSubject = (/** @type {{ functionName: string, url: string }} */ { functionName, url }) =>
    functionName === 'subject' && url === `program-${seed}.js`
  const place = dump.callFrames.find(isSubject) ?? dump.asyncTasks.find(isSubject)
  /** @type {Comparison} */
  const found = { problems: [], right: 0, empty: 0, undecided: 0 }
  if (place === undefined) return { ...found, problems: ['the function is missing'] }
  const variables = dump.variables(place)
  for (const [name, expected] of Object.entries(values)) {
    const variable = variables.get(name)
    // V8 drops variables that nothing uses. What is asked from outside of a block does not see the block's variables.
    if (variable === undefined || expected === 'absent') continue
    const { value, notCapturedReason } = variable
    const type = value?.type
    const shown = type === 'number' || type === 'string' ? String(value?.value) : type
    if (shown === expected) found.right++
    else if (notCapturedReason === /** @type {any} */ ('undecided')) found.undecided++
    else if (value === undefined && expected === 'uninitialised') found.empty++
    else found.problems.push(`${name} is ${expected}, the dump says ${shown ?? notCapturedReason}`)
  }
  return found
}

module.exports = { compareValues }
