'use strict'
// Compares the collector's snapshot with V8's own of the same content, within each round.

const { configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { estimateOfPairs } = require('../../lab/conclusions/stats')
const { perRound, valuesByRound } = require('../../lab/conclusions/summary')
const { interval, markdown } = require('../../lab/report/table')
const { againstTarget } = require('../../lab/conclusions/verdict')

/** @typedef {import('../../lab/rows').RunRow} RunRow */

/** The pair that has targets. The other pair is the same, with numbers on both sides. */
const JUDGED = { scenario: '500 MB of heap', configuration: 'heap-snapshot' }
const PAIRS = [
  [JUDGED.configuration, 'write-heap-snapshot'],
  ['heap-snapshot-with-numbers', 'write-heap-snapshot-with-numbers']
]
/** The metrics, with the highest acceptable ratios. */
const METRICS = [
  { name: 'exitMs', label: 'throw to exit', most: 1 },
  { name: 'snapshotMb', label: 'snapshot on disk', most: 0.1 },
  { name: 'peakRssMb', label: 'peak memory', most: 1 }
]

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  const counted = runs.filter(run => run.round > 0 && run.discarded === undefined)
  const cells = [...grouped(counted, run => `${run.scenario}\n${run.node}`).values()]
  return PAIRS.map(([ours, theirs]) => {
    const rows = cells.flatMap(cell => ratioRows(cell, ours, theirs))
    if (rows.length === 0) return ''
    return (
      `**${configuration(ours).label}: ratio to ${configuration(theirs).label}**, within each round\n\n` +
      `${markdown(['Scenario', 'Node.js', 'Metric', 'Rounds', 'Ratio', 'Target'], rows)}\n`
    )
  })
    .filter(part => part !== '')
    .join('\n')
}

/** @param {RunRow[]} cell one scenario and Node.js @param {string} ours @param {string} theirs @returns {string[][]} */
function ratioRows (cell, ours, theirs) {
  return METRICS.flatMap(({ name, label, most }) => {
    const ratio = estimateOfPairs(ratios(cell, ours, theirs, name))
    if (ratio.count === 0) return []
    const isJudged = ours === JUDGED.configuration && cell[0].scenario === JUDGED.scenario
    const target = isJudged
      ? `at most ${most}: ${againstTarget(ratio, most)}`
      : ''
    return [
      [
        cell[0].scenario,
        cell[0].node,
        label,
        String(ratio.count),
        interval(ratio, name === 'snapshotMb' ? 4 : 3),
        target
      ]
    ]
  })
}

/**
 * @param {RunRow[]} cell
 * @param {string} ours
 * @param {string} theirs
 * @param {string} metric
 * @returns {number[]}
 */
function ratios (cell, ours, theirs, metric) {
  const values = (/** @type {string} */ name) =>
    valuesByRound(cell.filter(run => run.configuration === name), metric)
  return perRound(values(theirs), values(ours), 'ratio')
}

module.exports = { report }
