'use strict'
// Makes benchmarks/results/fleet.md from the rows beside it (scripts/measure/measure-fleet.js), and fleet-engines.md
// likewise (npm run fleet:engines): `node scripts/generate/fleet-tables.js` writes them. Newer rows count.

const fs = require('node:fs')
const path = require('node:path')

const ROOT = path.join(__dirname, '..', '..')
const INDEX_PAGE = path.join(ROOT, 'benchmarks', 'results', 'fleet.md')
const ENGINES_PAGE = path.join(ROOT, 'benchmarks', 'results', 'fleet-engines.md')
const ENGINES = { duckdb: 'DuckDB', clickhouse: 'ClickHouse', spark: 'Spark' }

/** @typedef {Record<string, any>} Row */

/**
 * @param {string} name
 * @returns {Row[]}
 */
function readRows (name) {
  const text = fs.readFileSync(path.join(ROOT, 'benchmarks', 'results', name), 'utf8')
  return text.trimEnd().split('\n').map(line => JSON.parse(line))
}

/** @param {number[]} numbers */
function median (numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/** @param {number} number */
const whole = number => Math.round(number).toLocaleString('en-US')

/** @param {Row} environment */
function machine ({ date, node, cpu, cores, load }) {
  return `${date.slice(0, 10)}, Node.js ${node.slice(1)}, ${cpu}, ${cores} cores; load at the start: ${load.toFixed(1)}`
}

/** @returns {string} of the index and the usual questions */
function indexTable () {
  const all = readRows('fleet.jsonl')
  const rows = all.slice(all.findLastIndex(({ what }) => what === 'environment'))
  const [environment, index] = rows
  const of = (/** @type {string} */ what) => rows.filter(row => row.what === what)
  const added = of('new dumps')
  const warm = of('new dump, warm')
  const lines = [
    [`first index of ${whole(environment.dumps)} dumps, ${(environment.bytes / 1e9).toFixed(1)} GB`, '60 s',
      `${whole(index.ms / 1000)} s (${whole(index.cpuMs / 1000)} s of processor time)`],
    ['its memory', '500 MB', `${index.peakMb} MB`],
    ['a further new dump of a command', '20 ms',
      `${whole(median(added.map(row => (row.withManyMs - row.withOneMs) / (row.many - 1))))} ms`],
    ['the first new dump of a process that goes on', '20 ms',
      `${whole(median(warm.map(row => row.withOneMs - row.withoutMs)))} ms`],
    ['the first new dump of a command', '', `${whole(median(added.map(row => row.withOneMs - row.withoutMs)))} ms`],
    ...[...new Set(of('question').map(({ name }) => name))].map(name => {
      const ms = of('question').filter(row => row.name === name).map(row => row.ms)
      return [`\`${name}\``, '200 ms', `${whole(median(ms))} ms (at most ${whole(Math.max(...ms))})`]
    }),
    ['a question as a command, with the start of Node.js', '', `${whole(median(of('command').map(row => row.ms)))} ms`]
  ]
  return [
    `${machine(environment)}; \`node scripts/measure/measure-fleet.js\`.`,
    '',
    '| | aim | measured |',
    '| --- | ---: | ---: |',
    ...lines.map(cells => `| ${cells.join(' | ')} |`)
  ].join('\n')
}

/** @returns {string} of the engines */
function enginesTable () {
  const rows = readRows('fleet-engines.jsonl')
  const questions = rows.filter(({ what, engine }) => what === 'question' && engine in ENGINES)
  const sizes = [...new Set(questions.map(({ crashes }) => crashes))].sort((a, b) => a - b)
  const names = [...new Set(questions.map(({ name }) => name))]
  const cell = (/** @type {string} */ engine, /** @type {string} */ name, /** @type {number} */ crashes) => {
    const found = questions.findLast(row => row.engine === engine && row.name === name && row.crashes === crashes)
    return found === undefined ? '' : whole(found.ms.at(-1))
  }
  const compared = rows.filter(({ what, crashes, engine, name }, i) =>
    what === 'question' &&
    !rows.slice(i + 1).some(row => row.crashes === crashes && row.engine === engine && row.name === name)
  )
  const same = compared.filter(({ isSame }) => isSame).length
  const tables = sizes.map(size => rows.findLast(row => row.what === 'tables' && row.crashes === size))
  const sum = (/** @type {Row} */ { rows: counts }) =>
    Object.values(/** @type {Record<string, number>} */ (counts)).reduce((total, count) => total + count, 0)
  return [
    `${machine(rows.findLast(({ what }) => what === 'environment') ?? {})}; \`npm run fleet:engines\`.`,
    `The second time of two, in ms. ${whole(same)} of ${whole(compared.length)} answers are the same as DuckDB's over`,
    'the files; with 1,000 crashes the index of the dumps was asked, too.',
    ...Object.entries(ENGINES).flatMap(([engine, title]) => [
      '',
      `| ${title} | ${sizes.map(size => `${whole(size)} crashes`).join(' | ')} |`,
      `| --- |${' ---: |'.repeat(sizes.length)}`,
      ...names.map(name => `| ${name} | ${sizes.map(size => cell(engine, name, size)).join(' | ')} |`)
    ]),
    '',
    `| the tables | ${sizes.map(size => `${whole(size)} crashes`).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(sizes.length)}`,
    `| rows | ${tables.map(row => (row === undefined ? '' : whole(sum(row)))).join(' | ')} |`,
    `| Parquet, MB | ${tables.map(row => (row === undefined ? '' : whole(row.bytes / 1e6))).join(' | ')} |`
  ].join('\n')
}

/** @returns {string} Markdown: what the index and the usual questions take */
function indexPage () {
  return `# What a question to many dumps takes

${indexTable()}

The dumps have 200 KB each and are made from real ones. DuckDB opens the index three times for a new dump.
`
}

/** @returns {string} Markdown: the same questions to DuckDB, ClickHouse and Spark */
function enginesPage () {
  return `# Questions to many crashes, by engine

${enginesTable()}

Tables of 1,000 dumps, and copies of these with ids, times, hosts and values of their own. A copy has the values of the
throwing frame and the three innermost frames only. All run on one machine; Spark and ClickHouse are made for many.
`
}

if (require.main === module) {
  fs.writeFileSync(INDEX_PAGE, indexPage())
  fs.writeFileSync(ENGINES_PAGE, enginesPage())
}

module.exports = { ENGINES_PAGE, INDEX_PAGE, enginesPage, indexPage }
