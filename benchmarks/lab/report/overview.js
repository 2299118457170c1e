'use strict'
// Makes the page of conclusions: the costs in one table, the missed targets, and what was not measured.

const { grouped } = require('../grouped')
const { HEADLINES } = require('./headlines')
const { TARGET_HEAD, isOld, targetText } = require('./suite-page')
const { lastOfEach } = require('../rows')
const { FEWEST_ROUNDS } = require('../conclusions/stats')
const { comparedDigits } = require('../conclusions/summary')
const { filled, markdown, number } = require('./table')

/** @typedef {import('../suite').Metric} Metric */
/** @typedef {import('../conclusions/summary').Line} Line */
/** @typedef {import('../rows').RunRow} RunRow */
/** @typedef {import('./headlines').Headline} Headline */

/**
 * @typedef {object} Reported the rows of a suite and their evaluation
 * @property {import('../suite').Suite} suite
 * @property {import('../environment').EnvironmentRow[]} environments
 * @property {RunRow[]} runs
 * @property {Line[]} lines
 * @property {string[][]} targets columns as in TARGET_HEAD
 */

const MEASURED = 'on-demand'

/** Matches a conclusion of verdict.js. */
const NO_DIFFERENCE = /^(no difference shown|within noise)/

const HEAD = `# Benchmarks

What does crash-collector cost: at the start, while no error is made, for each error, and at the crash? And does the
dump then show the variables of the error that killed the process? \`npm run bench -- report\` writes this page from the
raw rows in \`benchmarks/results/\`; no figure is written by hand. Each link leads to the tables behind a figure. They
are in the repository, in \`docs/benchmarks/\`; the installed package has this page only.
`

const LEGEND = `A figure compares the default mode with the same program without the collector. It is the median. If
there are several scenarios, it is the smallest and the largest median. \`×\` is the ratio to the program without the
collector. Brackets mark a figure that shows no difference, or that comes from fewer than ${FEWEST_ROUNDS} rounds. A
dash means that it was not measured on that Node.js.`

const REPEAT = `## How to repeat it

In a clone of the repository, with Node.js 20 or newer, a C++ compiler, make and Python 3:

\`\`\`console
$ npm ci
$ npm run build:matrix          # the addons for Node.js 20, 22, 24 and 26, and their binaries (Linux x64)
$ npm run bench -- all --quick  # a trial of each suite
$ npm run bench -- promise      # one suite; its rows go to benchmarks/results/
$ npm run bench -- report       # these pages, from the rows
\`\`\`

Each page ends with the command that made its rows, the machine and the commit. [The method](benchmarks/method.md) says
how runs are compared and what may be concluded; \`benchmarks/README.md\` has the options.
`

/** @param {Reported[]} reported in the order of the report @returns {string} Markdown */
function overviewPage (reported) {
  const parts = [headlineTable(reported), `${filled(LEGEND)}\n`, missed(reported), notMeasured(reported)]
  return [HEAD, ...parts.filter(part => part !== ''), REPEAT].join('\n')
}

/** @param {Reported[]} reported */
function headlineTable (reported) {
  const rows = HEADLINES.flatMap(headline => {
    const found = reported.find(({ suite }) => suite.name === headline.suite)
    if (found === undefined) return []
    const figures = figuresOf(headline, found)
    return figures.size === 0 ? [] : [{ headline, found, figures }]
  })
  const nodes = [...new Set(rows.flatMap(({ figures }) => [...figures.keys()]))].sort()
  return (
    '## What it costs\n\n' +
    markdown(
      ['What', ...nodes.map(node => `Node.js ${node}`), 'Wanted'],
      rows.map(({ headline, found, figures }) => [
        `[${headline.what}](benchmarks/${headline.suite}.md)`,
        ...nodes.map(node => figures.get(node) ?? '–'),
        wanted(headline, found)
      ])
    ) +
    '\n'
  )
}

/** @param {Headline} headline @param {Reported} reported @returns {Map<string, string>} figure by Node.js */
function figuresOf (headline, { suite, runs, lines }) {
  /** @type {Map<string, string>} */
  const figures = new Map()
  for (const node of new Set(runs.map(({ node }) => node))) {
    const text =
      headline.figure === undefined
        ? figure(headline, suite, linesOf(headline, lines).filter(line => line.node === node))
        : headline.figure(ofNode(runs, node))
    if (text !== '') figures.set(node, text)
  }
  return figures
}

/** @param {RunRow[]} runs @param {string} node */
function ofNode (runs, node) {
  return lastOfEach(runs).filter(
    run => run.node === node && run.configuration === MEASURED && run.discarded === undefined
  )
}

/** @param {Headline} headline @param {Line[]} lines @returns {Line[]} the lines that the headline is about */
function linesOf ({ metric, only }, lines) {
  const own = lines.filter(line => line.metric === metric && line.configuration === MEASURED)
  if (only !== undefined) return own.filter(({ scenario }) => only.test(scenario))
  const together = own.filter(line => line.together)
  return together.length > 0 ? together : own
}

/** @param {Headline} headline @param {import('../suite').Suite} suite @param {Line[]} lines of one Node.js */
function figure (headline, suite, lines) {
  const metric = suite.metrics.find(({ name }) => name === headline.metric)
  if (metric === undefined) throw new Error(`${suite.name} has no metric ${headline.metric}`)
  const estimates = lines.flatMap(({ value, compared }) => {
    const one = metric.compare === 'value' ? value : compared
    return one === undefined ? [] : [one]
  })
  if (estimates.length === 0) return ''
  const unit = metric.compare === 'ratio' ? '×' : metric.unit
  const digits = headline.digits ?? (metric.compare === 'ratio' ? 2 : comparedDigits(metric))
  const medians = estimates.map(({ median }) => median)
  const ends = [Math.min(...medians), Math.max(...medians)].map(value => number(value, digits))
  const text = `${[...new Set(ends)].join(' to ')} ${unit}`.trimEnd()
  const isShown =
    estimates.every(({ count }) => count >= FEWEST_ROUNDS) &&
    lines.some(({ conclusion = '' }) => !NO_DIFFERENCE.test(conclusion))
  return isShown ? text : `(${text})`
}

/** @param {Headline} headline @param {Reported} reported @returns {string} the target; empty if there are several */
function wanted (headline, { suite, lines }) {
  const metric = suite.metrics.find(({ name }) => name === headline.metric)
  if (metric === undefined) return ''
  const texts = new Set(linesOf(headline, lines).map(line => targetText(metric, line)))
  return texts.size === 1 ? [...texts][0] : ''
}

/** @param {Reported[]} reported */
function missed (reported) {
  const column = (/** @type {string} */ name) => TARGET_HEAD.indexOf(name)
  const [node, what, target] = ['Node.js', 'What', 'Target'].map(column)
  const [measured, result] = ['Measured', 'Result'].map(column)
  const items = reported.flatMap(({ suite, targets }) => {
    const misses = targets.filter(row => row[result] === 'missed')
    return [...grouped(misses, row => `${row[what]}, wanted ${row[target]}`)].map(([text, same]) => {
      const figures = same.map(row => `${row[measured]} on Node.js ${row[node]}`).join(', ')
      return filled(`- [${suite.title}](benchmarks/${suite.name}.md), ${text}: ${figures}`, '  ')
    })
  })
  const all = reported.flatMap(({ targets }) => targets)
  const count = (/** @type {string} */ text) => all.filter(row => row[result].startsWith(text)).length
  return (
    `## What was missed\n\n${items.length === 0 ? 'Nothing.' : items.join('\n')}\n\n` +
    filled(
      `Of ${all.length} targets ${count('met')} are met and ${count('missed')} are missed. ${count('not')} are not ` +
        'decided: too few rounds, too much noise, or an interval that holds the target.'
    ) +
    '\n'
  )
}

/** @param {Reported[]} reported */
function notMeasured (reported) {
  const link = (/** @type {Reported} */ { suite }) => `[${suite.title}](benchmarks/${suite.name}.md)`
  const missing = reported.filter(({ runs }) => runs.length === 0).map(link)
  const old = reported.filter(({ environments }) => isOld(environments)).map(link)
  const paragraphs = [
    missing.length === 0 ? '' : `Not measured yet: ${missing.join(', ')}.`,
    old.length === 0
      ? ''
      : "These suites were measured before captures stopped using V8's debugger. What their pages say of captures " +
        `holds for the fallback: ${old.join(', ')}.`
  ].filter(text => text !== '')
  return paragraphs.length === 0
    ? ''
    : `## What is missing\n\n${paragraphs.map(paragraph => filled(paragraph)).join('\n\n')}\n`
}

module.exports = { overviewPage }
