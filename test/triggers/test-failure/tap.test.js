'use strict'
const path = require('node:path')
const { CHECKOUT, testRunner } = require('../../helpers/test-runner')
const { assertDumps, runTests } = require('../../helpers/test-project')

const INTEGRATION = ['--import', 'crash-collector/tap']

const tap = {
  name: 'tap',
  argv: () => (/** @type {string[]} */ ...files) => [...INTEGRATION, ...files],
  failing: 'tap.test.js',
  provoked: 'tap-provoked.test.js',
  passing: 'tap-passing.test.js',
  failed: [
    ...CHECKOUT,
    {
      name: 'checkout > fails in a callback',
      mark: '// SHIP',
      variables: [{ cart: { order: { id: 7 } } }]
    },
    { name: 'checkout > fails on purpose', mark: '// FAIL', variables: [{ order: { id: 8 } }] },
    {
      name: 'checkout > hooks > is not reached',
      mark: '// SHIP',
      variables: [{ cart: { user: { name: 'ada' } } }, { user: { name: 'ada' } }]
    }
  ],
  report: /^# \{ total: 11, pass: 2, fail: 7, todo: 1, skip: 1 \}$/m
}

testRunner(tap, async (t, { cwd, expected, run }) => {
  t.match(run.stdout, /not ok 1 - should be equal\n +---\n[^.]*?crashDump: .*\.ccdump\n/)
  t.equal(run.stderr, '')

  t.test('the error has the details of the assertion', async t => {
    const dump = run.dumps.find(({ header }) => header.test?.name === 'checkout > adds the tax')
    t.match(dump?.exception?.description, /^AssertionError: should be equal\n +at .*tap\.test\.js/)
  })

  t.test('in the processes of the runner, of scripts and of modules', async t => {
    const program = path.join('node_modules', 'tap', 'dist', 'esm', 'run.mjs')
    const args = ['--disable-coverage', '--reporter=tap', 'tap.test.js', 'tap-module.test.mjs']
    const run = await runTests(t, [program, ...args], { cwd })
    t.equal(run.exitCode, 1)
    const file = 'tap-module.test.mjs'
    assertDumps(t, run, {
      ...expected,
      failed: [
        ...expected.failed,
        { name: 'ships', file, mark: '// SHIP', variables: [{ address: { city: 'Bern' } }] },
        { name: file, file, mark: '// ROOT', variables: [] }
      ]
    })
  })

  t.test('a program without tests prints nothing of tap', async t => {
    const run = await runTests(t, [...INTEGRATION, 'tap-none.js'], { cwd })
    t.equal(run.exitCode, 0)
    t.equal(run.stdout, 'done\n')
    t.equal(run.stderr, '')
  })
})
