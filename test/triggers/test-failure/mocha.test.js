'use strict'
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { ROOT } = require('../../helpers/crash')
const { CHECKOUT, testRunner } = require('../../helpers/test-runner')
const { assertDumps, runTests } = require('../../helpers/test-project')

/** What older versions of mocha lack. */
const OLD_MOCHA = `const { Runnable } = require("mocha")
Runnable.prototype.titlePath = undefined
Runnable.prototype.fullTitle = function () { return this.parent.fullTitle() + ' ' + this.title }
`

const mocha = {
  name: 'mocha',
  needs: ['mocha'],
  argv (/** @type {string} */ cwd) {
    // mocha looks for a package by its name from its own place, which is a link here.
    const integration = createRequire(path.join(cwd, 'any.js')).resolve('crash-collector/mocha')
    const program = path.join('node_modules', 'mocha', 'bin', 'mocha.js')
    return (/** @type {string[]} */ ...files) => [program, '--require', integration, ...files]
  },
  failing: 'mocha.spec.js',
  provoked: 'mocha-provoked.spec.js',
  passing: 'mocha-passing.spec.js',
  failed: [
    ...CHECKOUT,
    { name: 'checkout > is flaky', mark: '// FLAKY', variables: [{ run: 1 }] },
    { name: 'checkout > fails in a callback', mark: '// CALLBACK', variables: [{ order: { id: 7 } }] },
    {
      name: 'checkout > hooks > "before each" hook for "does not run"',
      variables: [{ cart: { user: { name: 'ada' } } }, { user: { name: 'ada' } }]
    }
  ],
  exitCode: 5, // the number of failures
  report: /2 passing[\s\S]*1 pending[\s\S]*5 failing/
}

/** @param {any} path */
function functionsOf ({ scripts, steps }) {
  const blocks = steps.map((/** @type {number[]} */ [script, block]) => scripts[script].blocks[block])
  return blocks.filter(([type]) => type === 'function').map(([, , , name]) => name ?? '')
}

testRunner(mocha, async (t, { cwd, argv, expected, run }) => {
  t.match(run.stderr, /^crash-collector: failed test "checkout > ships": dump written to .*\.ccdump$/m)

  t.test('in parallel', async t => {
    const files = ['mocha.spec.js', 'mocha-passing.spec.js']
    const run = await runTests(t, argv('--parallel', '--jobs', '2', ...files), { cwd })
    t.equal(run.exitCode, 5, 'exit code', { stderr: run.stderr })
    assertDumps(t, run, expected)
  })

  t.test('a timeout shows for what the test waits', async t => {
    const run = await runTests(t, argv('mocha-timeout.spec.js'), { cwd })
    t.equal(run.exitCode, 1)
    assertDumps(t, run, {
      runner: 'mocha',
      file: 'mocha-timeout.spec.js',
      failed: [{ name: 'waits for an answer' }]
    })
    const waiting = run.dumps[0]?.asyncTasks.find(({ functionName }) => functionName === 'answerOf')
    const variables = waiting?.scopeChain.flatMap(scope => scope.variables) ?? []
    t.equal(variables.find(({ name }) => name === 'question')?.value?.value, 'colour')
  })

  t.test('mocha before 4, which has no titlePath', async t => {
    fs.writeFileSync(path.join(cwd, 'old-mocha.cjs'), OLD_MOCHA)
    const run = await runTests(t, argv('--require', './old-mocha.cjs', 'mocha-timeout.spec.js'), { cwd })
    t.match(run.dumps[0]?.header.test?.name, 'waits for an answer')
  })

  t.test('errors that tests provoke do not use up what assertions need', async t => {
    // The default budget: other tests have a patient one.
    const env = { CRASH_COLLECTOR_BUDGET_PERCENT: '0.3' }
    const run = await runTests(t, argv('mocha-ration.spec.js'), { cwd, env })
    const failed = Array.from({ length: 20 }, (_, i) => ({
      name: `after many errors > fails ${i}`,
      mark: '// LATE',
      variables: [{ order: { id: i } }]
    }))
    assertDumps(t, run, { runner: 'mocha', file: 'mocha-ration.spec.js', failed })
  })

  t.test('as many dumps as the directory may hold', async t => {
    const env = { CRASH_COLLECTOR_RETAIN_COUNT: '2' }
    const run = await runTests(t, argv('mocha.spec.js'), { cwd, env })
    t.equal(run.files.length, 2)
    t.match(run.stderr, /^crash-collector: 2 failed tests have dumps; further ones get none/m)
  })

  t.test('the execution path of a test has what its requests ran', async t => {
    const name = 'crash-collector-execution-path'
    fs.symlinkSync(path.join(ROOT, 'packages/execution-path'), path.join(cwd, 'node_modules', name), 'junction')
    const env = { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }
    const run = await runTests(t, argv('mocha-path.spec.js'), { cwd, env })
    t.equal(run.exitCode, 2, 'exit code', { stderr: run.stderr })
    const ran = ['', 'textFrom', 'answer', 'discounted', 'total']
    t.same(run.dumps.map(({ executionPath }) => [executionPath?.name, functionsOf(executionPath)]), [
      ['prices > takes a discount off', ran],
      ['prices > takes a discount off, by the server of all tests', ran]
    ])
  })

  t.test('without the trigger nothing is written', async t => {
    const env = { CRASH_COLLECTOR_TRIGGERS: 'api' }
    const run = await runTests(t, argv('mocha.spec.js'), { cwd, env })
    t.equal(run.exitCode, 5)
    t.same(run.files, [])
  })
})
