'use strict'
// `npm run bench` reports wrong usage, and a suite that can't run does not stop the others.

const { spawnSync } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { names, suite } = require('../../benchmarks/scenarios')
const { TimeBudget } = require('../../benchmarks/lab/plan/time-budget')

const RUN = path.join(__dirname, '..', '..', 'benchmarks', 'run.js')

t.test('a suite that cannot run does not keep the others from it', async t => {
  const { status, stderr } = spawnSync(process.execPath, [RUN, 'all', '--quick', '--node', '1'], { encoding: 'utf8' })
  t.same([...stderr.matchAll(/^(\S+): no Node\.js 1: /gm)].map(([, name]) => name), names)
  t.equal(status, 1)
})

/** @param {...string} args */
const bench = (...args) => spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' })

t.test('wrong usage is told so', async t => {
  const { status, stderr } = bench('no-such-suite')
  t.match(stderr, /no suite "no-such-suite"[^]*Usage/)
  t.equal(status, 2)
  t.match(bench('promise', '--only', 'nothing-like-it', '--node', process.versions.node.split('.')[0]), { status: 2 })
  t.match(bench('all', '--only', 'nothing-like-it'), { status: 2, stderr: /no scenario of any suite/ })
})

t.test('help lists the suites, each with its question', async t => {
  for (const option of ['--help', '-h']) {
    const { status, stdout, stderr } = bench(option)
    t.match({ status, stderr }, { status: 0, stderr: '' })
    for (const name of names) t.match(stdout, new RegExp(`^  ${name} +${suite(name).question.slice(0, 20)}`, 'm'))
    t.same(stdout.split('\n').filter(line => line.length > 110), [])
  }
})

t.test('all suites have their time in six hours, and what one leaves the others have', async t => {
  const suites = names.map(suite)
  t.ok(suites.reduce((sum, { minutes }) => sum + minutes, 0) < 360)
  const three = [{ name: 'a', minutes: 1 }, { name: 'b', minutes: 2 }, { name: 'c', minutes: 1 }]
  const budget = new TimeBudget(three, false, 8)
  t.equal(budget.minutesFor('a'), 2)
  budget.spend(60_000)
  t.equal(budget.minutesFor('b').toFixed(3), '4.667')
  budget.spend(6 * 60_000)
  t.equal(budget.minutesFor('c'), 1)
  budget.spend(6 * 60_000)
  t.equal(budget.leftMs, 0)
})
