'use strict'
// Writes the report from the rows: docs/benchmarks.md, a page for each suite in benchmarks/results/pages/, figures in
// texts of people, and the charts in assets/benchmarks/. Equal rows give equal bytes, until the code changes.

const fs = require('node:fs')
const path = require('node:path')

const { drawChart } = require('./chart')
const { REPOSITORY } = require('../environment')
const { overviewPage } = require('./overview')
const { allTargetRows, suitePage } = require('./suite-page')
const { targetsPage } = require('./targets-page')
const { textsWithFigures } = require('./texts')
const { RESULTS, readAllRows } = require('../rows')
const { FEWEST_ROUNDS, LOOKS } = require('../conclusions/stats')
const { summarize } = require('../conclusions/summary')
const { latestOf, names, suite: suiteNamed } = require('../../scenarios')

const PAGE = path.join(REPOSITORY, 'docs', 'benchmarks.md')
const PAGES = path.join(RESULTS, 'pages')
const ASSETS = path.join(REPOSITORY, 'assets', 'benchmarks')

const METHOD = `# How it is measured

[All questions](../../../docs/benchmarks.md)

Each run is a fresh process. A round runs all configurations of a scenario one after another, in a shuffled order: over
the rounds, each configuration takes each place, and follows each other one, about equally often. Runs whose work did
not happen are discarded and counted.

**What is measured** is, for each question, what can decide it on a machine that others use, too. Where the question is
whether code works more, *instructions* are counted, by QEMU's user mode and a plugin
(\`benchmarks/lab/instructions\`): a processor's own counters are not to be had in a virtual machine. Counts do not
depend on the load of the machine: two equal runs differ by millionths. They say nothing of how long an instruction
takes, and garbage collections are kept out of them. Where the question is
how long something takes that is mostly waiting, starting or ending, *wall time* is measured, and else *CPU time*.

**What it can see** is measured in the same rounds: *without, again* is the same program once more. The farther end of
its interval is the smallest difference that the comparison sees. If that interval does not hold "no difference",
something is wrong with the comparison, and the intervals of the targets are widened by as much.

**Comparisons** are made within each round. A table gives the median of the differences or ratios (of the means of all
pairs of rounds, by Hodges and Lehmann), its interval by Wilcoxon's signed-rank test, and *n*, the number of rounds, if
it is not that of the row. The interval of a plain value is by the sign test. All are intervals of 99 %.

**When it ends.** Scenarios without a target have ${FEWEST_ROUNDS} rounds, the fewest that have such an interval. After
${LOOKS.slice(0, -1).join(', ')} and ${LOOKS.at(-1)} rounds it is looked which targets are not decided, and only their
scenarios go on. Each of the ${LOOKS.length} looks errs in 1 % of all cases, so all of them together err in 5 % at most.

A target is *met* if the whole interval is on its right side, and *missed* if the whole interval is beyond it. A
conclusion is *no difference shown* if the interval holds "no difference", and *within noise* if the median is closer to
it than what the comparison can see.

*All scenarios together* is the geometric mean of the scenarios' ratios, in each round that has all of them.
`

/** @returns {Promise<void>} */
async function writeReport () {
  const rows = readAllRows()
  /** @type {import('./overview').Reported[]} */
  const reported = []
  for (const directory of [ASSETS, PAGES]) fs.mkdirSync(directory, { recursive: true })
  for (const name of names) {
    const suite = suiteNamed(name)
    const { environments, runs } = latestOf(rows, suite)
    const lines = summarize(runs, suite.metrics)
    const charts = []
    for (const chart of runs.length === 0 ? [] : (suite.charts ?? [])) {
      if (await drawChart(chart, suite, lines, path.join(ASSETS, `${name}-${chart.name}`))) charts.push(chart)
    }
    write(path.join(PAGES, `${name}.md`), suitePage(suite, environments, runs, lines, charts))
    reported.push({ suite, environments, runs, lines, targets: allTargetRows(suite, lines, runs) })
  }
  write(path.join(PAGES, 'method.md'), METHOD)
  write(path.join(PAGES, 'targets.md'), targetsPage(reported))
  write(PAGE, overviewPage(reported))
  for (const { file, text } of textsWithFigures(rows)) write(path.join(REPOSITORY, file), text)
}

/** @param {string} file @param {string} text */
function write (file, text) {
  fs.writeFileSync(file, text)
  console.log(`${path.relative('', file)} written`)
}

module.exports = { writeReport }
