'use strict'
// Makes docs/benchmarks.md: a question, a picture, a sentence; what was missed comes first.

const fs = require('node:fs')
const path = require('node:path')

const { ageOf } = require('./age')
const { estimatesOf, linesOf, rangeText, runsOfNode, startAlone } = require('./estimates')
const { QUESTIONS } = require('./headlines')
const { TARGET_HEAD, targetText } = require('./suite-page')
const { comparedDigits } = require('../conclusions/summary')
const { grouped } = require('../grouped')
const { filled } = require('./table')

/** @typedef {import('../suite').Metric} Metric */
/** @typedef {import('../conclusions/summary').Line} Line */
/** @typedef {import('../rows').RunRow} RunRow */
/** @typedef {import('./headlines').Headline} Headline */
/** @typedef {import('./headlines').Question} Question */

/**
 * @typedef {object} Reported the rows of a suite and their evaluation
 * @property {import('../suite').Suite} suite
 * @property {import('../environment').EnvironmentRow[]} environments
 * @property {RunRow[]} runs
 * @property {Line[]} lines
 * @property {string[][]} targets columns as in TARGET_HEAD
 */

/** The Node.js whose figures are named first. */
const USUAL = '24'
const SCENARIOS = path.join(__dirname, '..', '..', 'scenarios')
const RESULT = TARGET_HEAD.indexOf('Result')

const HEAD = `# Benchmarks

What crash-collector costs, and what it shows. \`npm run bench -- report\` writes this page from the rows in
\`benchmarks/results/\`; what misses its target comes first. A figure compares the default mode with the same program
without the collector, as a median, on Node.js ${USUAL} unless it says otherwise. Brackets mark a figure that shows no
difference or has too few rounds. The name of a suite stands behind its question; \`npm run bench -- start --tables\`
prints all figures of one.
`

const REPEAT = `[How to repeat it, and how it is measured](../benchmarks/README.md);
[the experiments](../benchmarks/experiments/README.md) that this project starts from.
`

/** @param {Reported[]} reported in the order of the report @returns {string} Markdown */
function overviewPage (reported) {
  const sections = QUESTIONS.flatMap(question => {
    const found = reported.find(({ suite }) => suite.name === question.suite)
    return found === undefined ? [] : [{ text: section(question, found), isMissed: hasMiss(found) }]
  })
  const ordered = [...sections.filter(({ isMissed }) => isMissed), ...sections.filter(({ isMissed }) => !isMissed)]
  return [HEAD, machines(reported), ...ordered.map(({ text }) => text), verdicts(reported), REPEAT].join('\n')
}

/** @param {Reported[]} reported @returns {string} where it was measured, because times are those of a machine */
function machines (reported) {
  const asked = reported.filter(({ suite }) => QUESTIONS.some(question => question.suite === suite.name))
  const measured = asked.flatMap(({ suite: { name }, environments }) =>
    machinesOf(environments).map(machine => ({ machine, name }))
  )
  if (measured.length === 0) return ''
  const texts = [...grouped(measured, ({ machine }) => machine)].map(
    ([machine, suites]) => `${machine} (${suites.map(({ name }) => `\`${name}\``).join(', ')})`
  )
  const start = asked.find(({ suite }) => suite.name === 'start')?.lines ?? []
  const alone = startAlone(start, USUAL)
  const speed = alone === '' ? '' : ` \`node -e 0\` by itself took ${alone} ms where \`start\` was measured.`
  return `${filled(`Measured on virtual machines that others share: ${texts.join('; ')}.${speed}`)}\n`
}

/** @param {Reported} reported */
function hasMiss ({ targets }) {
  return targets.some(row => row[RESULT] === 'missed')
}

/** @param {Question} question @param {Reported} reported @returns {string} */
function section ({ question, suite: name, chart, figures }, reported) {
  const head = `## ${question} (\`${name}\`)\n`
  const request = reported.suite.charts?.find(each => each.name === chart)
  const picture = request === undefined ? '' : `\n![${request.title}](../assets/benchmarks/${name}-${chart}.svg)\n`
  const sentence = figures.map(figure => clause(figure, reported)).filter(text => text !== '').join('; ')
  if (sentence === '') return `${head}\nNot measured yet: \`npm run bench -- ${name}\`.\n`
  const more = hasNotes(name) ? ` [What the figures say](../benchmarks/scenarios/${name}/notes.md).` : ''
  return `${head}${picture}\n${filled(`${upperFirst(sentence)}.${more}${since(reported.environments)}`)}\n`
}

/** @param {Reported['environments']} environments @returns {string} how old the rows are, if older than the code */
function since (environments) {
  if (environments.length === 0) return ''
  const { oldest, changed } = ageOf(environments)
  return changed?.length === 0 ? '' : ` Rows of ${oldest.date.slice(0, 10)}, **older than the code**.`
}

/** @param {string} name of a suite @returns {boolean} whether people have written about its figures */
function hasNotes (name) {
  return fs.existsSync(path.join(SCENARIOS, name, 'notes.md'))
}

/** @param {string} text */
function upperFirst (text) {
  return text.replace(/^[a-z]/, letter => letter.toUpperCase())
}

/** @param {Headline} headline @param {Reported} reported @returns {string} empty if it was not measured */
function clause (headline, reported) {
  const figures = figuresOf(headline, reported)
  const nodes = [...figures.keys()].sort()
  if (nodes.length === 0) return ''
  const usual = nodes.includes(USUAL) ? USUAL : nodes[0]
  const others = nodes
    .filter(node => node !== usual && machineOf(reported, node) === machineOf(reported, usual))
    .map(node => `${figures.get(node)} on ${node}`)
  const rest = [
    ...(usual === USUAL ? [] : [`on Node.js ${usual}`]),
    ...(others.length === 0 ? [] : [others.join(', ')]),
    ...wanted(headline, reported)
  ]
  return `${headline.what}: ${figures.get(usual)}${rest.length === 0 ? '' : ` (${rest.join('; ')})`}`
}

/**
 * Figures of two machines beside each other would read as a difference between their versions of Node.js.
 * @param {Reported} reported
 * @param {string} node
 * @returns {string}
 */
function machineOf ({ environments, runs }, node) {
  const sessions = new Set(runs.filter(run => run.node === node).map(({ session }) => session))
  return machinesOf(environments.filter(({ session }) => sessions.has(session))).sort().join('; ')
}

/** @param {Reported['environments']} environments @returns {string[]} each once */
function machinesOf (environments) {
  return [...new Set(environments.map(({ cpu, cores }) => `${cpu}, ${cores} cores`))]
}

/** @param {Headline} headline @param {Reported} reported @returns {Map<string, string>} figure by Node.js */
function figuresOf (headline, { suite, runs, lines }) {
  /** @type {Map<string, string>} */
  const figures = new Map()
  for (const node of new Set(runs.map(({ node }) => node))) {
    const text =
      headline.figure === undefined
        ? figure(headline, suite, linesOf(headline, lines).filter(line => line.node === node))
        : headline.figure(runsOfNode(runs, node))
    if (text !== '') figures.set(node, text)
  }
  return figures
}

/** @param {Headline} headline @param {import('../suite').Suite} suite @param {Line[]} lines of one Node.js */
function figure (headline, suite, lines) {
  const metric = suite.metrics.find(({ name }) => name === headline.metric)
  if (metric === undefined) throw new Error(`${suite.name} has no metric ${headline.metric}`)
  const isValue = metric.compare === 'value'
  const estimates = estimatesOf(lines, metric)
  if (estimates.length === 0) return ''
  const unit = metric.compare === 'ratio' ? '×' : metric.unit
  const digits = headline.digits ?? (metric.compare === 'ratio' ? 2 : comparedDigits(metric))
  const text = `${rangeText(estimates, digits)} ${unit}`.trimEnd()
  const isShown =
    estimates.every(({ low }) => !Number.isNaN(low)) &&
    (isValue || lines.some(({ conclusion = '' }) => /^(more|less)/.test(conclusion)))
  return isShown ? text : `[${text}]`
}

/** @param {Headline} headline @param {Reported} reported @returns {string[]} the target and its results, if any */
function wanted (headline, { suite, lines }) {
  const metric = suite.metrics.find(({ name }) => name === headline.metric)
  const own = linesOf(headline, lines).filter(({ target }) => target !== undefined)
  if (metric === undefined || own.length === 0) return []
  const text = targetText(metric, own[0])
  const words = ['missed', 'not decided', 'met'].flatMap(word => {
    const same = own.filter(({ target = '' }) => target.startsWith(word))
    if (same.length === 0) return []
    return same.length === own.length ? [`**${word}**`] : [`**${word}** in ${same.length} of ${own.length}`]
  })
  return [`wanted ${text}: ${words.join(', ')}`]
}

/** @param {Reported[]} reported */
function verdicts (reported) {
  const all = reported.flatMap(({ targets }) => targets)
  const count = (/** @type {string} */ text) => all.filter(row => row[RESULT].startsWith(text)).length
  return (
    '## The targets\n\n' +
    filled(
      `Of ${all.length} targets ${count('met')} are met, ${count('missed')} are missed, and ` +
        `${count('not')} are not decided.`
    ) +
    '\n'
  )
}

module.exports = { overviewPage }
