'use strict'
// Dumps of earlier format versions, kept as they were written, still open and show the same.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { FORMAT_VERSION } = require('../../packages/shared/dump/terms')
const reader = require('../../packages/inspect')
const { evaluateAll } = require('../helpers/evaluate-all')
const { runCli } = require('../helpers/run-cli')

const DUMPS = path.join(__dirname, '../fixtures/dumps')

/** @param {number} version */
const goldenDump = version => path.join(DUMPS, `version-${version}.ccdump`)

t.test('there is one of each version that the reader takes', async t => {
  const versions = Array.from({ length: FORMAT_VERSION }, (_, i) => i + 1)
  t.same(
    fs.readdirSync(DUMPS).sort(),
    versions.flatMap(version => [`version-${version}.ccdump`, `version-${version}.json`])
  )
  for (const version of versions) {
    const dump = await reader.open(goldenDump(version))
    t.equal(dump.header.version, version)
    t.equal(dump.truncated, false)
    // A later version may say more; what this one said stays.
    const expected = JSON.parse(fs.readFileSync(path.join(DUMPS, `version-${version}.json`), 'utf8'))
    t.match(JSON.parse(JSON.stringify(dump.toJSON())), expected)
  }
})

t.test('version 1: an async function that wraps the error of another', async t => {
  const file = goldenDump(1)
  const { stdout } = await runCli(['show', '--more', file], { cwd: DUMPS })
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

t.test('version 2: the cause has frames of its own, what a limit cut is read at the report, a task waits', async t => {
  const file = goldenDump(2)
  const dump = await reader.open(file)
  t.same(
    dump.callFrames.map(({ index, functionName }) => ({ index, functionName })),
    [{ index: 0, functionName: 'checkout' }]
  )
  const [cause, ...otherCauses] = dump.causes
  t.same(otherCauses, [])
  t.match(cause, { index: 1, of: 0, path: 'cause', className: 'TypeError', capture: { hook: 'errorCreated' } })
  t.same(
    cause.callFrames.map(({ index, error, role, functionName }) => ({ index, error, role, functionName })),
    [
      { index: 1, error: 1, role: undefined, functionName: 'priceOf' },
      { index: 2, error: 1, role: undefined, functionName: 'total' },
      { index: 3, error: 1, role: 'awaiting', functionName: 'checkout' }
    ]
  )
  const valueOf = (/** @type {import('../../packages/inspect').CallFrameRecord} */ frame, /** @type {string} */ name) =>
    dump.variables(frame).get(name)?.value ?? { type: /** @type {const} */ ('undefined') }
  const [thrower] = cause.callFrames
  t.equal(dump.format(valueOf(thrower, 'line')), "{ sku: 'C-9', quantity: 1 }")
  t.equal(dump.format(valueOf(thrower, 'product')), 'undefined')
  // Ten elements of it were read when each error was made, and the rest of one of the two captures at the report.
  const visits = valueOf(dump.callFrames[0], 'visits')
  t.match(dump.object(visits), { restReadAt: 'report', length: 12 })
  t.match(dump.format(visits), /55,\s+89,\s+144\s+\]/)
  t.match(dump.format(valueOf(thrower, 'visits')), /55,\s+… 2 more/)
  t.match(dump.script(thrower.scriptId)?.source, /return product\.price \* line\.quantity/)
  t.match(dump.asyncTasks, [{ taskId: 'task:1', functionName: 'restock', lineNumber: 40, awaits: [{ type: 'timer' }] }])

  const { stdout } = await runCli(['show', '--more', file], { cwd: DUMPS })
  t.match(stdout, /^`product` is undefined: `catalog\.get\(line\.sku\)` found no key 'C-9': the only key/)
  t.match(stdout, /^Root cause: TypeError: Cannot read properties of undefined \(reading 'price'\)\nshop\.js:21:18$/m)
  t.match(stdout, /^> 21 \| {3}return product\.price \* line\.quantity$/m)
  t.match(stdout, /^#1 {2}priceOf {2}shop\.js:21:18\n {6}line {5}\{ sku: 'C-9', quantity: 1 \}\n {6}product {2}undef/m)
  t.match(stdout, /^waiting for what failed above:\n#3 {2}checkout {2}shop\.js:33:12\n {6}order {2}Order as .* #2$/m)
  t.match(stdout, /^Reported: Error: order 7 has no price\nshop\.js:35:11$/m)
  t.match(stdout, /^ {2}task:1 {2}restock {2}shop\.js:41:3\n {6}waits for timer of 60000 ms\n {6}sku: 'C-9', wanted/m)
  t.match(stdout, /^ {2}AsyncLocalStorage {2}\{ url: '\/checkout' \}$/m)
  t.match(stdout, /^- 5 objects: over the limit of objects$/m)

  t.same(await evaluateAll(file, [['order.lines.length + visits[11]'], ['product ?? line.sku', { frame: 1 }]]), [
    '146',
    "'C-9'"
  ])
})
