'use strict'

const t = require('tap')
const { pathDumps } = require('../../helpers/path-dumps')
const { runCli } = require('../../helpers/run-cli')

t.test('where a request that died and one that was answered part', async t => {
  const { cwd, answered, died } = await pathDumps(t)
  const { stdout } = await runCli(['diff', died, answered, '--json'], { cwd })
  const { paths } = JSON.parse(stdout)
  t.match(paths, {
    a: { name: 'GET /pot', next: { file: 'service.js', lineNumber: 8, code: 'undefined' } },
    b: { name: 'GET /cup', next: { file: 'service.js', lineNumber: 8, code: 'twice(400) : undefined' } },
    parting: { file: 'service.js', lineNumber: 7, code: 'function priceOf (sku) {' },
    changed: []
  })
  t.equal(paths.a.steps - paths.a.onlyHere, paths.b.steps - paths.b.onlyHere)

  const { stdout: text } = await runCli(['diff', died, answered], { cwd, env: { COLUMNS: '80' } })
  t.match(
    text,
    new RegExp(
      [
        'Execution paths',
        String.raw` {2}part after service\.js:8 {2}function priceOf \(sku\) \{`,
        String.raw` {2}- GET /pot took \d+ steps, \d+ of them alone`,
        String.raw` {4}went on at service\.js:9 {2}undefined`,
        String.raw` {2}\+ GET /cup took \d+ steps, \d+ of them alone`,
        String.raw` {4}went on at service\.js:9 {2}twice\(400\)`
      ].join('\n')
    )
  )
})

t.test('a path is the same as itself', async t => {
  const { cwd, died } = await pathDumps(t)
  const { stdout } = await runCli(['diff', died, died], { cwd })
  t.match(stdout, /Execution paths\n {2}the same steps\n\n/)
})

t.test('without paths nothing is said of them', async t => {
  const { cwd, answered, died } = await pathDumps(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'off' })
  const { stdout } = await runCli(['diff', died, answered], { cwd })
  t.notMatch(stdout, 'Execution paths')
})
