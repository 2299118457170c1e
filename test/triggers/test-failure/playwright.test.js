'use strict'
const path = require('node:path')
const { runTests } = require('../../helpers/test-project')
const { CHECKOUT, testRunner } = require('../../helpers/test-runner')

const PLAYWRIGHT = path.join('node_modules', '@playwright', 'test', 'cli.js')

const playwright = {
  name: 'playwright',
  needs: ['@playwright/test'],
  argv: () => (/** @type {string[]} */ ...files) => [PLAYWRIGHT, 'test', '--reporter=line', ...files],
  failing: 'playwright.pw.js',
  provoked: 'playwright-provoked.pw.js',
  passing: 'playwright-passing.pw.js',
  failed: [
    ...CHECKOUT,
    { name: 'checkout > again > is flaky', mark: '// FLAKY', variables: [{ run: 1 }] },
    { name: 'checkout > goes on', mark: '// SOFT', variables: [{ count: 1 }] },
    { name: 'checkout > fails in a timer', mark: '// SHIP', variables: [{ cart: { order: { id: 7 } } }] },
    {
      name: 'hooks > is not reached',
      mark: '// SHIP',
      variables: [{ cart: { user: { name: 'ada' } } }, { user: { name: 'ada' } }]
    }
  ],
  report: /^ +6 failed$[\s\S]*^ +1 flaky$[\s\S]*^ +1 skipped$[\s\S]*^ +3 passed /m
}

testRunner(playwright, async (t, { cwd, argv, run }) => {
  t.match(run.stdout, /attachment #1: crash dump .*\n +dumps-\w+.crash\..*\.ccdump\n/, 'beside the failure')

  t.test('the errors that Playwright makes for the place of each step are not captured', async t => {
    const { dumps } = await runTests(t, argv('playwright-steps.pw.js'), { cwd })
    t.equal(dumps.length, 1)
    const frame = dumps[0].callFrames.find(({ url }) => url.endsWith('playwright-steps.pw.js'))
    t.match(frame?.scopeChain[0].variables, [{ name: 'count', value: { value: 500 } }])
    const { captures, errorsSeen } = /** @type {Record<string, any>} */ (dumps[0].process?.errorHooks ?? {})
    t.ok(captures > 0 && captures < 10 && errorsSeen >= 500, 'of 500', { errorsSeen, captures })
  })
})
