'use strict'
// One suite's section of the report.

const fs = require('node:fs')
const path = require('node:path')

const { BASELINE, CONFIGURATIONS, NOISE, configuration } = require('./configurations')
const { grouped } = require('./grouped')
const { lastOfEach } = require('./rows')
const { comparedDigits, targetOf } = require('./summary')
const { interval, markdown, number } = require('./table')

/** @typedef {import('./suite').Suite} Suite */
/** @typedef {import('./suite').Metric} Metric */
/** @typedef {import('./summary').Line} Line */
/** @typedef {import('./rows').RunRow} RunRow */
/** @typedef {import('./environment').EnvironmentRow} EnvironmentRow */

const TARGET_HEAD = ['Suite', 'Node.js', 'What', 'Target', 'Rounds', 'Measured', 'Noise floor', 'Result']

/**
 * @param {Suite} suite
 * @param {EnvironmentRow[]} environments
 * @param {RunRow[]} runs
 * @param {Line[]} lines
 * @param {import('./suite').ChartRequest[]} charts
 * @returns {string} Markdown
 */
function suiteSection (suite, environments, runs, lines, charts) {
  const head = `## ${suite.title}\n\n${suite.text}\n`
  if (runs.length === 0) return `${head}\nNot measured yet: \`npm run bench -- ${suite.name}\`.\n`
  const pictures = charts.map(({ name, title }) => `![${title}](../assets/benchmarks/${suite.name}-${name}.svg)\n`)
  const tables = suite.metrics.map(metric =>
    metricTable(metric, lines.filter(line => line.metric === metric.name))
  )
  const targets = lines.filter(isForSection(lines))
  const notes = path.join(__dirname, '..', 'scenarios', suite.name, 'notes.md')
  return [
    head,
    ...environments.map(measuredOn),
    suite.warmUp === false
      ? 'No round was dropped; where a run needs a warm-up, it has one of its own.\n'
      : 'The first round, a warm-up, was dropped.\n',
    discardedText(runs),
    ...pictures,
    ...tables,
    targets.length === 0
      ? ''
      : `**Targets of single scenarios**\n\n${markdown(
          TARGET_HEAD.slice(1),
          targetRows(suite, targets).map(row => row.slice(1))
        )}\n`,
    suite.report === undefined ? '' : suite.report(lastOfEach(runs)) + '\n',
    fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8') : ''
  ]
    .filter(part => part !== '')
    .join('\n')
}

/** @param {EnvironmentRow} environment */
function measuredOn ({ date, commit, dirty, order, command, cpu, cores, memoryBytes, os, load, nodes }) {
  return (
    `\`${command}\`, ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit || 'unknown'}` +
    `${dirty ? ' with uncommitted changes' : ''}, ` +
    `Node.js ${Object.values(nodes).join(', ')}, ${cpu}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GB, ` +
    `${os}, load ${load[0]} at the start${order === undefined ? ', order rotated instead of shuffled' : ''}.\n`
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
    `${reasons.map(([reason, { length }]) => `- ${length} × ${reason}`).join('\n')}\n`
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
  const compared = present.filter(name => name !== BASELINE && name !== NOISE)
  const cells = [...grouped(lines, line => `${line.scenario}\n${line.node}`).values()]
  const of = (/** @type {Line[]} */ cell, /** @type {string} */ name) => cell.find(line => line.configuration === name)
  if (metric.compare === 'value') {
    return (
      `**${metric.label}${unit}**\n\n` +
      markdown(
        ['Scenario', 'Node.js', 'Rounds', ...present.map(label)],
        cells.map(cell => {
          const rounds = Math.max(...cell.map(line => line.value.count))
          return [
            cell[0].scenario,
            cell[0].node,
            String(rounds),
            ...present.map(name => interval(of(cell, name)?.value, metric.digits ?? 2, rounds))
          ]
        })
      ) +
      '\n'
    )
  }
  const digits = comparedDigits(metric)
  const how = metric.compare === 'ratio' ? 'the ratio to without' : `how much more than without${unit}`
  return (
    `**${metric.label}${unit}**; for the others ${how}\n\n` +
    markdown(
      [
        'Scenario',
        'Node.js',
        'Rounds',
        'Without',
        'Without, again',
        ...compared.flatMap(name => [label(name), 'Conclusion'])
      ],
      cells.map(cell => {
        const { count: rounds, median } = of(cell, BASELINE)?.value ?? { count: 0, median: NaN }
        const against = (/** @type {string} */ name) => interval(of(cell, name)?.compared, digits, rounds)
        return [
          cell[0].scenario,
          cell[0].node,
          String(rounds),
          number(median, metric.digits),
          against(NOISE),
          ...compared.flatMap(name => [against(name), of(cell, name)?.conclusion ?? ''])
        ]
      })
    ) +
    '\n'
  )
}

/**
 * @param {Line[]} lines of a suite
 * @returns {(line: Line) => boolean} whether it is one of several with one target, which they have together at the head
 *   of the report
 */
function isForSection (lines) {
  const together = new Set(lines.filter(line => line.together).map(line => `${line.metric}\n${line.node}`))
  return line => line.target !== undefined && !line.together && together.has(`${line.metric}\n${line.node}`)
}

/**
 * @param {Suite} suite
 * @param {Line[]} lines
 * @param {RunRow[]} [runs]
 * @returns {string[][]} as in TARGET_HEAD, for the head of the report
 */
function overviewRows (suite, lines, runs = []) {
  const isElsewhere = isForSection(lines)
  const own = suite.targetRows?.(lastOfEach(runs)) ?? []
  const ofMetrics = targetRows(suite, lines.filter(line => !isElsewhere(line) || line.target === 'missed'))
  return [...ofMetrics, ...own.map(row => [suite.title, ...row])]
}

/**
 * @param {Suite} suite
 * @param {Line[]} lines
 * @returns {string[][]} as in TARGET_HEAD
 */
function targetRows (suite, lines) {
  return suite.metrics.flatMap(metric =>
    lines
      .filter(line => line.metric === metric.name && line.target !== undefined)
      .map(line => {
        const digits = comparedDigits(metric)
        const measured = metric.compare === 'value' ? line.value : line.compared
        const unit = metric.compare === 'ratio' ? '×' : metric.unit
        const target = targetOf(metric, line.configuration, line.scenario)
        return [
          suite.title,
          line.node,
          `${line.scenario}: ${metric.label}`,
          `${metric.atLeast === undefined ? 'at most' : 'at least'} ${target} ${unit}`,
          String(measured?.count ?? 0),
          interval(measured, digits),
          line.floor === undefined ? '' : number(line.floor, digits),
          line.target ?? ''
        ]
      })
  )
}

/** @param {string} name */
function label (name) {
  return configuration(name).label
}

module.exports = { TARGET_HEAD, overviewRows, suiteSection }
