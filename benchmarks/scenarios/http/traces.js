'use strict'
// Parses the output of --trace-opt and --trace-deopt: which functions were optimised and deoptimised, and why.

/**
 * @typedef {object} Traces
 * @property {string[]} optimised names, sorted
 * @property {Record<string, number>} deoptimised how often, by function and reason: `name: reason`
 */

/**
 * @param {string} output
 * @returns {Traces}
 */
function parseTraces (output) {
  /** @type {Set<string>} */
  const optimised = new Set()
  /** @type {Record<string, number>} */
  const deoptimised = Object.create(null)
  for (const line of output.split('\n')) {
    const done = /^\[completed optimizing 0x[0-9a-f]+ <JSFunction ([^ >]+)/.exec(line)
    if (done !== null) optimised.add(done[1])
    const bailout =
      /^\[bailout \(kind: [^,]+, reason: (.+?)\): begin\. deoptimizing 0x[0-9a-f]+ <JSFunction ([^ >]+)/.exec(line)
    if (bailout === null) continue
    const key = `${bailout[2]}: ${bailout[1]}`
    deoptimised[key] = (deoptimised[key] ?? 0) + 1
  }
  return { optimised: [...optimised].sort(), deoptimised }
}

module.exports = { parseTraces }
