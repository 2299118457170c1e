'use strict'
// Compares each size of process with the target of the design, and tells if the search for suspended functions ran.

const { grouped } = require('../../lab/grouped')
const { lastOfEach } = require('../../lab/rows')
const { summarize } = require('../../lab/conclusions/summary')
const { filled, interval, markdown, number } = require('../../lab/report/table')
const { targetsOf } = require('../../targets')

/** @typedef {import('../../lab/rows').RunRow} RunRow */

const MEASURED = 'on-demand'

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  const targetMs = Number(targetsOf('checkout')('exitMs')[0].atMost)
  const searches = grouped(
    lastOfEach(runs).filter(run => run.configuration === MEASURED && run.round > 0 && run.discarded === undefined),
    run => `${run.scenario}\n${run.node}`
  )
  const sizes = summarize(runs, [{ name: 'exitMs', label: '', unit: 'ms', compare: 'difference' }]).flatMap(
    ({ scenario, node, configuration, compared }) =>
      configuration === MEASURED && compared !== undefined
        ? [{ scenario, node, compared, times: compared.median / targetMs }]
        : []
  )
  if (sizes.length === 0) return ''
  const rows = sizes.map(({ scenario, node, compared, times }) => [
    scenario,
    node,
    interval(compared, 1),
    number(times, 1),
    searchText(searches.get(`${scenario}\n${node}`) ?? [])
  ])
  const usual = sizes.find(({ scenario }) => scenario === 'usual')
  const longest = sizes.reduce((most, size) => (size.times > most.times ? size : most))
  const text =
    usual === undefined
      ? ''
      : ` The usual program takes ${number(usual.times, 1)} times that (Node.js ${usual.node}); ` +
        `the most is ${number(longest.times, 1)} times, with ${longest.scenario}.`
  return (
    filled(
      `**Against the target of ${targetMs} ms**, which [examples/checkout](checkout.md) is held to; ` +
        `of these sizes two have targets of their own.${text}`
    ) +
    '\n\n' +
    markdown(
      [
        'Scenario',
        'Node.js',
        'throw to exit, more than without, ms',
        `times ${targetMs} ms`,
        'Search for suspended functions'
      ],
      rows
    ) +
    '\n'
  )
}

/** @param {RunRow[]} runs @returns {string} */
function searchText (runs) {
  const without = runs.filter(run => run.metrics.tasksMs === undefined)
  if (without.length === 0) return 'in all runs'
  const reasons = [...new Set(without.map(reasonOf))].filter(reason => reason !== '')
  return (
    (without.length === runs.length ? 'in none' : `in ${runs.length - without.length} of ${runs.length} runs`) +
    (reasons.length === 0 ? '' : `: ${reasons.join('; ')}`)
  )
}

/** @param {RunRow} run @returns {string} the reason why tasks are missing; empty if the row has none */
function reasonOf ({ details }) {
  const [first] = /** @type {{ reason: string, detail?: string }[] | undefined} */ (details?.tasksNotCaptured) ?? []
  if (first === undefined) return ''
  if (first.reason === 'bytes') return 'the dump was full'
  return first.detail?.startsWith('the heap has') ? 'the heap was too large' : first.reason
}

module.exports = { report }
