'use strict'
// The table of triggers in the documentation is what the committed results make of it, and it has a row for each
// trigger, which was tried on each Node.js.

const fs = require('node:fs')
const t = require('tap')
const { BEGIN, DOCUMENT, END, readResults, table } = require('../../scripts/generate/triggers-table')
const schema = require('../../packages/shared/dump/schema.json')
const { MATRIX } = require('../../scripts/build/matrix-node')

t.test('the document has the table that the results make', async t => {
  const text = fs.readFileSync(DOCUMENT, 'utf8')
  t.equal(text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)), table())
})

t.test('each trigger has a row, a place in the choice, and results of each Node.js', async t => {
  const [choice] = fs.readFileSync(DOCUMENT, 'utf8').split(BEGIN)
  const results = readResults()
  for (const trigger of schema.$defs.header.properties.trigger.enum) {
    t.match(table(), `\`${trigger}\``)
    t.match(choice, `\`${trigger}\``)
    const majors = results.filter(each => each.trigger === trigger).map(({ node }) => node.slice(1).split('.')[0])
    t.same([...new Set(majors)].sort(), Object.keys(MATRIX).sort(), trigger)
  }
})

t.test('no cell is empty', async t => {
  for (const line of table().split('\n').filter(each => each !== '')) t.notMatch(line, /\|\s*\|/)
})
