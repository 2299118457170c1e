'use strict'
// The table of triggers in the documentation is what the committed results make of it, and it has a row for each
// trigger and no empty cell.

const fs = require('node:fs')
const t = require('tap')
const { BEGIN, DOCUMENT, END, ROWS, table } = require('../../scripts/generate/triggers-table')
const schema = require('../../packages/shared/dump/schema.json')

t.test('the document has the table that the results make', async t => {
  const text = fs.readFileSync(DOCUMENT, 'utf8')
  t.equal(text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)), table())
})

t.test('each trigger has a row', async t => {
  const triggers = schema.$defs.header.properties.trigger.enum
  t.same(Object.keys(ROWS).sort(), [...triggers].sort())
})

t.test('no cell is empty', async t => {
  for (const line of table().split('\n').filter(each => each !== '')) t.notMatch(line, /\|\s*\|/)
})
