'use strict'
// The report of the suite `ticketing` says which placement of the carriers is faster, or that noise hides it.

const t = require('tap')

const { report } = require('../../benchmarks/scenarios/ticketing/report')

/**
 * @param {number} round
 * @param {string} where
 * @param {string} configuration
 * @param {number} searchesPerSecond
 * @returns {import('../../benchmarks/lab/rows').RunRow}
 */
const run = (round, where, configuration, searchesPerSecond) => ({
  kind: 'run',
  session: 'one',
  suite: 'ticketing',
  scenario: `CPU-bound, 10 connections, ${where}`,
  node: '24',
  configuration,
  round,
  position: 0,
  load: 0,
  metrics: { searchesPerSecond, meanMs: 1000 / searchesPerSecond }
})

/**
 * @param {number} children searches per second, of 100 in one process
 * @param {number} noise of them from one run to the next
 */
const reported = (children, noise) =>
  report(
    Array.from({ length: 8 }, (_, round) => [
      run(round, 'in one process', 'off', 100),
      run(round, 'in one process', 'off-again', 100),
      run(round, 'child processes', 'off', children),
      run(round, 'child processes', 'off-again', children * (1 + noise))
    ]).flat()
  )

t.test('a difference within the noise of either way is none', async t => {
  t.match(
    reported(150, 0.1),
    '| CPU-bound, 10 connections | 24 | without | 100.0 | 10 | 150.0 | 7 | 1.500 (1.500 to 1.500) | child processes |'
  )
  t.match(reported(50, 0.1), '| 0.500 (0.500 to 0.500) | in one process |')
  t.match(reported(105, 0.1), '| 1.050 (1.050 to 1.050) | within noise |')
})
