'use strict'
// What the benchmark lab concludes from rows, and in which order it makes them.

const t = require('tap')
const { sessionToContinue } = require('../../benchmarks/lab/continued')
const { latest } = require('../../benchmarks/lab/rows')
const { schedule } = require('../../benchmarks/lab/schedule')
const { estimate, quantile } = require('../../benchmarks/lab/stats')
const { summarize } = require('../../benchmarks/lab/summary')
const { againstTarget, noiseFloor, verdict } = require('../../benchmarks/lab/verdict')

/** @typedef {import('../../benchmarks/lab/rows').RunRow} RunRow */
/** @typedef {import('../../benchmarks/lab/environment').EnvironmentRow} EnvironmentRow */

/** @type {import('../../benchmarks/lab/suite').Suite} */
const SUITE = {
  name: 'made-up',
  title: '',
  text: '',
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'always'],
  sparse: { always: 3 },
  rounds: 4,
  quickRounds: 1,
  metrics: [{ name: 'ms', label: 'time', unit: 'ms', compare: 'ratio', targets: { 'on-demand': 1.02 } }],
  scenarios: [{ name: 'long', run: async () => ({ metrics: {} }) }, { name: 'short', rounds: 2, run: async () => ({ metrics: {} }) }]
}

/** @param {Partial<RunRow>} row @returns {RunRow} */
const run = row => ({ kind: 'run', session: 'one', suite: 'made-up', scenario: 'long', node: '24', configuration: 'off', round: 1, position: 0, load: 0, metrics: {}, ...row })

/** @param {Partial<EnvironmentRow>} [row] @returns {EnvironmentRow} */
const environment = row => ({
  kind: 'environment', session: 'one', date: '2026-01-02T03:04:05.678Z', suite: 'made-up', commit: 'c', code: 'd', dirty: false, command: '', quick: false, cpu: 'a CPU', cores: 2, memoryBytes: 1, os: 'Linux', load: [0, 0, 0], nodes: { 24: 'v24.1.0' }, ...row
})

t.test('configurations are interleaved, and their order rotates', async t => {
  const rounds = schedule(SUITE, { nodes: ['24'], rounds: 4 })
  const order = (/** @type {number} */ round, name = 'long') => rounds[round].filter(({ scenario }) => scenario.name === name).map(({ configuration }) => configuration)
  t.equal(rounds.length, 5, 'a warm-up, then as many as were asked for')
  t.same(order(1), ['off-again', 'on-demand', 'always', 'off'])
  t.same(order(2), ['on-demand', 'off', 'off-again'], 'a costly one takes part in each third round')
  t.same(order(4).sort(), ['always', 'off', 'off-again', 'on-demand'])
  t.same([1, 2, 3, 4].map(round => order(round, 'short').length > 0), [true, true, false, false], 'a scenario may want fewer rounds')
  t.same(schedule(SUITE, { nodes: ['24'], rounds: 1, configurations: ['always'] })[1].map(({ configuration }) => configuration).sort(), ['always', 'always', 'off', 'off', 'off-again', 'off-again'], 'no configuration without its baselines')
})

t.test('a measurement that is continued has the rounds that it lacks, after a warm-up', async t => {
  const rounds = schedule(SUITE, { nodes: ['24'], rounds: 4, after: 3 })
  t.same(rounds.map(tasks => [...new Set(tasks.map(({ round }) => round))]), [[0], [4]])
  t.same(schedule(SUITE, { nodes: ['24'], rounds: 4, after: 4 }).length, 1, 'nothing is missing')
  const rows = [environment({ session: 'older' }), run({ session: 'older', round: 9 }), environment(), run({ round: 1 }), run({ round: 2, configuration: 'always' })]
  t.same(sessionToContinue(rows, environment({ session: 'now' })), { session: 'one', rounds: 2 })
  t.throws(() => sessionToContinue(rows, environment({ session: 'now', code: 'e', nodes: { 24: 'v24.2.0' } })), /2026-01-02T03:04:05.678Z: code, Node.js 24$/)
  t.throws(() => sessionToContinue(rows, environment({ session: 'now', dirty: true })), /: dirty$/)
  t.throws(() => sessionToContinue(rows, environment({ suite: 'other' })), /other has no rows/)
})

t.test('the report takes the newest rows of each scenario, and names all measurements that they come from', async t => {
  const rows = [
    environment(), run({ metrics: { ms: 1 } }), run({ scenario: 'short', metrics: { ms: 2 } }), environment({ command: 'continued' }), run({ round: 2 }),
    environment({ session: 'two' }), run({ session: 'two', scenario: 'short', metrics: { ms: 3 } }),
    environment({ session: 'trial', quick: true }), run({ session: 'trial' })
  ]
  const { environments, runs } = latest(rows, 'made-up')
  t.same(environments.map(({ session, command }) => [session, command]), [['one', ''], ['one', 'continued'], ['two', '']])
  t.same(runs.map(({ session, scenario, round }) => [session, scenario, round]), [['one', 'long', 1], ['one', 'long', 2], ['two', 'short', 1]])
})

t.test('a median with its interval', async t => {
  t.same(estimate([]), { median: NaN, low: NaN, high: NaN, count: 0 })
  t.match(estimate([5, 5, 5]), { median: 5, low: 5, high: 5, count: 3 })
  const values = Array.from({ length: 101 }, (_, i) => i)
  const { median, low, high } = estimate(values)
  t.equal(median, 50)
  t.ok(low > 30 && low < 50 && high > 50 && high < 70, 'about 10 to each side', { low, high })
  t.same(estimate(values), estimate(values), 'the same for the same rows')
  t.equal(quantile([4, 1, 3, 2], 0.5), 2.5)
})

t.test('inside the noise nothing is concluded', async t => {
  const of = (/** @type {number} */ median, /** @type {number} */ low, /** @type {number} */ high, count = 15) => ({ median, low, high, count })
  const floor = noiseFloor(of(1, 0.98, 1.03), 1)
  t.equal(Math.round(floor * 1000), 30, 'the farther end')
  t.ok(Number.isNaN(noiseFloor(undefined, 1)))
  t.equal(verdict(of(1.2, 1.1, 1.3), floor, 1).text, 'more')
  t.equal(verdict(of(0.8, 0.7, 0.9), floor, 1).text, 'less')
  t.equal(verdict(of(1.2, 0.9, 1.3), floor, 1).text, 'no difference shown')
  t.equal(verdict(of(1.02, 1.01, 1.03), floor, 1).text, 'no difference shown (within noise)')
  t.equal(verdict(of(1.2, 1.1, 1.3, 2), floor, 1).text, 'too few rounds')
  t.equal(verdict(of(1.2, 1.1, 1.3), NaN, 1).text, 'noise floor not measured')
  t.equal(againstTarget(of(1.0, 0.99, 1.01), 1.02, { floor, neutral: 1 }), 'met')
  t.equal(againstTarget(of(1.0, 0.99, 1.05), 1.02, { floor, neutral: 1 }), 'met at the median, the interval reaches over it')
  t.equal(againstTarget(of(1.025, 1.021, 1.05), 1.02, { floor, neutral: 1 }), 'not decided: within noise')
  t.equal(againstTarget(of(1.2, 1.1, 1.3), 1.02, { floor, neutral: 1 }), 'missed')
})

t.test('what is compared is of the same round', async t => {
  // The machine gets slower from round to round; the collector costs a tenth in each.
  const rows = [1, 2, 3, 4].flatMap(round => [
    run({ round, metrics: { ms: 100 * round } }), run({ round, configuration: 'off-again', metrics: { ms: 100 * round } }),
    run({ round, configuration: 'on-demand', metrics: { ms: 110 * round } })
  ])
  const wrong = [run({ round: 0, configuration: 'on-demand', metrics: { ms: 1 } }), run({ round: 5, metrics: { ms: 1 } }), run({ round: 5, configuration: 'on-demand', metrics: { ms: 9 }, discarded: 'no work done' })]
  const lines = summarize([...rows, ...wrong], SUITE.metrics)
  const line = lines.find(({ configuration }) => configuration === 'on-demand')
  t.match(line, { compared: { median: 1.1, low: 1.1, high: 1.1, count: 4 }, conclusion: 'more', target: 'missed', discarded: 1 })
})
