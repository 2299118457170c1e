'use strict'
const { CHECKOUT, testRunner } = require('../../helpers/test-runner')
const { assertDumps, runTests } = require('../../helpers/test-project')
const { testedVersion } = require('../../helpers/run-node')

const INTEGRATION = ['--import', 'crash-collector/node-test']

const nodeTest = {
  name: 'node:test',
  argv: () => (/** @type {string[]} */ ...files) => ['--test', '--test-reporter=tap', ...INTEGRATION, ...files],
  failing: 'node.test.js',
  provoked: 'node-provoked.test.js',
  passing: 'node-passing.test.js',
  failed: [
    ...CHECKOUT,
    {
      name: 'checkout > has subtests > inner',
      mark: '// SUBTEST',
      variables: [{ order: { id: 7 } }, { order: { id: 7 } }]
    }
  ],
  report: /^# fail [45]$[\s\S]*^# skipped 1$/m
}

testRunner(nodeTest, async (t, { cwd, expected, run }) => {
  t.match(run.stdout, /not ok 2 - ships[\s\S]*?\.\.\.\n\s+# crash-collector: dump written to .*\.ccdump\n/)
  t.equal(run.stderr, '')

  t.test('without the option --test', async t => {
    const run = await runTests(t, [...INTEGRATION, 'node.test.js'], { cwd })
    t.equal(run.exitCode, 1)
    assertDumps(t, run, expected)
  })

  t.test('one failed test leaves one dump, although its error is the only one that is printed', async t => {
    const file = 'node-single.js'
    const run = await runTests(t, [...INTEGRATION, file], { cwd })
    t.equal(run.exitCode, 1)
    const failed = [{ name: 'is the only one', mark: '// ONLY', variables: [{ order: { id: 7 } }] }]
    assertDumps(t, run, { runner: 'node:test', file, failed })
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

  t.test('the report of tests that pass is the same', async t => {
    const args = ['--test', '--test-reporter=tap']
    const run = await runTests(t, [...args, ...INTEGRATION, 'node-passing.test.js'], { cwd })
    const without = await runTests(t, [...args, 'node-passing.test.js'], { cwd })
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
