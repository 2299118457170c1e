'use strict'
// Differences that are known, and why they are there.

/** @type {{ names: RegExp, reason: string }[]} */
const EXPLAINED = [
  { names: /^parallel\/test-primitive-timer-leak\.js$/, reason: 'the first asynchronous id is higher by one' }
]

/**
 * @param {string} name of a test, an application or a project
 * @returns {string | undefined}
 */
function explanationOf (name) {
  return EXPLAINED.find(({ names }) => names.test(name))?.reason
}

module.exports = { explanationOf }
