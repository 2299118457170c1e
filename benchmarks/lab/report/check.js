'use strict'
// Fails if texts have figures that are older than the capture, or others than the rows give.

const fs = require('node:fs')
const path = require('node:path')

const { ageOf } = require('./age')
const { grouped } = require('../grouped')
const { ALL, FIGURES, NODE } = require('./readme-figures')
const { CAPTURE, REPOSITORY } = require('../environment')
const { textsWithFigures } = require('./texts')
const { readAllRows } = require('../rows')
const { latestOf, suite: suiteNamed } = require('../../scenarios')

/** What the text of README.md tells besides: each scenario of these suites. */
const ALSO = [{ suite: 'recall' }, { suite: 'peers' }]

/** Prints what is wrong, and sets the exit code. */
function checkFigures () {
  const rows = readAllRows()
  const problems = [...grouped([...FIGURES, ...ALSO], ({ suite }) => suite)].flatMap(([suite, figures]) => {
    const { environments, runs } = latestOf(rows, suiteNamed(suite))
    const used = new Set(figures.flatMap(figure => runsOf(figure, runs).map(({ session }) => session)))
    const measurements = environments.filter(({ session }) => used.has(session))
    if (measurements.length === 0) return [`README.md: ${suite} has no rows of Node.js ${NODE}`]
    const { oldest, changed } = ageOf(measurements, CAPTURE)
    if (changed?.length === 0) return []
    const since =
      changed === null
        ? 'that commit is not in this history'
        : `of the capture ${changed.length} files have changed since, such as ${changed[0]}`
    return [`README.md: figures of ${suite} are of ${oldest.date.slice(0, 10)}, commit ${oldest.commit}; ${since}`]
  })
  for (const { file, text } of textsWithFigures(rows)) {
    if (fs.readFileSync(path.join(REPOSITORY, file), 'utf8') !== text) {
      problems.push(`${file}: its figures are not those of the rows; run \`npm run bench -- report\``)
    }
  }
  problems.forEach(problem => console.error(problem))
  if (problems.length > 0) process.exitCode = 1
}

/**
 * @param {Partial<import('./readme-figures').Figure>} figure
 * @param {import('../rows').RunRow[]} runs
 * @returns {import('../rows').RunRow[]} those that the figure is made of
 */
function runsOf ({ metric, only }, runs) {
  return runs.filter(
    run =>
      run.node === NODE &&
      (metric === undefined || run.metrics[metric] !== undefined) &&
      (only === undefined || only === ALL || only.test(run.scenario))
  )
}

module.exports = { checkFigures }
