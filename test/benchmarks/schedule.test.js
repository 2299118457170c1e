'use strict'
// The benchmark lab runs scenarios and configurations in a balanced order.

const t = require('tap')
const { schedule } = require('../../benchmarks/lab/plan/schedule')
const { FEWEST_ROUNDS } = require('../../benchmarks/lab/conclusions/stats')
const { names, suite } = require('../../benchmarks/scenarios')
const { SUITE } = require('../helpers/measured')

/** @typedef {import('../../benchmarks/lab/plan/schedule').Task} Task */

/** @param {Task[]} tasks @param {string} [name] @param {string} [node] of the cell */
const order = (tasks, name = 'long', node = '24') =>
  tasks.filter(task => task.scenario.name === name && task.node === node).map(({ configuration }) => configuration)

/**
 * @param {string[][]} orders
 * @returns {{ places: number[], followers: number[] }} how often each configuration took each place, and how often it
 *   directly followed each other one
 */
function balance (orders) {
  const names = [...new Set(orders.flat())]
  return {
    places: names.flatMap(name => names.map((_, place) => orders.filter(order => order[place] === name).length)),
    followers: names.flatMap(name =>
      names
        .filter(other => other !== name)
        .map(other => orders.filter(order => order.includes(other) && order[order.indexOf(other) + 1] === name).length)
    )
  }
}

/** @param {number[]} counts */
const spread = counts => Math.max(...counts) - Math.min(...counts)

t.test('a round has all configurations of a scenario, but the costly ones not each time', async t => {
  const rounds = schedule(SUITE, { nodes: ['24'], rounds: 4 })
  t.equal(rounds.length, 5, 'a warm-up, then as many as were asked for')
  t.same(
    rounds.map(tasks => order(tasks).sort()),
    [0, 1, 2, 3, 4].map(round =>
      round % 2 === 1 ? ['always', 'off', 'off-again', 'on-demand'] : ['off', 'off-again', 'on-demand']
    )
  )
  t.same(rounds[1].slice(0, 4).map(({ position }) => position), [0, 1, 2, 3])
  t.same(
    [1, 2, 3, 4].map(round => order(rounds[round], 'short').length > 0),
    [true, true, false, false],
    'a scenario may want fewer rounds'
  )
  t.same(
    schedule(SUITE, { nodes: ['24'], rounds: 1, configurations: ['always'] })[1]
      .map(({ configuration }) => configuration)
      .sort(),
    ['always', 'always', 'off', 'off', 'off-again', 'off-again'],
    'no configuration without its baselines'
  )
  t.throws(
    () => schedule(SUITE, { nodes: ['24'], rounds: 1, configurations: ['on-demnd'] }),
    /no configuration "on-demnd"/
  )
  t.throws(() => schedule(SUITE, { nodes: ['24'], only: 'no such' }), /no scenario of made-up matches "no such"/)
  t.same(
    schedule(SUITE, { nodes: ['24'], rounds: 1, quick: true }).map(tasks => order(tasks).sort()),
    [[], ['always', 'off', 'on-demand']],
    'a trial has no warm-up'
  )
})

t.test('over 15 rounds each configuration takes each place, and follows each other, about equally often', async t => {
  const orders = schedule(SUITE, { nodes: ['24'], rounds: 15 })
    .slice(1)
    .map(tasks => order(tasks))
  const [all, without] = [true, false].map(costly =>
    balance(orders.filter(names => names.includes('always') === costly))
  )
  t.same(
    [...new Set([...all.places, ...all.followers])],
    [2],
    'eight rounds of four: each place twice, each follower twice'
  )
  t.ok(spread(without.places) <= 1 && spread(without.followers) <= 1, 'seven rounds of three', without)
  const nine = ['off', 'off-again', 'on-demand', 'always', 'sentry', 'rollbar', 'report', 'core', 'inspect']
  const peers = balance(
    schedule({ ...SUITE, sparse: {}, configurations: nine }, { nodes: ['24'], rounds: 15 })
      .slice(1)
      .map(tasks => order(tasks))
  )
  t.ok(Math.max(...peers.places) <= 2 && Math.max(...peers.followers) <= 2, 'fifteen rounds of nine', peers)
})

t.test('the order depends on suite, scenario, Node and round, and on nothing else', async t => {
  const orders = (/** @type {typeof SUITE} */ suite, name = 'long', node = '24', rounds = 15) =>
    schedule(
      { ...suite, scenarios: SUITE.scenarios.map(({ name, run }) => ({ name, run })) },
      { nodes: ['22', '24'], rounds }
    )
      .slice(1)
      .map(tasks => order(tasks, name, node))
  t.same(orders(SUITE), orders(SUITE))
  t.same(orders(SUITE, 'long', '24', 5), orders(SUITE).slice(0, 5), 'a shorter measurement begins like a longer one')
  for (const other of [orders({ ...SUITE, name: 'other' }), orders(SUITE, 'short'), orders(SUITE, 'long', '22')]) {
    t.notSame(other, orders(SUITE))
  }
})

t.test('a suite gives costly configurations enough rounds for an interval', async t => {
  for (const name of names) {
    const { rounds, sparse = {} } = suite(name)
    if (rounds < FEWEST_ROUNDS) continue // Too long for that anyway.
    for (const [configuration, every] of Object.entries(sparse)) {
      t.ok(Math.ceil(rounds / every) >= FEWEST_ROUNDS, `${name}, ${configuration}`)
    }
  }
})
