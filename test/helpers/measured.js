'use strict'
// Provides an invented suite of the benchmark lab, and rows as it would write them.

const { TOGETHER } = require('../../benchmarks/lab/conclusions/pooled')

/** @typedef {import('../../benchmarks/lab/rows').RunRow} RunRow */
/** @typedef {import('../../benchmarks/lab/environment').EnvironmentRow} EnvironmentRow */

/** @type {import('../../benchmarks/lab/suite').Suite} */
const SUITE = {
  name: 'made-up',
  title: 'Made up',
  question: 'How much?',
  minutes: 1,
  text: '',
  nodes: ['24'],
  configurations: ['off', 'off-again', 'on-demand', 'always'],
  sparse: { always: 2 },
  rounds: 4,
  quickRounds: 1,
  metrics: [
    {
      name: 'ms',
      label: 'time',
      unit: 'ms',
      compare: 'ratio',
      targets: [
        { suite: 'made-up', metric: 'ms', atMost: 1.02 },
        { suite: 'made-up', metric: 'ms', scenario: TOGETHER, atMost: 1.02 }
      ]
    }
  ],
  scenarios: [
    { name: 'long', run: async () => ({ metrics: {} }) },
    { name: 'short', rounds: 2, run: async () => ({ metrics: {} }) }
  ]
}

/** @param {Partial<RunRow>} [row] @returns {RunRow} */
const run = row => ({
  kind: 'run',
  session: 'one',
  suite: 'made-up',
  scenario: 'long',
  node: '24',
  configuration: 'off',
  round: 1,
  position: 0,
  load: 0,
  metrics: {},
  ...row
})

/** @param {Partial<EnvironmentRow>} [row] @returns {EnvironmentRow} */
const environment = row => ({
  kind: 'environment',
  session: 'one',
  date: '2026-01-02T03:04:05.678Z',
  suite: 'made-up',
  commit: 'c',
  code: 'd',
  dirty: false,
  command: '',
  quick: false,
  cpu: 'a CPU',
  cores: 2,
  memoryBytes: 1,
  os: 'Linux',
  load: [0, 0, 0],
  nodes: { 24: 'v24.1.0' },
  ...row
})

/**
 * @param {number} count
 * @param {(round: number) => Partial<RunRow>[]} rowsOf
 * @returns {RunRow[]}
 */
const rounds = (count, rowsOf) =>
  Array.from({ length: count }, (_, index) => rowsOf(index + 1).map(row => run({ round: index + 1, ...row }))).flat()

module.exports = { SUITE, environment, rounds, run }
