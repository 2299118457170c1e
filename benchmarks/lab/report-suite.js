'use strict'
// One suite's section of the report.

const fs = require('node:fs')
const path = require('node:path')

const { BASELINE, CONFIGURATIONS, NOISE, configuration } = require('./configurations')
const { grouped } = require('./summary')
const { interval, markdown, number } = require('./table')

/** @typedef {import('./suite').Suite} Suite */
/** @typedef {import('./suite').Metric} Metric */
/** @typedef {import('./summary').Line} Line */
/** @typedef {import('./rows').RunRow} RunRow */
/** @typedef {import('./environment').EnvironmentRow} EnvironmentRow */

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
  const pictures = charts.map(({ name, title }) =>
    `![${title}](../assets/benchmarks/${suite.name}-${name}.svg)\n`)
  const tables = suite.metrics.map(metric => metricTable(metric, lines.filter(line => line.metric === metric.name)))
  const notes = path.join(__dirname, '..', 'scenarios', suite.name, 'notes.md')
  return [
    head,
    ...environments.map(measuredOn),
    discardedText(runs),
    ...pictures,
    ...tables,
    suite.report === undefined ? '' : suite.report(runs) + '\n',
    fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8') : ''
  ].filter(part => part !== '').join('\n')
}

/** @param {EnvironmentRow} environment */
function measuredOn ({ date, commit, dirty, command, cpu, cores, memoryBytes, os, load, nodes }) {
  return `\`${command}\`, ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit || 'unknown'}${dirty ? ' with uncommitted changes' : ''}, ` +
    `Node.js ${Object.values(nodes).join(', ')}, ${cpu}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GB, ${os}, load ${load[0]} at the start.\n`
}

/** @param {RunRow[]} runs */
function discardedText (runs) {
  const discarded = runs.filter(run => run.discarded !== undefined)
  if (discarded.length === 0) return ''
  const reasons = [...grouped(discarded, run => `${run.scenario}, ${run.configuration}: ${run.discarded?.split('\n')[0]}`)]
  return `Discarded: ${discarded.length} of ${runs.length} runs.\n\n${reasons.map(([reason, { length }]) => `- ${length} × ${reason}`).join('\n')}\n`
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
    return `**${metric.label}${unit}**\n\n` + markdown(['Scenario', 'Node.js', ...present.map(label)], cells.map(cell => [
      cell[0].scenario, cell[0].node, ...present.map(name => interval(of(cell, name)?.value, metric.digits ?? 2))
    ])) + '\n'
  }
  const digits = metric.compare === 'ratio' ? 3 : metric.digits ?? 3
  const how = metric.compare === 'ratio' ? 'ratio to without' : `more than without${unit}`
  return `**${metric.label}${unit}**; for the others the ${how}\n\n` + markdown(
    ['Scenario', 'Node.js', 'Rounds', 'Without', 'Without, again', ...compared.flatMap(name => [label(name), 'Conclusion'])],
    cells.map(cell => [
      cell[0].scenario, cell[0].node, String(of(cell, BASELINE)?.value.count ?? 0),
      number(of(cell, BASELINE)?.value.median ?? NaN, metric.digits), interval(of(cell, NOISE)?.compared, digits),
      ...compared.flatMap(name => [interval(of(cell, name)?.compared, digits), of(cell, name)?.conclusion ?? ''])
    ])) + '\n'
}

/**
 * @param {Suite} suite
 * @param {Line[]} lines
 * @returns {string[][]} suite, Node, what, target, measured, result
 */
function targetRows (suite, lines) {
  return suite.metrics.flatMap(metric => lines
    .filter(line => line.metric === metric.name && line.target !== undefined)
    .map(line => {
      const digits = metric.compare === 'ratio' ? 3 : metric.digits
      const measured = metric.compare === 'value' ? line.value : line.compared
      const unit = metric.compare === 'ratio' ? '×' : metric.unit
      return [
        suite.title, line.node, `${line.scenario}: ${metric.label}`,
        metric.atLeast === undefined ? `at most ${metric.targets?.[line.configuration]} ${unit}` : `at least ${metric.atLeast[line.configuration]} ${unit}`,
        `${interval(measured, digits)}`, line.target ?? ''
      ]
    }))
}

/** @param {string} name */
function label (name) {
  return configuration(name).label
}

module.exports = { suiteSection, targetRows }
