'use strict'
// Reads what a test has printed.

/**
 * @typedef {object} Result of a test that has no tests inside
 * @property {string} name
 * @property {boolean} passed
 */

/**
 * @param {string} text in the Test Anything Protocol
 * @returns {Result[]} without those that were skipped or are not expected to pass
 */
function readResults (text) {
  /** @type {Result[]} */
  const results = []
  /** @type {{ indent: number, hasTests: boolean }[]} from the outermost to the innermost that has begun */
  const open = []
  for (const line of text.split('\n')) {
    const [, before, begins, failed, name = '', note = ''] =
      /^( *)(?:(# Subtest: ).*|(not )?ok \d+ - (.*?)(?: # (.*))?)$/.exec(line) ?? []
    if (before === undefined) continue
    const indent = before.length
    if (begins !== undefined) {
      const around = open.at(-1)
      if (around !== undefined) around.hasTests = true
      open.push({ indent, hasTests: false })
    } else if (open.at(-1)?.indent === indent) {
      const { hasTests } = /** @type {{ hasTests: boolean }} */ (open.pop())
      if (!hasTests && !/^(SKIP|TODO)/.test(note)) results.push({ name, passed: failed === undefined })
    }
  }
  return results
}

module.exports = { readResults }
