'use strict'

const path = require('node:path')
const t = require('tap')
const { makeDump } = require('../../helpers/make-dump')
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

/**
 * @param {string} source of the only script
 * @returns {import('../../../packages/shared/dump/format').DumpRecord[]}
 */
const recordsOf = source => [
  {
    kind: 'executionPath',
    name: 'job',
    startTime: '2026-01-02T03:04:05.000Z',
    elapsedMs: 2,
    ended: false,
    scripts: [{ scriptId: '7', url: 'file:///app/job.js', blocks: [['function', 0, source.length, 'job']] }],
    steps: [[0, 0, 1]],
    truncated: false,
    contextChanges: [],
    packages: [],
    notExecuted: [],
    notInstrumented: []
  },
  { kind: 'script', scriptId: '7', url: 'file:///app/job.js', length: source.length, source }
]

t.test('a file that has changed is not compared, and in a union the newest text counts', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'crash.20260102.030405.1.0.1.ccdump'), recordsOf('function job () {}'))
  makeDump(path.join(cwd, 'crash.20260102.030406.1.0.2.ccdump'), recordsOf('function job () { return 1 }'))
  const { stdout } = await runCli(['diff', '2', '1', '--json'], { cwd })
  t.match(JSON.parse(stdout).paths, {
    a: { steps: 0, next: null },
    b: { steps: 0, next: null },
    parting: null,
    changed: ['/app/job.js']
  })
  t.match((await runCli(['diff', '2', '1'], { cwd })).stdout, '/app/job.js is left out')
  const union = await runCli(['path', cwd, '--union', '--json'], { cwd })
  t.match(JSON.parse(union.stdout), { files: [{ functions: 1, executed: 1 }], changed: ['/app/job.js'] })
  const { stdout: lcov } = await runCli(['path', cwd, '--union', '--format', 'lcov'], { cwd })
  t.match(lcov, /^FNDA:1,job$/m, 'the older dump does not count')
})
