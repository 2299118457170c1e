'use strict'
// Makes rows from outcomes, and reports the share of deaths whose variables the dump shows, by place and flow.

const { configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { median } = require('../../lab/quantile')
const { markdown, number } = require('../../lab/report/table')
const { PLACES } = require('./places')

/** @typedef {import('./run-service').Outcome} Outcome */
/** @typedef {import('../../lab/rows').RunRow} RunRow */

/**
 * The results of the services that died in one way.
 * @typedef {object} Cell
 * @property {string} before
 * @property {string} flow
 * @property {number} runs
 * @property {number} throwing services whose throwing frame is as expected
 * @property {number} callers services whose callers are as expected
 * @property {number} recalled services with both
 * @property {number} wrong
 * @property {number} otherwise
 */

const TARGET_PERCENT = 99
/** The fewest deaths of each kind. Fewer could not distinguish 99 % from 98 %. */
const FEWEST = 100
const MEASURED = 'on-demand'

/** How many different reasons a row keeps; many deaths have the same. */
const MOST_REASONS = 20

/**
 * @param {Outcome[]} outcomes
 * @returns {import('../../lab/suite').Measured}
 */
function measuredFrom (outcomes) {
  const cells = [...grouped(outcomes, ({ life }) => `${life.before}\n${life.flow}`).values()].map(cellOf)
  const hooks = outcomes.flatMap(({ judgement }) => (judgement === undefined ? [] : [judgement.errorHooks]))
  const times = outcomes.flatMap(({ atMs }) => (atMs === undefined ? [] : [atMs]))
  const total = sumOf(cells)
  return {
    metrics: {
      runs: total.runs,
      recalledPercent: (total.recalled / total.runs) * 100,
      wrong: total.wrong,
      otherwise: total.otherwise,
      errorsHandled: median(outcomes.map(({ errors }) => errors)),
      ...medians(hooks, ['captures', 'captureMs']),
      ...(times.length === 0 ? {} : { atMs: median(times) })
    },
    details: {
      cells,
      counters: medians(hooks, [...new Set(hooks.flatMap(Object.keys))]),
      // States are counters that are words, such as the way of capturing.
      states: counted(
        hooks.flatMap(counters =>
          Object.entries(counters).flatMap(([name, value]) =>
            typeof value === 'string' || typeof value === 'boolean' ? [`${name}: ${value}`] : []
          )
        )
      ),
      ...(outcomes[0].how === undefined ? {} : { halfCpu: outcomes[0].how }),
      wrong: counted(
        outcomes.flatMap(outcome => outcome.judgement?.wrong.map(name => `${nameOf(outcome)}: ${name}`) ?? [])
      ),
      otherwise: counted(
        outcomes.flatMap(outcome =>
          outcome.otherwise === undefined ? [] : [`${nameOf(outcome)}: ${outcome.otherwise}`]
        )
      ),
      notCaptured: counted(
        outcomes.flatMap(({ judgement }) =>
          judgement === undefined || isRecalled(judgement) ? [] : judgement.notCaptured
        )
      )
    }
  }
}

/** @param {Outcome} outcome */
function nameOf ({ life: { before, flow } }) {
  return `${before}, ${flow}`
}

/** @param {Outcome[]} outcomes all died in the same way @returns {Cell} */
function cellOf (outcomes) {
  const count = (/** @type {(outcome: Outcome) => boolean | undefined} */ holds) => outcomes.filter(holds).length
  return {
    ...outcomes[0].life,
    runs: outcomes.length,
    throwing: count(({ judgement }) => judgement?.throwing),
    callers: count(({ judgement }) => judgement?.callers),
    recalled: count(({ judgement }) => judgement !== undefined && isRecalled(judgement)),
    wrong: count(({ judgement }) => judgement !== undefined && judgement.wrong.length > 0),
    otherwise: count(({ otherwise }) => otherwise !== undefined)
  }
}

/** @param {Cell[]} cells @returns {Cell} */
function sumOf (cells) {
  return cells.reduce((total, cell) => ({
    ...total,
    runs: total.runs + cell.runs,
    throwing: total.throwing + cell.throwing,
    callers: total.callers + cell.callers,
    recalled: total.recalled + cell.recalled,
    wrong: total.wrong + cell.wrong,
    otherwise: total.otherwise + cell.otherwise
  }))
}

/** @param {import('./judge').Judgement} judgement */
function isRecalled ({ throwing, callers, wrong }) {
  return throwing && callers && wrong.length === 0
}

/**
 * @param {Record<string, unknown>[]} counters
 * @param {string[]} names
 * @returns {Record<string, number>} medians of those that are numbers
 */
function medians (counters, names) {
  return Object.fromEntries(
    names.flatMap(name => {
      const values = counters.map(counter => counter[name]).filter(value => typeof value === 'number')
      return values.length === 0 ? [] : [[name, median(values)]]
    })
  )
}

/** @param {string[]} texts @returns {Record<string, number>} number of each of the most frequent texts */
function counted (texts) {
  const counts = [...grouped(texts, text => text).entries()].sort(([, a], [, b]) => b.length - a.length)
  return Object.fromEntries(counts.slice(0, MOST_REASONS).map(([text, { length }]) => [text, length]))
}

/**
 * @param {RunRow[]} runs
 * @returns {{ run: RunRow, rounds: number, cells: Cell[] }[]} by scenario, Node.js and configuration; rounds are added
 *   up
 */
function summed (runs) {
  const counting = runs.filter(run => run.discarded === undefined && run.details?.cells !== undefined)
  return [...grouped(counting, run => `${run.scenario}\n${run.node}\n${run.configuration}`).values()].map(same => {
    const cells = same.flatMap(({ details }) => /** @type {Cell[]} */ (details?.cells))
    const deaths = grouped(cells, cell => `${cell.before}\n${cell.flow}`)
    return { run: same[0], rounds: same.length, cells: [...deaths.values()].map(sumOf) }
  })
}

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  const flows = Object.keys(PLACES)
  const places = summed(runs).flatMap(({ run, cells }) =>
    [...grouped(cells, ({ before }) => before).values()].map(ofPlace => ({ run, ofPlace }))
  )
  const rowOf = (/** @type {(typeof places)[number]} */ { run, ofPlace }) => {
    const ofFlows = flows.map(flow => {
      const cell = ofPlace.find(cell => cell.flow === flow)
      return cell === undefined ? '' : `${cell.throwing} / ${cell.callers} of ${cell.runs}`
    })
    const { wrong, otherwise } = sumOf(ofPlace)
    return [run.scenario, run.node, ...ofFlows, String(wrong), String(otherwise)]
  }
  const head = ['Scenario', 'Node.js', ...flows, 'wrong', 'otherwise']
  const titleOf = (/** @type {(typeof places)[number]} */ { run, ofPlace }) =>
    `**${configuration(run.configuration).label}, at ${ofPlace[0].before}**`
  return [...grouped(places, titleOf)]
    .map(
      ([title, same]) =>
        `${title}: throwing frame / callers shown, of all deaths of that way\n\n${markdown(head, same.map(rowOf))}`
    )
    .join('\n\n')
}

/**
 * @param {RunRow[]} runs
 * @returns {string[][]} columns as in the report's table of targets, without the suite; of each scenario the death with
 *   the lowest share, because each death has the target by itself
 */
function targetRows (runs) {
  return summed(runs)
    .filter(({ run }) => run.configuration === MEASURED)
    .flatMap(({ run, rounds, cells }) => {
      const worst = cells.reduce((least, cell) =>
        cell.recalled / cell.runs < least.recalled / least.runs ? cell : least
      )
      const { wrong } = sumOf(cells)
      const what =
        `${run.scenario}: variables shown, the worst of ${cells.length} deaths: ${worst.before}, ${worst.flow}`
      const measured = `${number((worst.recalled / worst.runs) * 100, 1)} % of ${worst.runs}`
      return [
        [run.node, what, `at least ${TARGET_PERCENT} %`, String(rounds), measured, '', resultOf(worst)],
        [
          run.node,
          `${run.scenario}: deaths with a wrong variable`,
          'at most 0',
          String(rounds),
          String(wrong),
          '',
          wrong === 0 ? 'met' : 'missed'
        ]
      ]
    })
}

/**
 * @param {Cell} cell
 * @returns {string} `missed` as soon as there are more misses than 100 runs may have; `met` only after 100 runs
 */
function resultOf ({ runs, recalled }) {
  const most = (Math.max(runs, FEWEST) * (100 - TARGET_PERCENT)) / 100
  if (runs - recalled > most) return 'missed'
  return runs < FEWEST ? `not decided: fewer than ${FEWEST} runs` : 'met'
}

module.exports = { measuredFrom, report, targetRows }
