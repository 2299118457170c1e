'use strict'
// A measurement that goes on where an earlier one ended, so that a machine that is quiet for half an hour at a time gets to enough rounds.

/** @typedef {import('./environment').EnvironmentRow} EnvironmentRow */
/** @typedef {import('./rows').Row} Row */

/** What must be the same for rounds to be of one measurement. */
const SAME = /** @type {const} */ (['code', 'dirty', 'cpu', 'cores', 'os'])

/**
 * @param {Row[]} rows of all sessions
 * @param {EnvironmentRow} now
 * @returns {{ session: string, rounds: number }} the newest session of the suite, and how many rounds it has
 * @throws {Error} when there is none, or when code, machine or Node.js have changed since
 */
function sessionToContinue (rows, now) {
  const earlier = rows.flatMap(row => row.kind === 'environment' && row.suite === now.suite && row.quick === now.quick ? [row] : [])
    .sort((a, b) => a.session < b.session ? -1 : 1).at(-1)
  if (earlier === undefined) throw new Error(`--continue: ${now.suite} has no rows yet`)
  const changed = [
    ...SAME.filter(name => earlier[name] !== now[name]),
    ...Object.keys(now.nodes).filter(major => (earlier.nodes[major] ?? now.nodes[major]) !== now.nodes[major]).map(major => `Node.js ${major}`)
  ]
  if (now.dirty) changed.push('dirty')
  if (changed.length > 0) throw new Error(`--continue: not what was measured at ${earlier.date}: ${[...new Set(changed)].join(', ')}`)
  const rounds = rows.flatMap(row => row.kind === 'run' && row.session === earlier.session ? [row.round] : [])
  return { session: earlier.session, rounds: Math.max(0, ...rounds) }
}

module.exports = { sessionToContinue }
