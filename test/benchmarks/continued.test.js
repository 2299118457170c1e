'use strict'
// A continued measurement runs only the missing rounds, and only if code, build, machine and Node.js are the same.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { sessionToContinue } = require('../../benchmarks/lab/plan/continued')
const { REPOSITORY, builtDigest, environment: environmentNow, hasEffect } = require('../../benchmarks/lab/environment')
const { names, suite: suiteNamed } = require('../../benchmarks/scenarios')
const { schedule } = require('../../benchmarks/lab/plan/schedule')
const { SUITE, environment, run } = require('../helpers/measured')

/** @typedef {import('../../benchmarks/lab/plan/schedule').Task} Task */

const SCHEMA_FILES = ['event-types.js', 'format.js', 'record-shape.js', 'schema.json'].map(
  file => `packages/shared/dump/${file}`
)

const OPTIONS = { nodes: ['24'], rounds: 2 }

/** @param {Task[]} tasks */
const rowsOf = tasks =>
  tasks.map(({ scenario, node, configuration, round, position }) =>
    run({ scenario: scenario.name, node, configuration, round, position })
  )

/** @param {Task[][]} rounds */
const cells = rounds =>
  rounds.map(tasks => [...new Set(tasks.map(({ scenario, node, round }) => `${scenario.name} ${node} ${round}`))])

t.test('rounds that lack something are measured anew as a whole, after a warm-up of theirs', async t => {
  const rows = rowsOf(schedule(SUITE, OPTIONS).flat())
  const lacking = (/** @type {typeof rows} */ measured, more = {}) =>
    cells(schedule(SUITE, { ...OPTIONS, ...more, measured }))
  const isOf =
    (/** @type {number} */ round, /** @type {string} */ scenario, configuration = 'on-demand') =>
      (/** @type {typeof rows[0]} */ row) =>
        row.round === round && row.scenario === scenario && row.configuration === configuration
  t.same(lacking(rows), [[]], 'nothing is missing')
  t.same(lacking(rows.filter(row => !isOf(2, 'short')(row))), [['short 24 0'], ['short 24 2']])
  t.same(
    schedule(SUITE, { ...OPTIONS, measured: rows.filter(row => !isOf(2, 'short')(row)) })[1],
    schedule(SUITE, OPTIONS)[2].filter(({ scenario }) => scenario.name === 'short')
  )
  t.same(
    lacking(rows.map(row => (isOf(1, 'long')(row) ? { ...row, discarded: 'no work done' } : row))),
    [['long 24 0'], ['long 24 1']],
    'what does not count is not measured'
  )
  t.same(
    lacking(rows, { rounds: 3 }),
    [['long 24 0'], ['long 24 3']],
    'more rounds, of the scenarios that want as many'
  )
  t.same(lacking(rows, { nodes: ['22', '24'] }), [
    ['long 22 0', 'short 22 0'],
    ['long 22 1', 'short 22 1'],
    ['long 22 2', 'short 22 2']
  ])
  t.same(lacking(rows.filter(({ scenario }) => scenario === 'long')), [['short 24 0'], ['short 24 1'], ['short 24 2']])
  t.same(lacking(rows, { only: 'long' }), [[]])
  t.same(lacking(rows, { configurations: ['on-demand'] }), [[]], 'fewer configurations than there were')
  t.same(
    lacking(rows, { configurations: ['on-demand', 'sentry'], only: 'long' }),
    [['long 24 0'], ['long 24 1'], ['long 24 2']],
    'one that was not there'
  )
})

t.test('what was measured in two goes, far apart in time, is no round', async t => {
  const round = rowsOf(schedule(SUITE, { ...OPTIONS, only: 'long' })[1])
  const isMeasured = (/** @type {typeof round} */ measured) =>
    schedule(SUITE, { ...OPTIONS, rounds: 1, only: 'long', measured }).length === 1
  t.ok(isMeasured(round))
  t.notOk(isMeasured(round.slice(0, 3)))
  t.notOk(isMeasured([...round.slice(0, 3), ...round.slice(0, 2)]), 'interrupted twice')
  t.notOk(isMeasured([...round.slice(1), ...round.slice(0, 1)]), 'the first one measured anew, then interrupted')
  t.ok(isMeasured([...round.slice(0, 3), ...round]))
})

t.test('only the newest session of the same code, build, machine and Node.js is continued', async t => {
  const rows = [
    environment({ session: 'older' }),
    run({ session: 'older', round: 9 }),
    environment({ built: 'e' }),
    run(),
    run({ round: 2, configuration: 'always' }),
    environment({ built: 'e', nodes: { 22: 'v22.1.0' } })
  ]
  const now = (more = {}) => environment({ session: 'now', built: 'e', ...more })
  t.same(sessionToContinue(rows, now()), {
    session: 'one',
    measured: rows.filter(row => row.kind === 'run' && row.session === 'one')
  })
  t.equal(
    sessionToContinue([...rows, environment({ session: 'without-runs', code: 'f' })], now()).session,
    'one',
    'one that drew flamegraphs and measured nothing'
  )
  t.throws(
    () => sessionToContinue(rows, now({ code: 'f', nodes: { 24: 'v24.2.0' } })),
    /2026-01-02T03:04:05.678Z: code, Node.js 24$/
  )
  t.throws(
    () => sessionToContinue(rows, now({ nodes: { 22: 'v22.2.0' } })),
    /: Node.js 22$/,
    'whichever of its measurements that was in'
  )
  t.throws(() => sessionToContinue(rows, now({ built: 'f' })), /: built$/)
  t.throws(() => sessionToContinue(rows, now({ dirty: true })), /: dirty$/)
  t.throws(() => sessionToContinue(rows, now({ suite: 'other' })), /other has no rows/)
  t.equal(
    sessionToContinue([environment(), run()], now()).session,
    'one',
    'a row from before there were digests of what was built'
  )
})

t.test('the schema of dumps is nothing that a measured process loads', async t => {
  const folders = ['lib', 'packages/shared', 'packages/execution-path']
  const files = folders.flatMap(folder =>
    fs.readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name}`)
      .filter(name => name.endsWith('.js') && !name.includes('/prebuilds/') && !SCHEMA_FILES.includes(name))
  )
  t.ok(files.includes('packages/shared/dump/writer.js'))
  const names = SCHEMA_FILES.map(file => path.basename(file, path.extname(file))).join('|')
  const loads = new RegExp(String.raw`require\('[^']*/(${names})(\.js(on)?)?'\)`)
  t.same(files.filter(file => loads.test(fs.readFileSync(path.join(REPOSITORY, file), 'utf8'))), [])
})

t.test('what runs only with a setting is measured by the suites that have it on', async t => {
  for (const suite of names.map(suiteNamed)) {
    const names = suite.scenarios.flatMap(({ configurations = suite.configurations }) => configurations)
    const hasPaths = names.some(name => name.startsWith('paths'))
    t.equal(hasEffect('packages/execution-path/attribution/traces.js', suite.name), hasPaths, suite.name)
    t.equal(hasEffect('src/hooks/test_errors.cc', suite.name), suite.name === 'test-runs', suite.name)
  }
})

t.test('what decides what a number means', async t => {
  for (const file of [
    'index.js',
    'lib/capture/pause.js',
    'benchmarks/lab/instructions/counting.js',
    'benchmarks/lab/quantile.js',
    'benchmarks/scenarios/http/suite.js',
    'examples/checkout/server.js'
  ]) {
    t.ok(hasEffect(file, 'http'), file)
  }
  for (const file of [
    'packages/inspect/show/index.js',
    'benchmarks/scenarios/http/notes.md',
    'benchmarks/lab/conclusions/verdict.js',
    'benchmarks/lab/plan/command-line.js',
    'benchmarks/lab/conclusions/stats.js',
    'benchmarks/lab/conclusions/pooled.js',
    'benchmarks/lab/report/summary-text.js',
    ...SCHEMA_FILES
  ]) {
    t.notOk(hasEffect(file, 'http'), file)
  }
  const directory = t.testdir({ 'linux-x64': { 'node-v137.node': 'addon' }, 'preload.js': 'bundle' })
  const built = builtDigest(directory)
  t.match(built, /^[0-9a-f]{12}$/)
  fs.writeFileSync(path.join(directory, 'linux-x64', 'node-v137.node'), 'other')
  t.not(builtDigest(directory), built)
  t.equal(builtDigest(path.join(directory, 'nowhere')), '')
  t.match(environmentNow({ suite: 'made-up', command: '', quick: true, nodes: {} }), {
    built: String,
    order: 'shuffled'
  })
})
