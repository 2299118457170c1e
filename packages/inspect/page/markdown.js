'use strict'
// Writes the summary of a dump as Markdown, to be pasted into an issue. Texts of the dump stand in code, where none
// becomes a link, a picture, a mention or a reference to another issue.

const { codeParts } = require('../text/words')

/** @typedef {import('./summary').Summary} Summary */
/** @typedef {import('./summary').SummaryFrame} SummaryFrame */

/** How many frames have their source and variables; of the others only the name and the place are listed. */
const MAX_OPEN = 3
const MAX_BODY = 8_000
/** Texts that Markdown, or an issue tracker, could read as more than words. */
const MARKS = /[\\*_{}[\]<>#+!|@~&]|:\/\//

/**
 * @param {Summary} summary
 * @returns {string}
 */
function markdownOf ({ cause, title, chain, facts, frames, stack, notes }) {
  const opened = frames.filter(({ source }) => source.length > 0).slice(0, MAX_OPEN)
  const calls = frames.map(({ index, name, place, folded }) =>
    `#${index} ${name}  ${place}${folded === '' ? '' : `\n   … ${folded}`}`
  )
  const parts = [
    cause === null ? '' : causeText(cause),
    block([...title, ...chain.map(each => `  ${each}`), ...facts].join('\n')),
    ...opened.map(frameText),
    block([...calls, ...stack, ...notes].join('\n'))
  ]
  return `${parts.filter(each => each !== '').join('\n\n')}\n`
}

/** @param {string} cause */
function causeText (cause) {
  const parts = codeParts(cause)
  return parts.some(({ text, isCode }) => !isCode && MARKS.test(text))
    ? block(cause)
    : `**${parts.map(({ text, isCode }) => (isCode ? `\`${text}\`` : text)).join('')}**`
}

/** @param {SummaryFrame} frame */
function frameText ({ index, name, place, source, variables }) {
  const values = variables.map(each => `${each.name} = ${each.text.replaceAll('\n', '\n  ')}`)
  const parts = [`#${index} ${name}  ${place}`, source.join('\n'), values.join('\n')]
  return block(parts.filter(each => each !== '').join('\n\n'))
}

/**
 * A block of code, whose fence is longer than any row of backquotes in it.
 * @param {string} text
 * @returns {string} '' for no text
 */
function block (text) {
  if (text === '') return ''
  const shown = text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}\n…` : text
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${shown}\n${fence}`
}

module.exports = { markdownOf }
