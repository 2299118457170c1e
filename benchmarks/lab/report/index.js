'use strict'
// Writes the report from the rows: docs/benchmarks.md, figures in texts of people, the charts in assets/benchmarks/,
// and the tables of each suite in benchmarks/results/pages/, which git ignores. Equal rows give equal bytes, until the
// code changes.

const fs = require('node:fs')
const path = require('node:path')

const { drawChart } = require('./chart')
const { REPOSITORY } = require('../environment')
const { overviewPage } = require('./overview')
const { allTargetRows, suitePage } = require('./suite-page')
const { targetsPage } = require('./targets-page')
const { textsWithFigures } = require('./texts')
const { RESULTS, readAllRows } = require('../rows')
const { summarize } = require('../conclusions/summary')
const { latestOf, names, suite: suiteNamed } = require('../../scenarios')

const PAGE = path.join(REPOSITORY, 'docs', 'benchmarks.md')
const PAGES = path.join(RESULTS, 'pages')
const ASSETS = path.join(REPOSITORY, 'assets', 'benchmarks')

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
  write(path.join(PAGES, 'targets.md'), targetsPage(reported))
  write(PAGE, overviewPage(reported))
  for (const { file, text } of textsWithFigures(rows)) write(path.join(REPOSITORY, file), text)
}

/** @param {string} file @param {string} text */
function write (file, text) {
  fs.writeFileSync(file, text)
  console.log(`${path.relative('', file)} written`)
}

/**
 * Prints the tables of a suite, from the rows that are there.
 * @param {string} name
 */
function printTables (name) {
  const suite = suiteNamed(name)
  const { environments, runs } = latestOf(readAllRows(), suite)
  console.log(suitePage(suite, environments, runs, summarize(runs, suite.metrics), []))
}

module.exports = { printTables, writeReport }
