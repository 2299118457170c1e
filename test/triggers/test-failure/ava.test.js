'use strict'
const path = require('node:path')
const { CHECKOUT, testRunner } = require('../../helpers/test-runner')
const { assertDumps, runTests } = require('../../helpers/test-project')

const AVA = path.join('node_modules', 'ava', 'entrypoints', 'cli.mjs')
const USER = { title: 'beforeEach hook for has a hook' }

const ava = {
  name: 'ava',
  needs: ['ava'],
  argv: () => (/** @type {string[]} */ ...files) => [AVA, ...files],
  failing: 'ava.test.cjs',
  provoked: 'ava-provoked.test.cjs',
  passing: 'ava-passing.test.cjs',
  failed: [
    // ava has no suites.
    ...CHECKOUT.map(({ name, ...test }) => ({ ...test, name: name.slice(name.lastIndexOf('>') + 2) })),
    { name: 'asserts by another module', mark: '// OTHER', variables: [{ order: { id: 7 } }] },
    {
      name: 'beforeEach hook for has a hook',
      mark: '// SHIP',
      variables: [{ cart: { user: USER } }, { user: USER }]
    }
  ],
  report: /^ +1 hook failed$\s+^ +4 tests failed$\s+^ +1 known failure$/m
}

testRunner(ava, async (t, { cwd, argv, expected, run }) => {
  t.match(run.stdout, /\[fail\]: ships Error thrown in test\n +ℹ crash-collector: dump written to .*\.ccdump\n/)

  t.test('in threads', async t => {
    const run = await runTests(t, argv('ava.test.cjs', 'ava-passing.test.cjs'), { cwd, env: { AVA_THREADS: '1' } })
    t.equal(run.exitCode, 1)
    assertDumps(t, run, expected)
    t.ok(
      run.dumps.every(({ header }) => header.threadId !== 0),
      'threads'
    )
  })
})
