'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { assertDumps, assertUncaptured, installProject, runTests } = require('../../helpers/test-project')

const VITEST = path.join('node_modules', 'vitest', 'vitest.mjs')
const expected = {
  runner: 'vitest',
  file: 'vitest.test.mjs',
  failed: [
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
    { name: 'checkout > is flaky', mark: '// FLAKY', variables: [{ run: 1 }] }
  ]
}

t.test('vitest', async t => {
  const cwd = installProject(t)
  const preload = { NODE_OPTIONS: `--require ${path.join(cwd, 'node_modules/crash-collector')}` }

  t.test('each failed attempt of a test leaves a dump', async t => {
    const report = path.join(cwd, 'report.json')
    const args = ['run', 'vitest.test.mjs', '--reporter=default', '--reporter=json', `--outputFile=${report}`]
    const run = await runTests(t, [VITEST, ...args], { cwd })
    t.equal(run.exitCode, 1)
    assertDumps(t, run, expected)
    t.notMatch(run.stderr, 'test-runners/vitest.mjs', 'no frame of ours in what the runner prints')
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(fs.readFileSync(report, 'utf8'))
    t.same({ numFailedTests, numPassedTests }, { numFailedTests: 3, numPassedTests: 3 })
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

  t.test('what the runner expects to throw is not captured', t =>
    assertUncaptured(t, 'vitest', [VITEST, 'run', 'vitest-provoked.test.mjs'], cwd))

  t.test('tests that pass leave nothing, whatever they provoke', async t => {
    const run = await runTests(t, [VITEST, 'run', 'vitest-passing'], { cwd })
    t.equal(run.exitCode, 0, 'exit code', { stdout: run.stdout })
    t.same(run.files, [])
    t.equal(run.stderr, '')
  })
})
