'use strict'
// Makes the table of costs in README.md from the rows.

const { recalledText } = require('../../scenarios/recall/report')
const { grouped } = require('../grouped')
const { summarize } = require('../conclusions/summary')
const { TOGETHER } = require('../conclusions/pooled')
const { estimatesOf, linesOf, rangeText, runsOfNode, startAlone } = require('./estimates')
const { markdown, number } = require('./table')
const { latestOf, suite: suiteNamed } = require('../../scenarios')

/** @typedef {import('../conclusions/summary').Line} Line */

/** The Node.js of the table, which is what most people have. */
const NODE = '24'
const ALL = new RegExp(TOGETHER)

/**
 * @typedef {object} Figure
 * @property {string} row in which it stands
 * @property {string} suite
 * @property {string} metric
 * @property {RegExp} [only] matches the scenarios
 * @property {string} [configuration] missing: the default one
 * @property {number} digits
 * @property {string} then what the figure is
 */

/** @type {Figure[]} */
const FIGURES = [
  {
    row: 'promise-heavy code',
    suite: 'promise',
    metric: 'instructions',
    only: ALL,
    digits: 3,
    then: '× the instructions before any error'
  },
  {
    row: 'promise-heavy code',
    suite: 'promise',
    metric: 'instructionsAfterErrors',
    only: ALL,
    digits: 3,
    then: '× after 100'
  },
  { row: 'until an error is made', suite: 'start', metric: 'wallMs', only: /^node/, digits: 0, then: 'ms later start' },
  { row: 'until an error is made', suite: 'start', metric: 'rssMb', digits: 1, then: 'MB more memory' },
  {
    row: 'an error that is captured',
    suite: 'capture-cost',
    metric: 'stackUs',
    configuration: 'copies',
    digits: 0,
    then: 'µs, warm, 3 to 20 frames'
  },
  { row: 'an error that is captured', suite: 'capture-cost', metric: 'cpuMs', digits: 1, then: 'ms read at once' },
  { row: 'an error that is captured', suite: 'capture-cost', metric: 'firstMs', digits: 1, then: 'ms the first' },
  { row: 'the crash', suite: 'checkout', metric: 'exitMs', digits: 0, then: 'ms later in a small process' },
  {
    row: 'the crash',
    suite: 'crash',
    metric: 'exitMs',
    only: /^usual$|scripts$|frames$/,
    digits: 0,
    then: 'ms with 50 MB of heap'
  }
]

/** @param {import('../rows').Row[]} rows @returns {string} Markdown */
function readmeTable (rows) {
  const bySuite = new Map(
    FIGURES.map(({ suite: name }) => {
      const suite = suiteNamed(name)
      return [name, summarize(latestOf(rows, suite).runs, suite.metrics)]
    })
  )
  const deaths = runsOfNode(latestOf(rows, suiteNamed('recall')).runs, NODE)
  const shown = FIGURES.map(figure => ({ row: figure.row, text: textOf(figure, bySuite.get(figure.suite) ?? []) }))
  const costs = [...grouped(shown.filter(({ text }) => text !== ''), ({ row }) => row)].map(([row, same]) => [
    row,
    same.map(({ text }) => text).join('; ')
  ])
  const text = recalledText(deaths)
  const inReturn = text === '' ? [] : [['in return', `all variables in ${text}`]]
  const alone = startAlone(bySuite.get('start') ?? [], NODE)
  const where = alone === '' ? '' : `, which starts in ${alone} ms`
  const head = `on Node.js ${NODE}${where} ([all figures](docs/benchmarks.md), losses first)`
  return markdown([head, ''], [...costs, ...inReturn])
}

/** @param {Figure} figure @param {Line[]} lines of its suite @returns {string} empty if nothing was measured */
function textOf (figure, lines) {
  const { suite, digits, then } = figure
  const metric = suiteNamed(suite).metrics.find(({ name }) => name === figure.metric)
  const estimates = estimatesOf(linesOf(figure, lines).filter(({ node }) => node === NODE), metric)
  if (estimates.length === 0) return ''
  const ofOne = estimates.length === 1 && !Number.isNaN(estimates[0].low)
  const interval = ofOne ? ` (${number(estimates[0].low, digits)} to ${number(estimates[0].high, digits)})` : ''
  return `${rangeText(estimates, digits)} ${then}${interval}`
}

module.exports = { ALL, FIGURES, NODE, readmeTable }
