'use strict'
// Reads the results of tests from the output of a test runner, in TAP.

const RESULT = /^( *)(ok|not ok) \d+(?: -)? ?(.*)$/
const SUBTEST = /^( *)# Subtest: (.*)$/
/** What runners write after a name: how long the test took, and that its subtests follow. */
const AFTER_NAME = /(?: # time=[\d.]+m?s)?(?: \{)?$/

/**
 * @param {string} text
 * @returns {Record<string, string>} the name of each test, below those of its parents, with its result. Tests with the
 *   same name have their results counted.
 */
function tapResults (text) {
  /** @type {{ indent: number, name: string }[]} */
  let parents = []
  /** @type {Record<string, Record<string, number>>} */
  const counts = {}
  for (const line of text.split('\n')) {
    const subtest = SUBTEST.exec(line)
    if (subtest !== null) {
      // tap indents the comment like the subtest's own results, and node:test like that of the subtest.
      parents = parents.filter(({ indent }) => indent < subtest[1].length)
      parents.push({ indent: subtest[1].length, name: subtest[2] })
      continue
    }
    const found = RESULT.exec(line)
    if (found === null) continue
    parents = parents.filter(({ indent }) => indent < found[1].length)
    const name = [...parents.map(parent => parent.name), found[3].replace(AFTER_NAME, '')].join(' > ')
    counts[name] ??= {}
    counts[name][found[2]] = (counts[name][found[2]] ?? 0) + 1
  }
  return Object.fromEntries(
    Object.entries(counts).map(([name, results]) => [
      name,
      ['ok', 'not ok'].flatMap(result => (results[result] === undefined ? [] : `${result} ${results[result]}`)).join()
    ])
  )
}

module.exports = { tapResults }
