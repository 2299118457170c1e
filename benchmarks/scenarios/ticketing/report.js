'use strict'
// Compares one process with several, within the rounds, as the suite's tables compare configurations.

const { BASELINE, CONFIGURATIONS, NOISE, configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { estimate, estimateOfPairs } = require('../../lab/conclusions/stats')
const { perRound, valuesByRound } = require('../../lab/conclusions/summary')
const { interval, markdown, number } = require('../../lab/report/table')
const { noiseOf, verdict } = require('../../lab/conclusions/verdict')

/** @typedef {import('../../lab/rows').RunRow} RunRow */

const IN_PROCESS = 'in one process'
const CHILDREN = 'child processes'

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  const counted = runs.filter(run => run.discarded === undefined)
  const speed = counted.filter(run => run.metrics.searchesPerSecond !== undefined)
  const lost = counted.filter(run => run.metrics.lostPercent !== undefined)
  return [speedText(speed), availabilityText(lost)].filter(part => part !== '').join('\n\n')
}

/** @param {RunRow[]} runs @returns {string} */
function speedText (runs) {
  const rows = [...grouped(runs, run => `${loadOf(run)}\n${run.node}`).values()].flatMap(cell => {
    // Both sides of the comparison have noise, so the larger floor counts.
    const floor = Math.max(
      ...[IN_PROCESS, CHILDREN].map(where =>
        noiseOf(
          estimateOfPairs(
            perRound(
              valuesOf(cell, where, BASELINE, 'searchesPerSecond'),
              valuesOf(cell, where, NOISE, 'searchesPerSecond'),
              'ratio'
            )
          ),
          1
        ).floor
      )
    )
    return [BASELINE, 'on-demand'].flatMap(name => {
      const one = valuesOf(cell, IN_PROCESS, name, 'searchesPerSecond')
      const children = valuesOf(cell, CHILDREN, name, 'searchesPerSecond')
      const compared = estimateOfPairs(perRound(one, children, 'ratio'))
      if (compared.count === 0) return []
      return [
        [
          loadOf(cell[0]),
          cell[0].node,
          configuration(name).label,
          number(middle(one), 1),
          number(middle(valuesOf(cell, IN_PROCESS, name, 'meanMs')), 0),
          number(middle(children), 1),
          number(middle(valuesOf(cell, CHILDREN, name, 'meanMs')), 0),
          interval(compared),
          fasterOf(verdict(compared, floor, 1))
        ]
      ]
    })
  })
  if (rows.length === 0) return ''
  const head = [
    'Load',
    'Node.js',
    'Configuration',
    'One process, /s',
    'mean ms',
    'Child processes, /s',
    'mean ms',
    'Ratio',
    'Faster'
  ]
  return (
    '**Which is faster?** Searches per second; the ratio of child processes to one process, within each round\n\n' +
    markdown(head, rows)
  )
}

/** @param {RunRow[]} runs @returns {string} */
function availabilityText (runs) {
  const order = CONFIGURATIONS.map(({ name }) => name)
  const sorted = runs
    .filter(run => run.configuration !== NOISE)
    .sort((a, b) => Number(a.node) - Number(b.node) || order.indexOf(a.configuration) - order.indexOf(b.configuration))
  const rows = [...grouped(sorted, run => `${run.node}\n${run.configuration}`).values()].flatMap(cell =>
    [IN_PROCESS, CHILDREN].map(where => {
      const share = (/** @type {string} */ metric) =>
        number(middle(valuesOf(cell, where, cell[0].configuration, metric)), 1)
      return [
        cell[0].node,
        configuration(cell[0].configuration).label,
        where,
        share('completePercent'),
        share('degradedPercent'),
        share('lostPercent'),
        share('namingPercent')
      ]
    })
  )
  if (rows.length === 0) return ''
  return (
    '**Which answers more while a carrier crashes?** Medians\n\n' +
    markdown(
      [
        'Node.js',
        'Configuration',
        'Carriers',
        'complete, %',
        'degraded, %',
        'lost, %',
        'dumps that name the search, %'
      ],
      rows
    )
  )
}

/**
 * @param {import('../../lab/conclusions/verdict').Verdict} verdict calls more searches per second `slower`, because it
 *   takes all metrics for costs
 */
function fasterOf ({ conclusion, text }) {
  if (conclusion === 'none') return text
  return conclusion === 'slower' ? CHILDREN : IN_PROCESS
}

/**
 * @param {RunRow[]} runs
 * @param {string} where
 * @param {string} name name of a configuration
 * @param {string} metric
 * @returns {Map<number, number>} values by round
 */
function valuesOf (runs, where, name, metric) {
  return valuesByRound(
    runs.filter(run => run.configuration === name && run.scenario.endsWith(where)),
    metric
  )
}

/** @param {Map<number, number>} values */
function middle (values) {
  return estimate([...values.values()]).median
}

/** @param {RunRow} run */
function loadOf ({ scenario }) {
  return scenario.slice(0, scenario.lastIndexOf(', '))
}

module.exports = { CHILDREN, IN_PROCESS, report }
