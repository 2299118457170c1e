'use strict'
// Rows -> docs/benchmarks.md and the charts in assets/benchmarks/. The same rows make the same bytes.

const fs = require('node:fs')
const path = require('node:path')

const { drawChart } = require('./chart')
const { REPOSITORY } = require('./environment')
const { TARGET_HEAD, overviewRows, suiteSection } = require('./report-suite')
const { latest, readAllRows } = require('./rows')
const { FEWEST_ROUNDS } = require('./stats')
const { summarize } = require('./summary')
const { markdown } = require('./table')
const { names, suite: suiteNamed } = require('../scenarios')

const PAGE = path.join(REPOSITORY, 'docs', 'benchmarks.md')
const ASSETS = path.join(REPOSITORY, 'assets', 'benchmarks')
/** What a human makes of all suites. */
const SUMMARY = path.join(REPOSITORY, 'benchmarks', 'scenarios', 'notes.md')

const HEAD = `# Benchmarks

What crash-collector costs: at start, at steady load, per error, at the crash. This page is generated from the raw rows
in \`benchmarks/results/\` by \`npm run bench -- report\`; each figure can be measured again by the command above its
table.
`

const METHOD = `## How it is measured

Each run is a fresh process. A round runs all configurations of a scenario one after another, in a shuffled order: over
the rounds each takes each place, and follows each other, about equally often. Costly ones take part in some of the
rounds only. *Without* is the same program without the preload. Where the table has *Without, again*, it is run twice a
round, and the farther end of that comparison's interval is the noise floor: so far apart are two that do not differ. A
comparison is made within each round; given are the median of the rounds and its 95 % bootstrap interval, and *n* where
it is not of as many rounds as the row says. Below ${FEWEST_ROUNDS} rounds there is no interval, since none of so few
can reach 95 %, and no conclusion either, unless each of at least three rounds is more than five noise floors away.
Where the interval holds "no difference", or the median lies within the noise floor, the table says *no difference
shown* and nothing else may be concluded. An interval of 95 % misses once in twenty times, and there are some hundreds
on this page: a single small difference that nothing else explains may be chance. Where CPU time stands beside wall
time, it says more, since it suffers less from other programs on the machine. Runs whose work did not happen are
discarded and counted.

*All scenarios together*: in each round the geometric mean of the scenarios' ratios, where the round has all of them;
then median, interval and noise floor over the rounds, as for a single one. It tells smaller differences than a single
scenario can.

A target is *met* when the whole interval is on its right side, *missed* when the whole interval is beyond it, and else
*not decided*. Where the noise floor is larger than the margin between the target and "no difference", the interval is
first widened by the noise floor at both ends: noise grants no target, and hides no loss that is larger than itself.
`

/** @returns {Promise<void>} */
async function writeReport () {
  const rows = readAllRows()
  /** @type {string[]} */
  const sections = []
  /** @type {string[][]} */
  const targets = []
  fs.mkdirSync(ASSETS, { recursive: true })
  for (const name of names) {
    const suite = suiteNamed(name)
    const { environments, runs } = latest(rows, name)
    const lines = summarize(runs, suite.metrics)
    const charts = runs.length === 0 ? [] : (suite.charts ?? [])
    for (const chart of charts) await drawChart(chart, suite, lines, path.join(ASSETS, `${name}-${chart.name}`))
    sections.push(suiteSection(suite, environments, runs, lines, charts))
    targets.push(...overviewRows(suite, lines, runs))
  }
  const overview =
    targets.length === 0
      ? ''
      : '## Targets\n\nWhere several scenarios have one target, these are all of them together and those that miss ' +
        `it by themselves; the others stand in their suite's section.\n\n${markdown(TARGET_HEAD, targets)}\n`
  fs.writeFileSync(
    PAGE,
    [HEAD, fs.readFileSync(SUMMARY, 'utf8'), METHOD, overview, ...sections].filter(part => part !== '').join('\n')
  )
  console.log(`${path.relative('', PAGE)} written`)
}

module.exports = { writeReport }
