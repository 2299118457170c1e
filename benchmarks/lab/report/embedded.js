'use strict'
// Puts tables of a suite into pages of docs/ that people write.

const MARKS = { begin: '<!-- The report writes what follows. -->', end: '<!-- Until here. -->' }

/**
 * @param {string} page Markdown
 * @param {string} table
 * @returns {string} the page with the table in the place of the last one
 * @throws if the page has no place for it
 */
function withTable (page, table) {
  const begin = page.indexOf(MARKS.begin)
  const end = page.indexOf(MARKS.end)
  if (begin === -1 || end < begin) throw new Error(`the page has no place between ${MARKS.begin} and ${MARKS.end}`)
  return `${page.slice(0, begin + MARKS.begin.length)}\n${table}\n${page.slice(end)}`
}

module.exports = { withTable }
