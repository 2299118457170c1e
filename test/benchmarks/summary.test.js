'use strict'
// The benchmark lab summarises rows and renders the summary.

const t = require('tap')
const { allTargetRows, suitePage } = require('../../benchmarks/lab/report/suite-page')
const { latest } = require('../../benchmarks/lab/rows')
const { summarize } = require('../../benchmarks/lab/conclusions/summary')
const { SUITE, environment, rounds, run } = require('../helpers/measured')

/** @typedef {import('../../benchmarks/lab/rows').RunRow} RunRow */

/**
 * @param {number} round
 * @param {number} ratio
 * @param {Partial<RunRow>} [more]
 * @returns {Partial<RunRow>[]} of a machine that gets slower from round to round
 */
const compared = (round, ratio, more) => [
  { metrics: { ms: 100 * round }, ...more },
  { configuration: 'off-again', metrics: { ms: 100 * round }, ...more },
  { configuration: 'on-demand', metrics: { ms: 100 * round * ratio }, ...more }
]

/** @param {RunRow[]} rows */
const onDemand = rows => summarize(rows, SUITE.metrics).filter(({ configuration }) => configuration === 'on-demand')

t.test('the report takes the newest rows of each scenario, and names all measurements that they come from', async t => {
  const rows = [
    environment(),
    run({ metrics: { ms: 1 } }),
    run({ scenario: 'short', metrics: { ms: 2 } }),
    environment({ command: 'continued' }),
    run({ round: 2 }),
    environment({ session: 'two' }),
    run({ session: 'two', scenario: 'short', metrics: { ms: 3 } }),
    environment({ session: 'trial', quick: true }),
    run({ session: 'trial' })
  ]
  const { environments, runs } = latest(rows, 'made-up')
  t.same(
    environments.map(({ session, command }) => [session, command]),
    [
      ['one', ''],
      ['one', 'continued'],
      ['two', '']
    ]
  )
  t.same(
    runs.map(({ session, scenario, round }) => [session, scenario, round]),
    [
      ['one', 'long', 1],
      ['one', 'long', 2],
      ['two', 'short', 1]
    ]
  )
})

t.test('what is compared is of the same round', async t => {
  const rows = rounds(8, round => compared(round, 1.1))
  const wrong = [
    run({ round: 0, configuration: 'on-demand', metrics: { ms: 1 } }),
    run({ round: 9, metrics: { ms: 1 } }),
    run({ round: 9, configuration: 'on-demand', metrics: { ms: 9 }, discarded: 'no work done' })
  ]
  t.match(onDemand([...rows, ...wrong]), [
    {
      compared: { median: 1.1, low: 1.1, high: 1.1, count: 8 },
      floor: 0,
      conclusion: 'more',
      target: 'missed',
      discarded: 1
    }
  ])
  t.match(onDemand(rows.filter(({ round }) => round < 8)), [
    { compared: { median: 1.1, count: 7 }, conclusion: 'too few rounds', target: 'not decided: too few rounds' }
  ])
})

t.test('of two rows of the same run the later one counts', async t => {
  const rows = rounds(8, round => compared(round, 1.1))
  const again = rounds(8, round => compared(round, 2))
  t.match(onDemand([...rows, ...again]), [{ compared: { median: 2, low: 2, count: 8 } }])
  t.match(onDemand([...again, ...rows]), [{ compared: { median: 1.1, high: 1.1, count: 8 } }])
  t.match(
    onDemand([...rows, run({ round: 3, configuration: 'on-demand', discarded: 'no work done' })]),
    [{ compared: { count: 7 }, discarded: 1 }],
    'also if it does not'
  )
})

t.test('more is better: the sides change', async t => {
  const metrics = [{ ...SUITE.metrics[0], targets: [{ suite: 'made-up', metric: 'ms', atLeast: 0.99 }] }]
  const target = (/** @type {number} */ ratio) =>
    summarize(
      rounds(8, round => compared(round, ratio)),
      metrics
    ).find(({ configuration }) => configuration === 'on-demand')?.target
  t.same([0.98, 1, 1.2].map(target), ['missed', 'met', 'met'])
})

t.test('a target of single scenarios', async t => {
  const target = (/** @type {string} */ scenario, /** @type {number} */ atMost) =>
    ({ suite: 'made-up', metric: 'ms', scenario, atMost })
  const metrics = [{ ...SUITE.metrics[0], targets: [target('long', 1.2), target('short', 1.05)] }]
  const rows = rounds(8, round => ['long', 'short', 'other'].flatMap(scenario => compared(round, 1.1, { scenario })))
  const lines = summarize(rows, metrics).filter(({ configuration }) => configuration === 'on-demand')
  const results = lines.map(({ scenario, target }) => [scenario, target])
  t.same(
    results,
    [
      ['long', 'met'],
      ['short', 'missed'],
      ['other', undefined]
    ],
    'and none of all together'
  )
  const own = [['24', 'long: shown', 'at least 99 %', '8', '100 %', '', 'met']]
  t.same(
    allTargetRows({ ...SUITE, metrics, targetRows: () => own }, lines, rows).map(row => row.slice(0, 3)),
    [
      ['24', 'long: time', 'at most 1.2 ×'],
      ['24', 'short: time', 'at most 1.05 ×'],
      ['24', 'long: shown', 'at least 99 %']
    ],
    'beside what the suite itself holds against a target'
  )
})

t.test('all scenarios together decide what each alone cannot', async t => {
  // Each scenario alone jumps by a quarter and back; both together are always 1.1 times as slow.
  const jump = (/** @type {number} */ round) => (round % 2 === 0 ? 1.25 : 0.8)
  const rows = rounds(9, round => [
    ...compared(round, 1.1 * jump(round)),
    ...compared(round, 1.1 / jump(round), { scenario: 'short' })
  ]).filter(row => !(row.round === 9 && row.scenario === 'short' && row.configuration === 'on-demand'))
  const lines = onDemand(rows)
  t.same(
    lines.map(({ scenario, target }) => [scenario, target]),
    [
      ['long', 'not decided: the interval holds the target'],
      ['short', 'not decided: the interval holds the target'],
      ['all 2 scenarios together', 'missed']
    ]
  )
  const { compared: together, floor = NaN } = lines[2]
  t.same(
    [together?.median, together?.low, together?.high].map(value => value?.toFixed(9)),
    ['1.100000000', '1.100000000', '1.100000000']
  )
  t.equal(together?.count, 8, 'not of the round that one of them lacks')
  t.ok(floor < 1e-9)
  t.equal(onDemand(rows.filter(({ scenario }) => scenario === 'long')).length, 1, 'one scenario has no company')
  t.equal(
    summarize(rows, [{ ...SUITE.metrics[0], targets: undefined }]).some(({ scenario }) => scenario.startsWith('all')),
    false,
    'without a target nothing is to be decided'
  )
})

t.test('the noise of all scenarios together is theirs together', async t => {
  const jump = (/** @type {number} */ round) => (round % 2 === 0 ? 1.25 : 0.8)
  const rows = rounds(8, round => ['long', 'short'].flatMap(scenario => compared(round, 1, { scenario }))).map(row =>
    row.configuration !== 'off-again'
      ? row
      : { ...row, metrics: { ms: row.metrics.ms * (row.scenario === 'long' ? jump(row.round) : 1 / jump(row.round)) } }
  )
  t.same(
    onDemand(rows).map(({ target }) => target),
    [
      'met',
      'met',
      'met'
    ]
  )
})

t.test('a suite in the report', async t => {
  const rows = rounds(15, round => [
    ...compared(round, 1.1),
    { configuration: 'always', metrics: { ms: 300 * round }, discarded: round % 2 === 0 ? 'not wanted' : undefined }
  ]).concat(rounds(3, round => compared(round, 1.1, { scenario: 'short' })))
  const lines = summarize(rows, SUITE.metrics)
  const section = suitePage(SUITE, [environment({ order: 'shuffled' })], rows, lines, [])
  t.match(section, '| long | 24 | 15 | 800 | 1.000 (1.000 to 1.000) | 1.100 (1.100 to 1.100) | more |')
  t.match(section, '| long | 24 | 15 | 800 | 1.000 (1.000 to 1.000) | 3.000 (3.000 to 3.000), n = 8 | more |')
  t.match(section, '| short | 24 | 3 | 200 | 1.000 (n = 3) | 1.100 (n = 3) | too few rounds |')
  t.match(section, '| all 2 scenarios together | 24 | 3 |')
  t.match(section, 'The first round, a warm-up, was dropped.')
  t.notMatch(section, 'rotated')
  t.match(
    suitePage({ ...SUITE, warmUp: false }, [environment()], rows, lines, []),
    /order\s+rotated\s+instead\s+of\s+shuffled\.\n\nNo round was dropped/
  )
  t.match(
    section,
    [
      '**time**, wanted: at most 1.02 ×',
      '',
      '| Scenario | Node.js | Rounds | Measured | Can see | Result |',
      '| --- | --- | --- | --- | --- | --- |',
      '| all 2 scenarios together | 24 | 3 | 1.100 (n = 3) | – | not decided: too few rounds |',
      '| long | 24 | 15 | 1.100 (1.100 to 1.100) | 0.000 | missed |',
      '| short | 24 | 3 | 1.100 (n = 3) | – | not decided: too few rounds |',
      ''
    ].join('\n')
  )
  t.same(
    allTargetRows(SUITE, lines).map(row => row[1]),
    ['all 2 scenarios together: time', 'long: time', 'short: time']
  )
  t.match(suitePage(SUITE, [], [], [], []), 'Not measured yet: `npm run bench -- made-up`.')
  const value = [{ ...SUITE.metrics[0], compare: /** @type {const} */ ('value'), targets: undefined }]
  t.match(
    suitePage({ ...SUITE, metrics: value }, [], rows, summarize(rows, value), []),
    [
      '| long | 24 | 15 | 800.00 (300.00 to 1300.00) | 800.00 (300.00 to 1300.00) | 880.00 (330.00 to 1430.00) |',
      '| short | 24 | 3 | 200.00 (n = 3) | 200.00 (n = 3) | 220.00 (n = 3) |',
      '',
      '| Scenario | Node.js | Rounds | crash-collector, mode always |',
      '| --- | --- | --- | --- |',
      '| long | 24 | 15 | 2400.00 (300.00 to 4500.00), n = 8 |',
      '| short | 24 | 3 |  |'
    ].join('\n'),
    'in two tables, because a row of one would be too long'
  )
})
