'use strict'
// Writes the report from the rows: docs/benchmarks.md, a page for each suite in docs/benchmarks/, tables in other pages
// and the charts in assets/benchmarks/. Equal rows give equal bytes.

const fs = require('node:fs')
const path = require('node:path')

const { drawChart } = require('./chart')
const { REPOSITORY } = require('../environment')
const { withTable } = require('./embedded')
const { overviewPage } = require('./overview')
const { allTargetRows, suitePage } = require('./suite-page')
const { latest, readAllRows } = require('../rows')
const { FEWEST_ROUNDS } = require('../conclusions/stats')
const { summarize } = require('../conclusions/summary')
const { names, suite: suiteNamed } = require('../../scenarios')

const PAGE = path.join(REPOSITORY, 'docs', 'benchmarks.md')
const PAGES = path.join(REPOSITORY, 'docs', 'benchmarks')
const ASSETS = path.join(REPOSITORY, 'assets', 'benchmarks')

const METHOD = `# How it is measured

[The conclusions of all suites](../benchmarks.md)

Each run is a fresh process. A round runs all configurations of a scenario one after another, in a shuffled order: over
the rounds, each configuration takes each place, and follows each other one, about equally often. Configurations that
take long take part in some of the rounds only. Runs whose work did not happen are discarded and counted.

*Without* is the same program without the preload. *Without, again* is the same program once more: a round runs it
twice. The farther end of the interval of that comparison is the *noise floor*. Two programs that do not differ are that
far apart.

A comparison is made within each round. A table gives the median of the rounds and its 95 % bootstrap interval, and *n*,
the number of rounds, if it is not that of the row. Below ${FEWEST_ROUNDS} rounds there is no interval, because an
interval of so few rounds cannot reach 95 %. There is no conclusion either, unless each of at least three rounds is more
than five noise floors away.

A conclusion is *no difference shown* if the interval holds "no difference", and *within noise* if the median lies
within the noise floor. Neither shows a difference, and nothing else may be concluded from it. An interval of 95 %
misses once in twenty times, and there are hundreds on these pages: a single small difference that nothing else explains
may be chance. CPU time says more than wall time, because other programs on the machine change it less.

*All scenarios together* is computed from the geometric mean of the scenarios' ratios in each round that has all of
them. Median, interval and noise floor over the rounds follow as for a single scenario. It shows smaller differences
than a single scenario can.

A target is *met* if the whole interval is on its right side, and *missed* if the whole interval is beyond it. Otherwise
it is *not decided*. If the noise floor is larger than the margin between the target and "no difference", the interval
is first widened by the noise floor at both ends. So noise alone never meets a target, and never hides a loss that is
larger than the noise.
`

/** @returns {Promise<void>} */
async function writeReport () {
  const rows = readAllRows()
  /** @type {import('./overview').Reported[]} */
  const reported = []
  for (const directory of [ASSETS, PAGES]) fs.mkdirSync(directory, { recursive: true })
  for (const name of names) {
    const suite = suiteNamed(name)
    const { environments, runs } = latest(rows, name)
    const lines = summarize(runs, suite.metrics)
    const charts = []
    for (const chart of runs.length === 0 ? [] : (suite.charts ?? [])) {
      if (await drawChart(chart, suite, lines, path.join(ASSETS, `${name}-${chart.name}`))) charts.push(chart)
    }
    write(path.join(PAGES, `${name}.md`), suitePage(suite, environments, runs, lines, charts))
    if (suite.embedded !== undefined) {
      const file = path.join(REPOSITORY, 'docs', suite.embedded.page)
      write(file, withTable(fs.readFileSync(file, 'utf8'), suite.embedded.table(lines)))
    }
    reported.push({ suite, environments, runs, lines, targets: allTargetRows(suite, lines, runs) })
  }
  write(path.join(PAGES, 'method.md'), METHOD)
  write(PAGE, overviewPage(reported))
}

/** @param {string} file @param {string} text */
function write (file, text) {
  fs.writeFileSync(file, text)
  console.log(`${path.relative('', file)} written`)
}

module.exports = { writeReport }
