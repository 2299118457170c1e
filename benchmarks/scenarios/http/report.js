'use strict'
// Reports which functions of the services V8 optimised and deoptimised, and why.

const { BASELINE, NOISE, configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { median } = require('../../lab/quantile')
const { filled, markdown } = require('../../lab/report/table')

/** @typedef {import('../../lab/rows').RunRow} RunRow */

const MOST_FUNCTIONS = 15
const COLLECTOR = 'on-demand'
/** The optimised bit of %GetOptimizationStatus in rows that don't name the bit. */
const OPTIMISED = 1 << 4

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  const counted = runs.filter(run => run.discarded === undefined)
  const traced = counted.filter(run => run.details?.optimised !== undefined)
  const services = [...grouped(traced, run => run.scenario).values()]
  return [
    ...services.map(deoptimisations),
    overlap(traced),
    statuses(counted.filter(run => run.details?.status !== undefined))
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

/** @param {RunRow} run */
const tracesOf = run => /** @type {import('./traces').Traces} */ (/** @type {unknown} */ (run.details))

/** @param {RunRow[]} runs of one service @returns {string} */
function deoptimisations (runs) {
  const configurations = configurationsOf(runs)
  const medians = (/** @type {(run: RunRow) => number} */ numberOf) =>
    configurations.map(name => median(runs.filter(run => run.configuration === name).map(numberOf)))
  const difference = (/** @type {number[]} */ counts) =>
    Math.abs(counts[configurations.indexOf(COLLECTOR)] - counts[configurations.indexOf(BASELINE)])
  const functions = [...new Set(runs.flatMap(run => Object.keys(tracesOf(run).deoptimised)))]
    .map(what => ({ what, counts: medians(run => tracesOf(run).deoptimised[what] ?? 0) }))
    .filter(({ counts }) => counts.some(count => count > 0))
    .sort((a, b) => difference(b.counts) - difference(a.counts) || Math.max(...b.counts) - Math.max(...a.counts))
  const rows = functions
    .slice(0, MOST_FUNCTIONS)
    .map(({ what, counts }) => [...what.split(/: (.*)/s).slice(0, 2), ...counts.map(String)])
  const totals = medians(run => run.metrics.deoptimised)
    .map((total, index) => `${total} ${configuration(configurations[index]).label}`)
    .join(', ')
  const rest = functions.length > rows.length ? `\n\n${functions.length - rows.length} more are in the rows.` : ''
  return (
    filled(
      `**${runs[0].scenario.split(',')[0]}: functions deoptimised, and why.** In all ${totals}; ` +
        'medians of the runs, the largest difference first'
    ) +
    `\n\n${markdown(['Function', 'Reason', ...labels(configurations)], rows)}${rest}`
  )
}

/** @param {RunRow[]} traced @returns {string} */
function overlap (traced) {
  if (traced.length === 0) return ''
  const usual = (/** @type {string} */ name) =>
    new Set(
      traced
        .filter(run => run.configuration === name)
        .flatMap(run => tracesOf(run).optimised.map(one => `${run.scenario} ${one}`))
    )
  const off = usual(BASELINE)
  const rows = configurationsOf(traced)
    .filter(name => name !== BASELINE)
    .map(name => {
      const set = usual(name)
      return [
        configuration(name).label,
        String(off.size),
        String(set.size),
        String([...set].filter(one => off.has(one)).length)
      ]
    })
  return (
    '**Functions optimised** in any run; V8 decides by timers and samples, so two runs without differ, too\n\n' +
    markdown(['Configuration', 'without', 'here', 'in both'], rows)
  )
}

/** @param {RunRow[]} runs @returns {string} */
function statuses (runs) {
  if (runs.length === 0) return ''
  const configurations = configurationsOf(runs)
  const rows = Object.keys(statusesOf(runs[0])).map(name => [
    name,
    ...configurations.map(configuration => {
      const [first, ...others] = runs.filter(run => run.configuration === configuration)
      const shown = others.find(run => statusesOf(run)[name][0] !== statusesOf(run)[name][1]) ?? first
      const optimised = /** @type {number} */ (shown.details?.optimisedBit ?? OPTIMISED)
      const words = statusesOf(shown)[name].map(
        status => `${(status & optimised) === 0 ? 'not ' : ''}optimised (${status})`
      )
      return words.join(', then ')
    })
  ])
  return (
    '**Optimisation status of hot functions** (`%GetOptimizationStatus`), before and after one handled error, of a\n' +
    'run that changed it, if any did; the number holds all bits\n\n' +
    markdown(['Function', ...labels(configurations)], rows)
  )
}

/** @param {RunRow} run */
const statusesOf = run => /** @type {Record<string, [number, number]>} */ (run.details?.status)

/** @param {RunRow[]} runs @returns {string[]} */
function configurationsOf (runs) {
  const present = new Set(runs.map(run => run.configuration))
  return [BASELINE, NOISE, 'on-demand', 'pause', 'always'].filter(name => present.has(name))
}

/** @param {string[]} names */
function labels (names) {
  return names.map(name => configuration(name).label)
}

module.exports = { report }
