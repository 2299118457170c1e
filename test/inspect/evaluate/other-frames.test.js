'use strict'
// A name that the frame does not know is named with the frame that has it.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const PROGRAM = `'use strict'
function priceOf (line) { return line.price.cents }
function total (order) {
  const rate = 7
  let sum = rate
  for (const line of order.lines) sum += priceOf(line)
  return sum
}
total({ lines: [{ sku: 'tea' }] })
`

t.test('a name of a caller', async t => {
  const cwd = temporaryDirectory(t)
  fs.writeFileSync(path.join(cwd, 'app.js'), PROGRAM)
  const { file } = await runToDump(t, [path.join(cwd, 'app.js')])
  const evaluated = async (/** @type {string[]} */ ...args) => {
    const { stdout, stderr } = await runCli(['eval', file, ...args], { cwd })
    return stdout + stderr
  }
  t.equal(await evaluated('order.lines.length'), 'ReferenceError: order is not defined; frame 1 (total) has it\n')
  t.equal(await evaluated('nowhere'), 'ReferenceError: nowhere is not defined\n')
  t.equal(await evaluated('--frame', '1', 'order.lines.length + rate'), '8\n')
})
