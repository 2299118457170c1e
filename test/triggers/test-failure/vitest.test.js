'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { CHECKOUT, testRunner } = require('../../helpers/test-runner')
const { assertDumps, runTests } = require('../../helpers/test-project')
const { runCli } = require('../../helpers/run-cli')

const VITEST = path.join('node_modules', 'vitest', 'vitest.mjs')

const vitest = {
  name: 'vitest',
  needs: ['vitest'],
  argv: () => (/** @type {string[]} */ ...files) => [VITEST, 'run', ...files],
  failing: 'vitest.test.mjs',
  provoked: 'vitest-provoked.test.mjs',
  passing: 'vitest-passing.test.mjs',
  failed: [...CHECKOUT, { name: 'checkout > is flaky', mark: '// FLAKY', variables: [{ run: 1 }] }],
  report: /^ *Tests +3 failed \| 2 passed \| 1 expected fail \| 1 skipped/m
}

testRunner(vitest, async (t, { cwd, argv, expected, preload, run }) => {
  t.notMatch(run.stderr, 'test-runners/vitest.mjs', 'no frame of ours in what the runner prints')

  t.test('what the transform has made is not shown', async t => {
    const { stdout } = await runCli(['show', run.files[0]], { cwd })
    t.match(stdout, /^Frames$/m)
    t.notMatch(stdout, /__vite_ssr/)
  })

  t.test('the path is in the report', async t => {
    const report = path.join(cwd, 'report.json')
    const args = ['--reporter=json', `--outputFile=${report}`]
    const run = await runTests(t, argv('vitest.test.mjs', ...args), { cwd })
    const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8'))
    const ships = testResults[0].assertionResults.find((/** @type {any} */ { title }) => title === 'ships')
    t.ok(run.files.includes(ships.meta.crashDump), 'the path is in the report', ships.meta)
  })

  for (const pool of ['forks', 'threads']) {
    t.test(`the preload and pool ${pool}`, async t => {
      const files = ['vitest.test.mjs', 'vitest-passing']
      const run = await runTests(t, [VITEST, 'run', `--pool=${pool}`, ...files], { cwd, env: preload })
      t.equal(run.exitCode, 1)
      assertDumps(t, run, expected)
      t.equal(
        run.dumps.every(({ header }) => header.threadId !== 0),
        pool === 'threads',
        'threads'
      )
    })
  }
})
