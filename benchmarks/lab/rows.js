'use strict'
// Reads and writes rows as JSON lines. A row is written as soon as it is measured, so an interrupted run keeps its
// rows.

const fs = require('node:fs')
const path = require('node:path')

/** @typedef {import('./environment').EnvironmentRow} EnvironmentRow */

/**
 * One run of one program in one configuration.
 * @typedef {object} RunRow
 * @property {'run'} kind
 * @property {string} session
 * @property {string} suite
 * @property {string} scenario
 * @property {string} node major version
 * @property {string} configuration
 * @property {number} round 0 is the warm-up, which is dropped
 * @property {number} position place in the round, whose order is shuffled
 * @property {number} load 1-minute load average at the start of the run
 * @property {Record<string, number>} metrics
 * @property {Record<string, unknown>} [details] explain the numbers and are not compared
 * @property {string} [discarded] why this row does not count
 */

/** @typedef {EnvironmentRow | RunRow} Row */

const RESULTS = path.join(__dirname, '..', 'results')

/**
 * @param {string} file appended to, and made when there is a run to write
 * @param {EnvironmentRow} environment row before the first run
 * @returns {(row: RunRow) => void}
 */
function createRowWriter (file, environment) {
  /** @type {Row[]} */
  let before = [environment]
  return row => {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.appendFileSync(file, [...before, row].map(each => JSON.stringify(each) + '\n').join(''))
    before = []
  }
}

/**
 * @param {string} file
 * @returns {Row[]} none if there is no such file
 */
function readRows (file) {
  if (!fs.existsSync(file)) return []
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

/**
 * @param {string} [directory]
 * @returns {Row[]} rows of all result files, in the order of the files' names
 */
function readAllRows (directory = RESULTS) {
  return fs
    .readdirSync(directory)
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .flatMap(name => readRows(path.join(directory, name)))
}

/**
 * The newest rows of a suite, for each scenario and Node.js. A later session replaces only what it has measured.
 *
 * @param {Row[]} rows
 * @param {string} suite
 * @param {(scenario: string, node: string) => boolean} [isWanted] leaves out what the suite no longer has
 * @returns {{ environments: EnvironmentRow[], runs: RunRow[] }}
 */
function latest (rows, suite, isWanted = () => true) {
  const environments = rows.flatMap(row =>
    row.kind === 'environment' && row.suite === suite && !row.quick ? [row] : []
  )
  const sessions = new Set(environments.map(({ session }) => session))
  const runs = rows.flatMap(row =>
    row.kind === 'run' && sessions.has(row.session) && isWanted(row.scenario, row.node) ? [row] : []
  )
  /** @type {Map<string, string>} */
  const newest = new Map()
  const cell = (/** @type {RunRow} */ run) => `${run.scenario}\n${run.node}`
  for (const run of runs) {
    if (run.session > (newest.get(cell(run)) ?? '')) newest.set(cell(run), run.session)
  }
  const kept = runs.filter(run => newest.get(cell(run)) === run.session)
  const used = new Set(kept.map(run => run.session))
  return { environments: environments.filter(({ session }) => used.has(session)), runs: kept }
}

/**
 * @param {RunRow[]} runs in the order in which they were measured
 * @returns {RunRow[]} the last row of each session, scenario, Node.js, configuration and round; an incomplete round is
 *   measured again as a whole
 */
function lastOfEach (runs) {
  return [
    ...new Map(
      runs.map(run => [[run.session, run.scenario, run.node, run.configuration, run.round].join('\n'), run])
    ).values()
  ]
}

module.exports = { RESULTS, lastOfEach, latest, readAllRows, readRows, createRowWriter }
