'use strict'
// Counts the rows of the yardstick.

/** @typedef {import('./measure-crash').CrashRow} CrashRow */

/** Outcomes of `reproduce --check` that count as reproduced. */
const SAME = new Set(['reproduced', 'sameError', 'sameValue'])

/** @type {[what: string, counts: (row: CrashRow) => boolean][]} */
const OF_CRASHES = [
  ['run', () => true],
  ['threw the published error', row => row.asPublished],
  ['ended as without the collector', row => row.endUnchanged],
  ['left one dump', row => row.dumps === 1],
  ['with a headline', row => typeof row.headline === 'string'],
  ['reproduced', row => SAME.has(row.outcome ?? '')],
  ["by the module's export", row => SAME.has(row.outcome ?? '') && row.way === 'module'],
  ['by a copy of the code', row => SAME.has(row.outcome ?? '') && row.way === 'excerpt'],
  ['by a stand-in that throws', row => row.outcome === 'byStub'],
  ['no function to call', row => row.outcome === 'noTest']
]

/** @param {any[]} rows */
function tablesOf (rows) {
  const parts = [...new Set(rows.map(({ part }) => part))]
  return [
    `| | ${parts.join(' | ')} |`,
    `| --- |${parts.map(() => ' --- |').join('')}`,
    ...OF_CRASHES.map(([what, counts]) =>
      `| ${what} | ${parts.map(part => rows.filter(row => row.part === part && counts(row)).length).join(' | ')} |`
    )
  ].join('\n')
}

module.exports = { tablesOf }
