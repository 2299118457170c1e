'use strict'
const path = require('node:path')
const { CHECKOUT, testRunner } = require('../../helpers/test-runner')
const { assertDumps, runTests } = require('../../helpers/test-project')
const { runCli } = require('../../helpers/run-cli')

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js')

const jest = {
  name: 'jest',
  needs: ['jest'],
  argv: () => (/** @type {string[]} */ ...files) => [JEST, '--runInBand', ...files],
  failing: 'jest.test.js',
  provoked: 'jest-provoked.test.js',
  passing: 'jest-passing.test.js',
  failed: [
    ...CHECKOUT,
    ...CHECKOUT.map(test => ({ ...test, attempt: 2 })),
    { name: 'checkout > is flaky', mark: '// FLAKY', variables: [{ run: 1 }] }
  ],
  report: /^Tests: +3 failed, 3 passed, 6 total$/m
}

testRunner(jest, async (t, { cwd, expected, run }) => {
  t.test('the dump is shown as a failed test', async t => {
    const file = run.files[run.dumps.findIndex(({ header }) => header.test?.name === 'checkout > adds the tax')]
    const shown = await runCli(['show', file], { cwd })
    t.match(shown.stdout, /^failed test · /m)
    t.match(shown.stdout, /^test "checkout > adds the tax" in .*jest\.test\.js \(jest\)$/m)
    t.notMatch(shown.stdout, /^ +this {2}/m, 'the global object of the context tells nothing')
    t.match(shown.stdout, /cart +\{ items: \[ \{ price: 10 \}, \{ price: 11 \} \].*, taxRate: 0\.2 \}/)
  })

  t.test('the same line in show, list and list --group', async t => {
    const file = run.files[run.dumps.findIndex(({ header }) => header.test?.name === 'checkout > adds the tax')]
    const options = { cwd, env: { CRASH_COLLECTOR_DIR: path.dirname(file) } }
    const [, line] = /^\S+\.js:(\d+):\d+\n/m.exec((await runCli(['show', file], options)).stdout) ?? []
    const listed = JSON.parse((await runCli(['list', '--json'], options)).stdout)
    t.equal(listed.find((/** @type {any} */ each) => each.file === file).topFrame.lineNumber + 1, Number(line))
    const { groups } = JSON.parse((await runCli(['list', '--group', '--json'], options)).stdout)
    const holds = (/** @type {any} */ { dumps }) => dumps.some((/** @type {any} */ each) => each.file === file)
    const group = groups.find(holds)
    t.match(group.place, `:${line}`)
  })

  t.test('the error that each expect() makes beforehand is not captured', async t => {
    const { dumps } = await runTests(t, [JEST, '--runInBand', 'jest-provoked.test.js'], { cwd })
    const { captures, errorsSeen } = /** @type {Record<string, any>} */ (dumps[0]?.process?.errorHooks ?? {})
    t.ok(captures > 0 && captures < 20, 'of 40', { errorsSeen, captures })
  })

  t.test('nor when expect() is optimised', async t => {
    const { dumps } = await runTests(t, [JEST, '--runInBand', 'jest-optimised.test.js'], { cwd })
    const { captures, errorsSeen } = /** @type {Record<string, any>} */ (dumps[0]?.process?.errorHooks ?? {})
    t.ok(captures > 0 && captures < 10 && errorsSeen >= 3000, 'of 3,000', { errorsSeen, captures })
  })

  t.test('in child processes', async t => {
    const run = await runTests(t, [JEST, '--workers=2', 'jest.test.js', 'jest-passing.test.js'], { cwd })
    t.equal(run.exitCode, 1)
    t.match(run.stderr, /^Tests: +3 failed, 6 passed, 9 total$/m)
    assertDumps(t, run, expected)
  })

  t.test('a hook, errors that come later, and an environment of the project', async t => {
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
        { name: 'fails in a timer', mark: '// TIMER', variables: [{ order: { id: 7 } }] },
        { name: 'waits for what is rejected', mark: '// RESOLVES', variables: [{ order: { id: 8 } }] },
        { name: 'waits for another rejection', mark: '// REJECTS', variables: [{ order: { id: 9 } }] }
      ]
    })
  })
})
