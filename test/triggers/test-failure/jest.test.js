'use strict'
const t = require('tap')
const path = require('node:path')
const { assertDumps, assertUncaptured, installProject, runTests } = require('../../helpers/test-project')
const { runCli } = require('../../helpers/run-cli')

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js')
const FAILED = [
  {
    name: 'checkout > adds the tax',
    mark: '// ASSERTION',
    variables: [{ gross: 25.2, cart: { items: [{ price: 10 }, { price: 11 }], taxRate: 0.2 } }]
  },
  {
    name: 'checkout > ships',
    mark: '// SHIP',
    variables: [{ address: { city: 'Bern' } }, { cart: { items: [] } }]
  },
  { name: 'checkout > later > pays', mark: '// AWAITED', variables: [{ paid: 5, card: { limit: 20 } }] }
]
const expected = {
  runner: 'jest',
  file: 'jest.test.js',
  failed: [
    ...FAILED,
    ...FAILED.map(test => ({ ...test, attempt: 2 })),
    { name: 'checkout > is flaky', mark: '// FLAKY', variables: [{ run: 1 }] }
  ]
}

t.test('jest', async t => {
  const cwd = installProject(t)

  t.test('each failed attempt of a test leaves a dump', async t => {
    const run = await runTests(t, [JEST, '--runInBand', 'jest.test.js'], { cwd })
    t.equal(run.exitCode, 1)
    t.match(run.stderr, /^Tests: +3 failed, 3 passed, 6 total$/m)
    assertDumps(t, run, expected)
    const file = run.files[run.dumps.findIndex(({ header }) => header.test?.name === 'checkout > adds the tax')]
    const shown = await runCli(['show', file], { cwd })
    t.match(shown.stdout, /^failed test · /m)
    t.match(shown.stdout, /^test "checkout > adds the tax" in .*jest\.test\.js \(jest\)$/m)
    t.match(shown.stdout, /cart +\{ items: \[ \{ price: 10 \}, \{ price: 11 \} \].*, taxRate: 0\.2 \}/)
  })

  t.test('in child processes', async t => {
    const run = await runTests(t, [JEST, '--workers=2', 'jest.test.js', 'jest-passing.test.js'], { cwd })
    t.equal(run.exitCode, 1)
    t.match(run.stderr, /^Tests: +3 failed, 6 passed, 9 total$/m)
    assertDumps(t, run, expected)
  })

  t.test('with the preload too', async t => {
    const env = { NODE_OPTIONS: `--require ${path.join(cwd, 'node_modules/crash-collector')}` }
    const run = await runTests(t, [JEST, '--runInBand', 'jest.test.js'], { cwd, env })
    assertDumps(t, run, expected)
  })

  t.test('what the runner expects to throw is not captured', t =>
    assertUncaptured(t, 'jest', [JEST, 'jest-provoked.test.js'], cwd))

  t.test('tests that pass leave nothing, whatever they provoke', async t => {
    const run = await runTests(t, [JEST, 'jest-passing.test.js'], { cwd })
    t.equal(run.exitCode, 0, 'exit code', { stderr: run.stderr })
    t.same(run.files, [])
    t.notMatch(run.stderr, 'crash-collector:')
  })

  t.test('a hook, an error that nobody catches, and an environment of the project', async t => {
    const run = await runTests(t, [JEST, '--config=jest-own.config.js'], { cwd })
    t.equal(run.exitCode, 1)
    assertDumps(t, run, {
      runner: 'jest',
      file: 'jest-hooks.jest.js',
      failed: [
        {
          name: 'hooks > is not reached > beforeEach',
          mark: '// HOOK',
          variables: [{ user: { name: 'ada' } }]
        },
        { name: 'fails in a timer', mark: '// TIMER', variables: [{ order: { id: 7 } }] }
      ]
    })
  })
})
