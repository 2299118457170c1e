'use strict'
// `path --union`: what production runs, and what it loads in vain.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { pathDumps } = require('../../helpers/path-dumps')
const { runCli } = require('../../helpers/run-cli')

t.test('files, functions and packages that any request ran, and that none did', async t => {
  const { cwd, directory } = await pathDumps(t, { CRASH_COLLECTOR_EXECUTION_PATH_PACKAGES: '*' })
  const { stdout } = await runCli(['path', directory, '--union', '--json'], { cwd })
  const union = JSON.parse(stdout)
  t.same(union.requests, [{ name: 'GET /pot', count: 1 }, { name: 'GET /cup', count: 1 }])
  t.match(union.files, [{ file: 'service.js', neverExecuted: [{ functionName: 'cancel', lineNumber: 16 }] }])
  t.equal(union.files.length, 1)
  t.same(union.neverExecuted, ['refunds.js'])
  t.same(union.packages, { executed: ['used'], neverExecuted: ['idle'], neverLoaded: ['absent'], notRecorded: [] })

  const { stdout: text } = await runCli(['path', directory, '--union'], { cwd, env: { COLUMNS: '80' } })
  t.match(text, /^2 requests and jobs ran code of 1 file\n/)
  t.match(text, /\nExecuted\n {2}service\.js {2}\d+ of \d+ functions\n {6}never: cancel:17/)
  t.match(text, /\nLoaded and never executed\n {2}refunds\.js\n/)
  t.match(text, /\nPackages: loaded and never executed\n {2}idle\n/)
  t.match(text, /\nDependencies of package\.json: not loaded\n {2}absent\n/)
  t.ok(text.split('\n').every(line => line.length <= 80))
})

t.test('packages without counters are not called idle', async t => {
  const { cwd, directory } = await pathDumps(t)
  const { stdout } = await runCli(['path', directory, '--union', '--json'], { cwd })
  t.same(JSON.parse(stdout).packages, {
    executed: [],
    neverExecuted: [],
    neverLoaded: [],
    notRecorded: ['absent', 'idle', 'used']
  })
})

t.test('a directory without paths, and a dump that is damaged', async t => {
  const { cwd, directory } = await pathDumps(t, { CRASH_COLLECTOR_EXECUTION_PATH: 'off' })
  fs.writeFileSync(path.join(directory, 'crash.20260102.030405.1.0.1.ccdump'), 'no dump')
  const { stdout, stderr, exitCode } = await runCli(['path', directory, '--union'], { cwd })
  t.equal(stdout, '')
  t.equal(exitCode, 1)
  t.match(stderr, /^crash\.20260102\.030405\.1\.0\.1\.ccdump .*\n.*there is no execution path/)
})
