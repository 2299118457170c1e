'use strict'
// Counts the rows of the yardstick.

/** Outcomes of `reproduce --check` that count as reproduced. */
const SAME = new Set(['reproduced', 'sameError', 'sameValue', 'byStub'])

/** @param {any} row */
const isSame = row => SAME.has(row.outcome)

/** @typedef {[what: string, counts: (row: any) => boolean][]} Counts */

/** @type {{ parts: string[], counts: Counts }[]} */
const TABLES = [
  {
    parts: ['synthesised', 'seeded'],
    counts: [
      ['programs', () => true],
      ['threw with the published message', row => row.asPublished],
      ['ended as without the collector', row => row.endUnchanged],
      ['left one dump', row => row.dumps === 1],
      ['with a headline', row => typeof row.headline === 'string'],
      ['reproduced', isSame],
      ["of these by the module's export", row => isSame(row) && row.way === 'module'],
      ['by a copy of the code', row => isSame(row) && row.way === 'excerpt'],
      ['by loading the file', row => isSame(row) && row.way === 'file'],
      ['with a stand-in that throws the error', row => row.outcome === 'byStub']
    ]
  },
  {
    parts: ['redos'],
    counts: [
      ['packages', () => true],
      ['could be installed', row => row.outcome !== 'notInstalled'],
      ['had a slow expression here', row => row.outcome === 'dump' || row.outcome === 'noDump'],
      ['left a dump', row => row.outcome === 'dump'],
      ['have a headline with expression and input', row => / while .* searched /.test(row.headline ?? '')],
      ['a slow expression is on the first screen', row => row.namesExpression],
      ['its input is', row => row.namesInput],
      ['both are', row => row.namesExpression && row.namesInput]
    ]
  },
  {
    parts: ['bugsjs'],
    counts: [
      ['bugs', () => true],
      ['could be installed', row => row.outcome !== 'notInstalled'],
      ['tests fail, and pass with the fix', row => row.outcome === 'dumps' || row.outcome === 'noDump'],
      ['they left dumps', row => row.outcome === 'dumps'],
      ['and the fix changed functions', row => row.functions?.length > 0 && row.outcome === 'dumps'],
      ['a changed function is in the frames', row => row.inFrames],
      ['in functions that wait', row => row.inAwaiting],
      ['in a headline', row => row.inHeadline],
      ['in the execution path', row => row.inPath],
      ['in any of these', row => row.inFrames || row.inAwaiting || row.inHeadline || row.inPath]
    ]
  }
]

/**
 * @param {any[]} rows
 * @returns {string} tables in Markdown
 */
function tablesOf (rows) {
  return TABLES.flatMap(({ parts, counts }) => {
    const known = parts.filter(part => rows.some(row => row.part === part))
    if (known.length === 0) return []
    const lines = counts.map(([what, isCounted]) => {
      const cells = known.map(part => rows.filter(row => row.part === part && isCounted(row)).length)
      return `| ${what} | ${cells.join(' | ')} |`
    })
    return [[`| | ${known.join(' | ')} |`, `| --- |${' --- |'.repeat(known.length)}`, ...lines].join('\n')]
  }).join('\n\n')
}

module.exports = { tablesOf }
