'use strict'
// Makes the last lines of an output of the end of its text.

const { keptEndOf } = require('../../redaction')
const { MathMax, itemsFrom } = require('../../safe/primordials')
const { linesOf } = require('./text-files')

/**
 * @param {{ text: string, isCut: boolean }} end of an output; isCut: it has no beginning
 * @param {number} maxLines
 * @param {(text: string) => string} redact
 * @returns {string[]} the last line may have no end yet; if there is only one, it may have no beginning
 */
function lastLines ({ text, isCut }, maxLines, redact) {
  // The lines are redacted as one text, because a secret may have several lines.
  const lines = linesOf(redact(text))
  // A line without its beginning may begin with half a secret, which is not recognised.
  if (isCut && lines.length === 1) lines[0] = keptEndOf(lines[0])
  return itemsFrom(lines, MathMax(isCut && lines.length > 1 ? 1 : 0, lines.length - maxLines))
}

module.exports = { lastLines }
