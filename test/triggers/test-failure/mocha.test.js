'use strict'
const t = require('tap')
const { createRequire } = require('node:module')
const path = require('node:path')
const { assertDumps, assertUncaptured, installProject, runTests } = require('../../helpers/test-project')

const MOCHA = path.join('node_modules', 'mocha', 'bin', 'mocha.js')
const CART = { items: [{ price: 10 }, { price: 11 }], taxRate: 0.2 }
const FAILED = [
  { name: 'checkout > adds the tax', mark: '// ASSERTION', variables: [{ gross: 25.2, cart: CART }] },
  {
    name: 'checkout > ships',
    mark: '// SHIP',
    variables: [{ address: { city: 'Bern' } }, { cart: { items: [] } }]
  },
  { name: 'checkout > later > pays', mark: '// AWAITED', variables: [{ paid: 5, card: { limit: 20 } }] },
  { name: 'checkout > is flaky', mark: '// FLAKY', variables: [{ run: 1 }] },
  { name: 'checkout > fails in a callback', mark: '// CALLBACK', variables: [{ order: { id: 7 } }] },
  {
    name: 'checkout > hooks > "before each" hook for "does not run"',
    variables: [{ cart: { user: { name: 'ada' } } }, { user: { name: 'ada' } }]
  }
]

t.test('mocha', async t => {
  const cwd = installProject(t)
  // mocha looks for a package by its name from its own place, which is a link here.
  const integration = createRequire(path.join(cwd, 'any.js')).resolve('crash-collector/mocha')
  const expected = { runner: 'mocha', file: 'mocha.spec.js', failed: FAILED }

  t.test('each failed test and each attempt that is retried leaves a dump', async t => {
    const run = await runTests(t, [MOCHA, '--require', integration, 'mocha.spec.js'], { cwd })
    t.equal(run.exitCode, 5, 'the number of failures, as without the integration', { stderr: run.stderr })
    t.match(run.stdout, /2 passing[\s\S]*1 pending[\s\S]*5 failing/)
    assertDumps(t, run, expected)
    t.match(run.stderr, /^crash-collector: failed test "checkout > ships": dump written to .*\.ccdump$/m)
  })

  t.test('in parallel', async t => {
    const run = await runTests(
      t,
      [MOCHA, '--parallel', '--jobs', '2', '--require', integration, 'mocha.spec.js', 'mocha-passing.spec.js'],
      { cwd }
    )
    t.equal(run.exitCode, 5, 'exit code', { stderr: run.stderr })
    assertDumps(t, run, expected)
  })

  t.test('with the preload too', async t => {
    const env = { NODE_OPTIONS: `--require ${path.join(cwd, 'node_modules/crash-collector')}` }
    const run = await runTests(t, [MOCHA, '--require', integration, 'mocha.spec.js'], { cwd, env })
    assertDumps(t, run, expected)
  })

  t.test('what the runner expects to throw is not captured', t =>
    assertUncaptured(t, 'mocha', [MOCHA, '--require', integration, 'mocha-provoked.spec.js'], cwd))

  t.test('tests that pass leave nothing, whatever they provoke', async t => {
    const run = await runTests(t, [MOCHA, '--require', integration, 'mocha-passing.spec.js'], { cwd })
    t.equal(run.exitCode, 0, 'exit code', { stdout: run.stdout })
    t.same(run.files, [])
    t.equal(run.stderr, '')
  })

  t.test('a timeout shows for what the test waits', async t => {
    const run = await runTests(t, [MOCHA, '--require', integration, 'mocha-timeout.spec.js'], { cwd })
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

  t.test('errors that tests provoke do not use up what assertions need', async t => {
    // The defaults of rationing: other tests have patient ones.
    const env = { CRASH_COLLECTOR_RATION_BUDGET_INITIAL_MS: '30', CRASH_COLLECTOR_RATION_BUDGET_MAX_MS: '200' }
    const run = await runTests(t, [MOCHA, '--require', integration, 'mocha-ration.spec.js'], { cwd, env })
    const failed = Array.from({ length: 20 }, (_, i) => ({
      name: `after many errors > fails ${i}`,
      mark: '// LATE',
      variables: [{ order: { id: i } }]
    }))
    assertDumps(t, run, { runner: 'mocha', file: 'mocha-ration.spec.js', failed })
    const { refusedBudget } = /** @type {Record<string, any>} */ (run.dumps[0]?.process?.errorHooks ?? {})
    t.ok(refusedBudget > 0, 'the ration of other errors is used up', { refusedBudget })
  })

  t.test('as many dumps as the directory may hold', async t => {
    const env = { CRASH_COLLECTOR_RETAIN_COUNT: '2' }
    const run = await runTests(t, [MOCHA, '--require', integration, 'mocha.spec.js'], { cwd, env })
    t.equal(run.files.length, 2)
    t.match(run.stderr, /^crash-collector: 2 failed tests have dumps; further ones get none/m)
  })

  t.test('without the trigger nothing is written', async t => {
    const env = { CRASH_COLLECTOR_TRIGGERS: 'api' }
    const run = await runTests(t, [MOCHA, '--require', integration, 'mocha.spec.js'], { cwd, env })
    t.equal(run.exitCode, 5)
    t.same(run.files, [])
  })
})
