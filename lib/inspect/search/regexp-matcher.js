'use strict'

/**
 * @param {string} query
 * @returns {((text: string) => boolean)|null} null for what is not written as `/regular expression/flags`
 * @throws {SyntaxError} for a regular expression that is none
 */
function regexpMatcher (query) {
  const expression = /^\/(.+)\/([dgimsuvy]*)$/s.exec(query)
  if (expression === null) return null
  // With these two a match would begin where the one before had ended.
  const pattern = new RegExp(expression[1], expression[2].replace(/[gy]/g, ''))
  return text => pattern.test(text)
}

module.exports = { regexpMatcher }
