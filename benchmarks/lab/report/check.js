'use strict'
// Fails if texts have figures that are older than the capture, or others than the rows give.

const fs = require('node:fs')
const path = require('node:path')

const { ageOf } = require('./age')
const { FIGURES } = require('./readme-figures')
const { CAPTURE, REPOSITORY } = require('../environment')
const { textsWithFigures } = require('./texts')
const { readAllRows } = require('../rows')
const { latestOf, suite: suiteNamed } = require('../../scenarios')

/** Suites of which the text of README.md tells besides. */
const ALSO = ['recall', 'peers']

/** Prints what is wrong, and sets the exit code. */
function checkFigures () {
  const rows = readAllRows()
  const problems = [...new Set([...FIGURES.map(({ suite }) => suite), ...ALSO])].flatMap(suite => {
    const { environments } = latestOf(rows, suiteNamed(suite))
    if (environments.length === 0) return [`README.md: ${suite} has no rows`]
    const { oldest, changed } = ageOf(environments, CAPTURE)
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

module.exports = { checkFigures }
