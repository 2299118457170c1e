'use strict'
const path = require('node:path')
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

testRunner(playwright, async (t, { run }) => {
  t.match(run.stdout, /attachment #1: crash dump .*\n +dumps-\w+.crash\..*\.ccdump\n/, 'beside the failure')
})
