'use strict'
// A measurement that goes on where an earlier one ended, so that a machine that is quiet for half an hour at a time
// gets to enough rounds.

const { grouped } = require('./grouped')

/** @typedef {import('./environment').EnvironmentRow} EnvironmentRow */
/** @typedef {import('./rows').Row} Row */
/** @typedef {import('./rows').RunRow} RunRow */

/** What must be the same for rounds to be of one measurement. */
const SAME = /** @type {const} */ (['code', 'built', 'dirty', 'cpu', 'cores', 'os'])

/**
 * @param {Row[]} rows of all sessions
 * @param {EnvironmentRow} now
 * @returns {{ session: string, measured: RunRow[] }} the newest session of the suite, and what it has
 * @throws {Error} when there is none, or when code, machine or Node.js have changed since
 */
function sessionToContinue (rows, now) {
  const sessionsWithRuns = new Set(rows.flatMap(row => (row.kind === 'run' ? [row.session] : [])))
  // One without runs only drew flamegraphs.
  const earlier = rows.flatMap(row =>
    row.kind === 'environment' &&
    row.suite === now.suite &&
    row.quick === now.quick &&
    sessionsWithRuns.has(row.session)
      ? [row]
      : []
  )
  if (earlier.length === 0) throw new Error(`--continue: ${now.suite} has no rows yet`)
  const session =
    earlier
      .map(row => row.session)
      .sort()
      .at(-1) ?? ''
  // One that was continued before has several, maybe of other Node.js each.
  const ofSession = earlier.filter(row => row.session === session)
  const changed = ofSession.flatMap(row => changes(row, now))
  if (now.dirty) changed.push('dirty')
  if (changed.length > 0) {
    throw new Error(`--continue: not what was measured at ${ofSession[0].date}: ${[...new Set(changed)].join(', ')}`)
  }
  return { session, measured: rows.flatMap(row => (row.kind === 'run' && row.session === session ? [row] : [])) }
}

/**
 * @param {EnvironmentRow} earlier
 * @param {EnvironmentRow} now
 * @returns {string[]} names of what differs
 */
function changes (earlier, now) {
  return [
    // A row from before there were digests of what was built is judged by the others.
    ...SAME.filter(name => earlier[name] !== now[name] && !(name === 'built' && earlier.built === undefined)),
    ...Object.keys(now.nodes)
      .filter(major => (earlier.nodes[major] ?? now.nodes[major]) !== now.nodes[major])
      .map(major => `Node.js ${major}`)
  ]
}

/**
 * @param {RunRow[]} runs of one session, in the order in which they were measured
 * @returns {(scenario: string, node: string, round: number, configurations: string[]) => boolean} whether a round has
 *   all of these in one go: what is compared with each other must be close in time
 */
function measuredIn (runs) {
  const rounds = grouped(runs, run => keyOf(run.scenario, run.node, run.round))
  return (scenario, node, round, configurations) => {
    const last = (rounds.get(keyOf(scenario, node, round)) ?? [])
      .filter(run => configurations.includes(run.configuration))
      .slice(-configurations.length)
    return (
      new Set(last.map(run => run.configuration)).size === configurations.length &&
      last.every(
        (run, index) => run.discarded === undefined && (index === 0 || run.position > last[index - 1].position)
      )
    )
  }
}

/** @param {string} scenario @param {string} node @param {number} round */
function keyOf (scenario, node, round) {
  return `${scenario}\n${node}\n${round}`
}

module.exports = { measuredIn, sessionToContinue }
