'use strict'

/**
 * @param {string} query
 * @returns {((text: string) => boolean)|null} null for a text that is not written as `/regular expression/flags`
 * @throws {SyntaxError} for a regular expression that is none
 */
function regexpMatcher (query) {
  const expression = /^\/(.+)\/([dgimsuvy]*)$/s.exec(query)
  if (expression === null) return null
  // With the flags g and y a match would begin where the one before had ended.
  const pattern = new RegExp(expression[1], expression[2].replace(/[gy]/g, ''))
  return text => pattern.test(text)
}

module.exports = { regexpMatcher }
