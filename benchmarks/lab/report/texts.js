'use strict'
// Makes the parts that the report writes into texts of people: README.md and pages of docs/.

const fs = require('node:fs')
const path = require('node:path')

const { withTable } = require('./embedded')
const { readmeTable } = require('./readme-figures')
const { REPOSITORY } = require('../environment')
const { summarize } = require('../conclusions/summary')
const { latestOf, names, suite: suiteNamed } = require('../../scenarios')

/**
 * @param {import('../rows').Row[]} rows
 * @returns {{ file: string, text: string }[]} whole texts, with their paths in the repository
 */
function textsWithFigures (rows) {
  const embedded = names.map(suiteNamed).flatMap(suite => {
    if (suite.embedded === undefined) return []
    const lines = summarize(latestOf(rows, suite).runs, suite.metrics)
    return [{ file: path.join('docs', suite.embedded.page), table: suite.embedded.table(lines) }]
  })
  return [...embedded, { file: 'README.md', table: readmeTable(rows) }].map(({ file, table }) => ({
    file,
    text: withTable(fs.readFileSync(path.join(REPOSITORY, file), 'utf8'), table)
  }))
}

module.exports = { textsWithFigures }
