'use strict'
const t = require('tap')
const { assertDumps, assertUncaptured, installProject, runTests } = require('../../helpers/test-project')
const { testedVersion } = require('../../helpers/run-node')

const INTEGRATION = ['--import', 'crash-collector/node-test']
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
  { name: 'checkout > later > pays', mark: '// AWAITED', variables: [{ paid: 5, card: { limit: 20 } }] },
  {
    name: 'checkout > has subtests > inner',
    mark: '// SUBTEST',
    variables: [{ order: { id: 7 } }, { order: { id: 7 } }]
  }
]
const expected = { runner: 'node:test', file: 'node.test.js', failed: FAILED }

t.test('node:test', async t => {
  const cwd = installProject(t)

  t.test('each failed test leaves a dump, and the report has its path', async t => {
    const run = await runTests(t, ['--test', '--test-reporter=tap', ...INTEGRATION, 'node.test.js'], { cwd })
    t.equal(run.exitCode, 1)
    t.match(run.stdout, /^# fail [45]$[\s\S]*^# skipped 1$/m, 'the report of the runner')
    t.match(run.stdout, /not ok 2 - ships[\s\S]*?\.\.\.\n\s+# crash-collector: dump written to .*\.ccdump\n/)
    assertDumps(t, run, expected)
    t.equal(run.stderr, '')
  })

  t.test('without the option --test', async t => {
    const run = await runTests(t, [...INTEGRATION, 'node.test.js'], { cwd })
    t.equal(run.exitCode, 1)
    assertDumps(t, run, expected)
  })

  t.test('all files in one process', async t => {
    const major = Number((await testedVersion()).slice(1).split('.')[0])
    if (major < 22) return t.plan(0, 'Node.js 22 has test isolation')
    const isolation = `--${major === 22 ? 'experimental-' : ''}test-isolation=none`
    const files = ['node.test.js', 'node-passing.test.js']
    const run = await runTests(t, ['--test', isolation, ...INTEGRATION, ...files], { cwd })
    t.equal(run.exitCode, 1)
    assertDumps(t, run, expected)
  })

  t.test('what the runner expects to throw is not captured', t =>
    assertUncaptured(t, 'node:test', ['--test', ...INTEGRATION, 'node-provoked.test.js'], cwd))

  t.test('tests that pass leave nothing, whatever they provoke', async t => {
    const args = ['--test', '--test-reporter=tap']
    const run = await runTests(t, [...args, ...INTEGRATION, 'node-passing.test.js'], { cwd })
    const without = await runTests(t, [...args, 'node-passing.test.js'], { cwd })
    t.equal(run.exitCode, 0, 'exit code', { stdout: run.stdout })
    t.same(run.files, [])
    t.equal(run.stdout.replace(/[\d.]+$/gm, ''), without.stdout.replace(/[\d.]+$/gm, ''), 'the same report')
    t.equal(run.stderr, '')
  })

  t.test('a program that a test starts reports nothing', async t => {
    const run = await runTests(t, ['--test', ...INTEGRATION, 'node-children.test.js'], { cwd })
    t.equal(run.exitCode, 0, 'exit code', { stdout: run.stdout })
    t.same(run.files, [])
  })

  t.test('a test that is expected to fail', async t => {
    if (Number((await testedVersion()).slice(1).split('.')[0]) < 24) return t.plan(0, 'Node.js 24 has expectFailure')
    const run = await runTests(t, ['--test', ...INTEGRATION, 'node-expected.test.js'], { cwd })
    t.equal(run.exitCode, 0, 'exit code', { stdout: run.stdout })
    t.same(run.files, [])
  })
})
