'use strict'
// Rows -> docs/benchmarks.md and the charts in assets/benchmarks/. The same rows make the same bytes.

const fs = require('node:fs')
const path = require('node:path')

const { drawChart } = require('./chart')
const { REPOSITORY } = require('./environment')
const { suiteSection, targetRows } = require('./report-suite')
const { latest, readAllRows } = require('./rows')
const { summarize } = require('./summary')
const { markdown } = require('./table')
const { names, suite: suiteNamed } = require('../scenarios')

const PAGE = path.join(REPOSITORY, 'docs', 'benchmarks.md')
const ASSETS = path.join(REPOSITORY, 'assets', 'benchmarks')

const HEAD = `# Benchmarks

What crash-collector costs: at start, at steady load, per error, at the crash. This page is generated from the raw rows in
\`benchmarks/results/\` by \`npm run bench -- report\`; each figure can be measured again by the command above its table.

How it is measured: each run is a fresh process. Configurations are interleaved within a round and their order rotates from round to round;
the first round is dropped. *Without* is the same program without the preload, run twice a round: how far these two are apart is the noise floor. A
comparison is made within each round; given are the median of the rounds and its 95 % bootstrap interval. Where the interval holds "no
difference", or the median lies within the noise floor, the table says *no difference shown* and nothing else may be concluded. CPU time stands beside wall time,
since it suffers less from other programs on the machine. Runs whose work did not happen are discarded and counted.
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
    const charts = runs.length === 0 ? [] : suite.charts ?? []
    for (const chart of charts) await drawChart(chart, suite, lines, path.join(ASSETS, `${name}-${chart.name}`))
    sections.push(suiteSection(suite, environments, runs, lines, charts))
    targets.push(...targetRows(suite, lines))
  }
  const overview = targets.length === 0
    ? ''
    : `## Targets\n\n${markdown(['Suite', 'Node.js', 'What', 'Target', 'Measured', 'Result'], targets)}\n`
  fs.writeFileSync(PAGE, [HEAD, overview, ...sections].filter(part => part !== '').join('\n'))
  console.log(`${path.relative('', PAGE)} written`)
}

module.exports = { writeReport }
