'use strict'
// Tests what is the same with all test runners: failed tests leave dumps, with the preload too; tests that pass leave
// none; and errors that tests expect are not captured.

const t = require('tap')
const path = require('node:path')
const { skippedWithout } = require('./ecosystem')
const { assertDumps, assertUncaptured, installProject, runTests } = require('./test-project')

/** @typedef {import('tap').Test} Test */
/** @typedef {import('./test-project').FailedTest} FailedTest */
/** @typedef {import('./test-project').TestRun} TestRun */

/** The failed tests that stand in the test files of all runners. */
const CHECKOUT = [
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

/**
 * @typedef {object} Runner
 * @property {string} name of the runner in dumps
 * @property {string[]} [needs] packages of test/ecosystem
 * @property {(cwd: string) => (...files: string[]) => string[]} argv of Node.js: runs these files of the project `cwd`
 * @property {string} failing test file
 * @property {string} provoked file with one test, which fails after 40 errors that it expects
 * @property {string} passing test file
 * @property {FailedTest[]} failed the failed tests of `failing`
 * @property {number} [exitCode] of a run of `failing`, as without the integration; default: 1
 * @property {RegExp} report what the runner prints after a run of `failing`
 */

/**
 * @typedef {object} Project
 * @property {string} cwd
 * @property {(...files: string[]) => string[]} argv of Node.js: runs these files
 * @property {{ NODE_OPTIONS: string }} preload environment in which the collector is preloaded
 * @property {{ runner: string, file: string, failed: FailedTest[] }} expected the dumps of the failed tests
 * @property {TestRun} run of the failing tests
 */

/**
 * @param {Runner} runner
 * @param {(t: Test, project: Project) => Promise<unknown>} further tests of what is special about the runner
 */
function testRunner (runner, further) {
  const { name, needs = [], argv: argvIn, failing, provoked, passing, failed, exitCode = 1, report } = runner
  t.test(name, async t => {
    if (skippedWithout(t, ...needs)) return
    const cwd = installProject(t)
    const argv = argvIn(cwd)
    const preload = { NODE_OPTIONS: `--require ${path.join(cwd, 'node_modules/crash-collector')}` }
    const expected = { runner: name, file: failing, failed }

    const run = await runTests(t, argv(failing), { cwd })
    t.equal(run.exitCode, exitCode, 'exit code', { stdout: run.stdout, stderr: run.stderr })
    t.match(run.stdout + run.stderr, report, 'the report of the runner')
    assertDumps(t, run, expected)

    t.test('with the preload too', async t => {
      assertDumps(t, await runTests(t, argv(failing), { cwd, env: preload }), expected)
    })

    t.test('what the runner expects to throw is not captured', async t => {
      await assertUncaptured(t, name, provoked, await runTests(t, argv(provoked), { cwd }))
    })

    t.test('tests that pass leave nothing, whatever they provoke', async t => {
      const { exitCode, files, stdout, stderr } = await runTests(t, argv(passing), { cwd })
      t.equal(exitCode, 0, 'exit code', { stdout, stderr })
      t.same(files, [])
      t.notMatch(stdout + stderr, 'crash-collector:')
    })

    await further(t, { cwd, argv, preload, expected, run })
  })
}

module.exports = { CHECKOUT, testRunner }
