'use strict'
// The programs that measure captures really make the errors and captures that are counted.

const { spawnSync } = require('node:child_process')
const path = require('node:path')

const t = require('tap')
const { FRAMES } = require('../../benchmarks/scenarios/capture-cost/frames')
const { rejectedBefore } = require('../../benchmarks/scenarios/promise/errors-before')
const { latestOf, suite } = require('../../benchmarks/scenarios')

/** @param {string} file @param {string[]} args */
function printed (file, ...args) {
  const program = path.join(__dirname, '..', '..', 'benchmarks', 'scenarios', file)
  const command = ['--expose-gc', '--allow-natives-syntax', program, ...args]
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

t.test('errors are made on a stack of twenty frames', async t => {
  const { metrics, details } = printed('capture-cost/program.js', '2', '1', '3')
  t.equal(details.frames, FRAMES)
  t.equal(details.times.length, 3)
  t.same(Object.keys(metrics), ['firstMs', 'stopMs', 'cpuMs', 'repeatedMs', 'worstMs'])
  t.ok(metrics.stopMs >= metrics.firstMs, 'the first error is within the time that is watched')
})

t.test('errors are made by code of the compiler that is wanted, and below functions that wait', async t => {
  t.match(printed('capture-cost/stacks.js', 'turbofan', '10', '0', '50'), { metrics: { stackUs: Number } })
  t.equal(printed('capture-cost/stacks.js', 'turbofan', '3', '10', '50').details.times.length, 2)
  t.throws(() => printed('capture-cost/stacks.js', 'interpreted', '10', '0', '3000'), /not interpreted: status/)
})

t.test('a rationed error has its CPU time', async t => {
  t.match(printed('capture-cost/errors.js', '50', '1'), { metrics: { errorUs: Number }, details: { errors: 50 } })
})

t.test('memory is looked at after each tenth', async t => {
  const { metrics, details } = printed('soak/program.js', '100')
  t.equal(details.parts.length, 11)
  t.equal(metrics.rssLaterMb, details.parts[10].rssMb - details.parts[5].rssMb)
})

t.test('a hundred errors before', async t => t.equal(await rejectedBefore(100), 100))

t.test('rows of a Node.js on which a scenario or a suite is no longer measured are left out', async t => {
  const session = '2026-11-23T08:00:00.000Z-capture-cost'
  const environment = { kind: 'environment', session, suite: 'capture-cost', quick: false }
  const row = (/** @type {string} */ scenario, /** @type {string} */ node) =>
    ({ kind: 'run', session, suite: 'capture-cost', scenario, node, configuration: 'off', round: 1, metrics: {} })
  const rows = /** @type {any} */ ([
    environment,
    row('200 scripts, 50 MB', '20'),
    row('200 scripts, 50 MB', '24'),
    row('3 frames, baseline', '20'),
    row('3 frames, baseline', '18'),
    row('no such scenario', '24')
  ])
  const { runs } = latestOf(rows, suite('capture-cost'))
  t.same(runs.map(({ scenario, node }) => `${scenario} ${node}`), ['200 scripts, 50 MB 24', '3 frames, baseline 20'])
})
