'use strict'
// Runs that are timed have the machine to themselves; those of which instructions are counted share it.

const os = require('node:os')
const t = require('tap')
const { compare } = require('../../benchmarks/lab/plan/compare')
const { SUITE } = require('../helpers/measured')

/** @typedef {import('../../benchmarks/lab/plan/schedule').Task} Task */

const CORES = os.availableParallelism()

t.test('as many runs as there are cores, if instructions are counted', async t => {
  let running = 0
  /** @type {Map<string, number>} the most that ran at once, by scenario */
  const most = new Map()
  /** @param {string} name @param {boolean} [counted] */
  const scenario = (name, counted) => ({
    name,
    counted,
    async run () {
      running++
      most.set(name, Math.max(most.get(name) ?? 0, running))
      await new Promise(resolve => {
        setTimeout(resolve, 20)
      })
      running--
      return { metrics: { runMs: 1 } }
    }
  })
  const scenarios = [scenario('timed'), scenario('counted', true), scenario('timed later')]
  /** @type {Task[]} */
  const tasks = scenarios.flatMap(each =>
    Array.from({ length: CORES + 1 }, (_, position) => ({
      scenario: each,
      node: '24',
      configuration: 'off',
      round: 1,
      position
    }))
  )
  /** @type {string[]} */
  const written = []
  const { signal } = new AbortController()
  const ended = await compare(
    [[], tasks],
    { suite: SUITE, session: 's', binaries: { 24: process.execPath }, quick: false, measured: [], usual: 1, signal },
    ({ scenario, position }) => written.push(`${scenario} ${position}`)
  )
  t.same(ended, { runs: tasks.length, discarded: 0, ended: 'complete' })
  t.same(written, tasks.map(({ scenario, position }) => `${scenario.name} ${position}`), 'in the order of the plan')
  t.same([...most], [['timed', 1], ['counted', CORES], ['timed later', 1]])
})

t.test('rounds that were asked for are measured whatever is decided', async t => {
  const decided = { ...SUITE, isDecided: () => true }
  const scenario = { name: 'decided', run: async () => ({ metrics: { runMs: 1 } }) }
  const rounds = [[], [{ scenario, node: '24', configuration: 'off', round: 1, position: 0 }]]
  const options = { suite: decided, session: 's', binaries: { 24: process.execPath }, quick: false, measured: [] }
  const { signal } = new AbortController()
  for (const isFixed of [false, true]) {
    /** @type {string[]} */
    const written = []
    const write = (/** @type {{ scenario: string }} */ row) => { written.push(row.scenario) }
    await compare(rounds, { ...options, usual: 1, isFixed, signal }, write)
    t.same(written, isFixed ? ['decided'] : [])
  }
})

t.test('a run that hangs is ended and discarded', async t => {
  /** @param {import('../../benchmarks/lab/suite').Context} context */
  const run = async ({ signal }) => {
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    return { metrics: { runMs: 1 } }
  }
  const rounds = [[], [{ scenario: { name: 'hangs', run }, node: '24', configuration: 'off', round: 1, position: 0 }]]
  const options = { suite: SUITE, session: 's', binaries: { 24: process.execPath }, quick: false, measured: [] }
  /** @type {import('../../benchmarks/lab/rows').RunRow[]} */
  const written = []
  const { signal } = new AbortController()
  const ended = await compare(rounds, { ...options, usual: 1, mostRunMs: 200, signal }, row => written.push(row))
  t.equal(ended.discarded, 1)
  t.match(written, [{ discarded: 'not finished after 0.2 s', metrics: {} }])
})
