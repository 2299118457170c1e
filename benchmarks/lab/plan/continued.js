'use strict'
// Continues an earlier measurement, so that a machine that is quiet for only half an hour at a time completes enough
// rounds.

const { grouped } = require('../grouped')

/** @typedef {import('../environment').EnvironmentRow} EnvironmentRow */
/** @typedef {import('../rows').Row} Row */
/** @typedef {import('../rows').RunRow} RunRow */

/** These must be equal for rounds to belong to one measurement. */
const SAME = /** @type {const} */ (['code', 'built', 'dirty', 'cpu', 'cores', 'os'])

/**
 * @param {Row[]} rows of all sessions
 * @param {EnvironmentRow} now
 * @returns {{ session: string, measured: RunRow[] }} the newest session of the suite, and its runs
 * @throws {Error} if there is none, or if code, machine or Node.js have changed since
 */
function sessionToContinue (rows, now) {
  const sessionsWithRuns = new Set(rows.flatMap(row => (row.kind === 'run' ? [row.session] : [])))
  // A session without runs has only drawn flamegraphs.
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
  // A session that was continued before has several environment rows, which may have different Node.js versions.
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
    // Old rows have no digest of what was built; they are compared by the other members.
    ...SAME.filter(name => earlier[name] !== now[name] && !(name === 'built' && earlier.built === undefined)),
    ...Object.keys(now.nodes)
      .filter(major => (earlier.nodes[major] ?? now.nodes[major]) !== now.nodes[major])
      .map(major => `Node.js ${major}`)
  ]
}

/**
 * @param {RunRow[]} runs of one session, in the order in which they were measured
 * @returns {(scenario: string, node: string, round: number, configurations: string[]) => boolean} true if a round has
 *   measured all of these configurations one after the other; values that are compared must be close in time
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
