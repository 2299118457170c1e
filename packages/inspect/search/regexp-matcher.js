'use strict'
// Makes a matcher from a regular expression that a user has typed.

/**
 * @param {string} query
 * @returns {((text: string) => boolean)|null} null if the text is not written as `/regular expression/flags`
 * @throws {SyntaxError} if the regular expression is not valid
 */
function createRegexpMatcher (query) {
  const expression = /^\/(.+)\/([dgimsuvy]*)$/s.exec(query)
  if (expression === null) return null
  // With the flags g and y, each match would begin where the one before had ended.
  const pattern = new RegExp(expression[1], expression[2].replace(/[gy]/g, ''))
  return text => pattern.test(text)
}

module.exports = { createRegexpMatcher }
