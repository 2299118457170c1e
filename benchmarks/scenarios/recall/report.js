'use strict'
// Makes rows from outcomes, and reports the share of deaths whose variables the dump shows, by place and flow.

const { configuration } = require('../../lab/configurations')
const { shareInterval } = require('../../lab/conclusions/share')
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
/** Scenarios with at most so many errors a second have the target together, each other one by itself. */
const TOGETHER_UP_TO = 200
/**
 * Deaths of each scenario. Nine have the target together, and an interval of 95 % is above it from 368 deaths on, if
 * none of them has lost a variable.
 */
const ENOUGH = 48
const MEASURED = 'on-demand'

/** How many different reasons a row keeps; many deaths have the same. */
const MOST_REASONS = 20

/**
 * @param {Outcome[]} outcomes
 * @param {number} perSecond errors that were handled each second
 * @returns {import('../../lab/suite').Measured}
 */
function measuredFrom (outcomes, perSecond) {
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
      ...medians(hooks, ['errorsSeen', 'captures', 'captureMs']),
      ...(times.length === 0 ? {} : { atMs: median(times) })
    },
    details: {
      perSecond,
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
 * @returns {string[][]} columns as in the report's table of targets, without the suite
 */
function targetRows (runs) {
  const ofTarget = summed(runs).filter(({ run }) => run.configuration === MEASURED)
  return [...grouped(ofTarget, ({ run }) => run.node)].flatMap(([node, same]) => {
    const rows = [...grouped(same, ({ run }) => targetScenario(run)).values()].map(ofScenario => {
      const all = sumOf(ofScenario.flatMap(({ cells }) => cells))
      const { low, high } = shareInterval(all.recalled, all.runs)
      const share = `${number((all.recalled / all.runs) * 100, 1)} % of ${all.runs}`
      const interval = `${number(low * 100, 1)} to ${number(high * 100, 1)}`
      const what = `${targetScenario(ofScenario[0].run)}: variables shown`
      return [node, what, `at least ${TARGET_PERCENT} %`, roundsOf(ofScenario), share, interval, resultOf(all)]
    })
    const { wrong, runs: deaths } = sumOf(same.flatMap(({ cells }) => cells))
    const result = wrong === 0 ? 'met' : 'missed'
    const what = 'deaths with a wrong variable'
    return [...rows, [node, what, 'at most 0', roundsOf(same), `${wrong} of ${deaths}`, '', result]]
  })
}

/** @param {RunRow} run @returns {string} the scenario, or the name of those that have the target together */
function targetScenario ({ scenario, details }) {
  return Number(details?.perSecond) > TOGETHER_UP_TO ? scenario : `up to ${TOGETHER_UP_TO} errors/s`
}

/** @param {{ rounds: number }[]} scenarios @returns {string} */
function roundsOf (scenarios) {
  return String(Math.max(...scenarios.map(({ rounds }) => rounds)))
}

/** @param {Cell} cell of several kinds of deaths @returns {string} by the interval of their share */
function resultOf ({ runs, recalled }) {
  const { low, high } = shareInterval(recalled, runs)
  if (low >= TARGET_PERCENT / 100) return 'met'
  return high < TARGET_PERCENT / 100 ? 'missed' : 'not decided: the interval holds the target'
}

/**
 * @param {RunRow[]} runs of one scenario and Node.js
 * @returns {boolean} true if each configuration needs no further round
 */
function isDecided (runs) {
  const all = summed(runs).map(({ cells }) => sumOf(cells))
  return all.length > 0 && all.every(cell => cell.runs >= ENOUGH || resultOf(cell) === 'missed')
}

/**
 * @param {RunRow[]} runs
 * @returns {string} for how many of the deaths all variables were shown, up to which rate of handled errors that are
 *   as many as the target wants, and for how many beyond it
 */
function recalledText (runs) {
  const all = summed(runs).flatMap(({ run, cells }) =>
    run.details?.perSecond === undefined ? [] : [{ rate: Number(run.details.perSecond), ...sumOf(cells) }]
  )
  const rates = [...grouped(all, ({ rate }) => String(rate)).values()]
    .map(same => ({ ...sumOf(same), rate: same[0].rate }))
    .sort((a, b) => a.rate - b.rate)
  const isBelow = (/** @type {Cell} */ { recalled, runs }) => recalled / runs < TARGET_PERCENT / 100
  const below = rates.findIndex(isBelow)
  const holding = below < 0 ? rates : rates.slice(0, below)
  const further = rates.slice(holding.length)
  const countOf = (/** @type {Cell[]} */ cells) => {
    const { recalled, runs } = sumOf(cells)
    return `${recalled.toLocaleString('en')} of ${runs.toLocaleString('en')}`
  }
  const shares = further.map(cell => ({ share: countOf([cell]), rate: cell.rate.toLocaleString('en') }))
  if (holding.length > 0) {
    shares.unshift({ share: countOf(holding), rate: `up to ${holding[holding.length - 1].rate.toLocaleString('en')}` })
  }
  return shares
    .map(({ share, rate }, index) =>
      index === 0 ? `${share} crashes beside ${rate} errors a second` : `${share} beside ${rate}`
    )
    .join(', ')
}

module.exports = { ENOUGH, isDecided, measuredFrom, recalledText, report, targetRows }
