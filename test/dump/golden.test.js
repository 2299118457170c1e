'use strict'
// Dumps that earlier versions of the collector wrote, as they were written: each still opens and shows the same.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const reader = require('../../reader')
const { evaluateAll } = require('../helpers/evaluate-all')
const { runCli } = require('../helpers/run-cli')

const DUMPS = path.join(__dirname, '../fixtures/dumps')

t.test('version 1: an async function that wraps the error of another', async t => {
  const file = path.join(DUMPS, 'version-1.ccdump')
  const expected = JSON.parse(fs.readFileSync(path.join(DUMPS, 'version-1.json'), 'utf8'))
  const dump = await reader.open(file)
  t.equal(dump.header.version, 1)
  t.equal(dump.truncated, false)
  // A later version may say more; what the first one said stays.
  t.match(JSON.parse(JSON.stringify(dump.toJSON())), expected)

  const { stdout } = await runCli(['show', file], { cwd: DUMPS })
  t.match(stdout, /^Error: order 7 has no price$/m)
  t.match(stdout, /cause: TypeError: Cannot read properties of undefined \(reading 'price'\)/)
  t.match(stdout, /^> 31 \| {5}throw new Error\(`order \$\{order\.id\} has no price`, \{ cause: error \}\)$/m)
  t.match(
    stdout,
    new RegExp(
      [
        String.raw`^#0 {2}checkout {2}shop\.js:31:11`,
        ' {6}error {2}TypeError: Cannot read.*',
        String.raw` {6}order {2}Order \{`,
        String.raw`\s+#coupon: 'WELCOME',`,
        String.raw`\s+id: 7,`
      ].join('\n'),
      'm'
    )
  )
  t.match(stdout, /module shop\.js \(#0\)\n {6}catalog: Map\(1\) \{ 'A-1' => \[Object\] \}, priceOf\(\), total\(\)/)

  t.same(await evaluateAll(file, [['order.lines[1].sku']]), ["'C-9'"])
})
