'use strict'
// Makes the page of one suite.

const fs = require('node:fs')
const path = require('node:path')

const { BASELINE, CONFIGURATIONS, NOISE, configuration } = require('../configurations')
const { ageText } = require('./age')
const { grouped } = require('../grouped')
const { lastOfEach } = require('../rows')
const { comparedDigits, targetOf } = require('../conclusions/summary')
const { filled, interval, markdown, number, tables } = require('./table')

/** @typedef {import('../suite').Suite} Suite */
/** @typedef {import('../suite').Metric} Metric */
/** @typedef {import('../conclusions/summary').Line} Line */
/** @typedef {import('../rows').RunRow} RunRow */
/** @typedef {import('../environment').EnvironmentRow} EnvironmentRow */

const TARGET_HEAD = ['Node.js', 'What', 'Target', 'Rounds', 'Measured', 'Can see', 'Result']

/**
 * @param {Suite} suite
 * @param {EnvironmentRow[]} environments
 * @param {RunRow[]} runs
 * @param {Line[]} lines
 * @param {import('../suite').ChartRequest[]} charts
 * @returns {string} Markdown
 */
function suitePage (suite, environments, runs, lines, charts) {
  const links = '[All questions](../../../docs/benchmarks.md), [how it is measured](../../README.md#how-it-is-measured)'
  const text = suite.text.split('\n\n').map(paragraph => filled(paragraph)).join('\n\n')
  const parts = [`# ${suite.title}`, `**${suite.question}**`, links, text]
  const head = `${parts.filter(part => part !== '').join('\n\n')}\n`
  if (runs.length === 0) return `${head}\nNot measured yet: \`npm run bench -- ${suite.name}\`.\n`
  const pictures = charts.map(
    ({ name, title }) => `![${title}](../../../assets/benchmarks/${suite.name}-${name}.svg)\n`
  )
  const comparisons = suite.metrics.map(metric =>
    metricTable(metric, lines.filter(line => line.metric === metric.name))
  )
  const targets = allTargetRows(suite, lines, runs)
  const age = ageText(environments)
  const notes = path.join(__dirname, '..', '..', 'scenarios', suite.name, 'notes.md')
  return [
    head,
    age === '' ? '' : `${filled(age)}\n`,
    ...(fs.existsSync(notes) ? ['## Conclusions\n', fs.readFileSync(notes, 'utf8')] : []),
    ...(targets.length === 0 ? [] : ['## Targets\n', ...targetTables(targets)]),
    '## Figures\n',
    ...pictures,
    ...comparisons,
    suite.report === undefined ? '' : suite.report(lastOfEach(runs)).trimEnd() + '\n',
    suite.pictures?.() ?? '',
    '## Runs\n',
    environments.map(measuredOn).join(''),
    suite.warmUp === false
      ? 'No round was dropped; where a run needs a warm-up, it has one of its own.\n'
      : 'The first round, a warm-up, was dropped.\n',
    discardedText(runs)
  ]
    .filter(part => part !== '')
    .join('\n')
}

/** @param {EnvironmentRow} environment */
function measuredOn ({ date, commit, dirty, order, command, cpu, cores, memoryBytes, os, load, nodes }) {
  return (
    filled(
      `- \`${command}\`, ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit || 'unknown'}` +
        `${dirty ? ' with uncommitted changes' : ''}, ` +
        `Node.js ${Object.values(nodes).join(', ')}, ${cpu}, ${cores} cores, ` +
        `${Math.round(memoryBytes / 2 ** 30)} GB, ${os}, load ${load[0]} at the start` +
        `${order === undefined ? ', order rotated instead of shuffled' : ''}.`,
      '  '
    ) + '\n'
  )
}

/** @param {RunRow[]} runs */
function discardedText (runs) {
  const discarded = runs.filter(run => run.discarded !== undefined)
  if (discarded.length === 0) return ''
  const reasons = [
    ...grouped(discarded, run => `${run.scenario}, ${run.configuration}: ${run.discarded?.split('\n')[0]}`)
  ]
  return (
    `Discarded: ${discarded.length} of ${runs.length} runs.\n\n` +
    `${reasons.map(([reason, { length }]) => filled(`- ${length} × ${reason}`, '  ')).join('\n')}\n`
  )
}

/**
 * @param {Metric} metric
 * @param {Line[]} lines
 * @returns {string}
 */
function metricTable (metric, lines) {
  if (lines.length === 0) return ''
  const unit = metric.unit === '' ? '' : `, ${metric.unit}`
  const measured = new Set(lines.map(line => line.configuration))
  const present = CONFIGURATIONS.map(({ name }) => name).filter(name => measured.has(name))
  const cells = [...grouped(lines, line => `${line.scenario}\n${line.node}`).values()]
  const of = (/** @type {Line[]} */ cell, /** @type {string} */ name) => cell.find(line => line.configuration === name)
  const first = [
    ['Scenario', ...cells.map(cell => cell[0].scenario)],
    ['Node.js', ...cells.map(cell => cell[0].node)]
  ]
  if (metric.compare === 'value') {
    const rounds = cells.map(cell => Math.max(...cell.map(line => line.value.count)))
    const valueOf = (/** @type {string} */ name) =>
      cells.map((cell, index) => interval(of(cell, name)?.value, metric.digits ?? 2, rounds[index]))
    const shown = tables(
      [...first, ['Rounds', ...rounds.map(String)]],
      present.map(name => [[label(name), ...valueOf(name)]])
    )
    return `**${metric.label}${unit}**\n\n${shown}\n`
  }
  const digits = comparedDigits(metric)
  const how = metric.compare === 'ratio' ? 'the ratio to without' : `how much more than without${unit}`
  const baselines = cells.map(cell => of(cell, BASELINE)?.value ?? { count: 0, median: NaN })
  const against = (/** @type {string} */ name) =>
    cells.map((cell, index) => interval(of(cell, name)?.compared, digits, baselines[index].count))
  const shown = tables(
    [
      ...first,
      ['Rounds', ...baselines.map(({ count }) => String(count))],
      ['Without', ...baselines.map(({ median }) => number(median, metric.digits))],
      ['Without, again', ...against(NOISE)]
    ],
    present
      .filter(name => name !== BASELINE && name !== NOISE)
      .map(name => [
        [label(name), ...against(name)],
        ['Conclusion', ...cells.map(cell => of(cell, name)?.conclusion ?? '')]
      ])
  )
  return `**${metric.label}${unit}**; for the others ${how}\n\n${shown}\n`
}

/**
 * @param {Suite} suite
 * @param {Line[]} lines
 * @param {RunRow[]} [runs]
 * @returns {string[][]} columns as in TARGET_HEAD; if several scenarios have one target, their combination comes first
 */
function allTargetRows (suite, lines, runs = []) {
  const ofMetrics = targetRows(suite, lines.filter(line => line.together))
  const single = targetRows(suite, lines.filter(line => !line.together))
  return [...ofMetrics, ...single, ...(suite.targetRows?.(lastOfEach(runs)) ?? [])]
}

/**
 * @param {Suite} suite
 * @param {Line[]} lines
 * @returns {string[][]} columns as in TARGET_HEAD
 */
function targetRows (suite, lines) {
  return suite.metrics.flatMap(metric =>
    lines
      .filter(line => line.metric === metric.name && line.target !== undefined)
      .map(line => {
        const digits = comparedDigits(metric)
        const measured = metric.compare === 'value' ? line.value : line.compared
        return [
          line.node,
          `${line.scenario}: ${metric.label}`,
          targetText(metric, line),
          String(measured?.count ?? 0),
          interval(measured, digits),
          line.floor === undefined ? '' : number(line.floor, digits),
          line.target ?? ''
        ]
      })
  )
}

/**
 * @param {Metric} metric
 * @param {Pick<Line, 'configuration' | 'scenario'>} line
 * @returns {string} empty if there is no target
 */
function targetText (metric, { configuration, scenario }) {
  const target = targetOf(metric, configuration, scenario)
  const unit = metric.compare === 'ratio' ? '×' : metric.unit
  if (target === undefined) return ''
  const { atMost, atLeast } = target
  return `${atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`} ${unit}`.trimEnd()
}

/**
 * @param {string[][]} targets columns as in TARGET_HEAD
 * @returns {string[]} a table for each target that several scenarios have
 */
function targetTables (targets) {
  const parts = targets.map(([node, what, target, rounds, measured, sees, result]) => {
    const [scenario, metric] = what.split(/: (.*)/s)
    return { title: `**${metric}**, wanted: ${target}`, row: [scenario, node, rounds, measured, sees, result] }
  })
  const head = ['Scenario', 'Node.js', 'Rounds', 'Measured', 'Can see', 'Result']
  return [...grouped(parts, ({ title }) => title)].map(
    ([title, same]) => `${title}\n\n${markdown(head, same.map(({ row }) => row))}\n`
  )
}

/** @param {string} name */
function label (name) {
  return configuration(name).label
}

module.exports = { TARGET_HEAD, allTargetRows, suitePage, targetText }
