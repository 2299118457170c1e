'use strict'
// A capture does not change code that V8 has optimised.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { PATIENT, ROOT } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

t.test('what asks for an instance of Error, and has private state captured beside it, stays optimised', async t => {
  const cwd = t.testdir({
    'program.js': `
      class Order { #total = 42 }
      function isError (value) { return value instanceof Error }
      function main () {
        const order = new Order();
        %PrepareFunctionForOptimization(isError)
        for (let i = 0; i < 100; i++) isError(i);
        %OptimizeFunctionOnNextCall(isError)
        isError(order)
        const before = %GetOptimizationStatus(isError)
        try { null.price } catch {}
        console.log(%GetOptimizationStatus(isError) === before)
      }
      main()`
  })
  const statistics = path.join(cwd, 'statistics.jsonl')
  const { stdout, stderr } = await runNode(['--allow-natives-syntax', '--require', ROOT, 'program.js'], {
    cwd,
    env: { ...PATIENT, CRASH_COLLECTOR_STATS: statistics }
  })
  t.equal(stderr, '')
  t.equal(stdout, 'true\n')
  t.match(JSON.parse(fs.readFileSync(statistics, 'utf8')), { captures: 1 })
})
