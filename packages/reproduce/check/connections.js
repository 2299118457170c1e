'use strict'
// Tells from the log of a process's connections what it waits for.

/** @typedef {{ target: string, tries: number, state: string }} Connection state: of the last try, or
 *   the error of the one before if nothing is known of it yet */

/**
 * @param {string[]} lines of watch-connections.js: `begun`, `connected` or the code of an error, and the target
 * @returns {Connection[]} the one that was tried last comes last
 */
function connectionsIn (lines) {
  /** @type {Map<string, Connection>} */
  const found = new Map()
  for (const line of lines) {
    const at = line.indexOf(' ')
    const [state, target] = [line.slice(0, at), line.slice(at + 1)]
    const before = found.get(target)
    const tries = (before?.tries ?? 0) + (state === 'begun' ? 1 : 0)
    const isAgain = state === 'begun' && before !== undefined && before.state !== 'connected'
    found.delete(target)
    found.set(target, { target, tries, state: isAgain ? before.state : state })
  }
  return [...found.values()]
}

/**
 * @param {Connection[]} connections
 * @returns {string} such as `127.0.0.1:5432 (ECONNREFUSED, 7 tries)`; empty if there was none
 */
function waitText (connections) {
  const last = connections.at(-1)
  if (last === undefined) return ''
  const { target, tries, state } = last
  if (state === 'connected') return `an answer from ${target}`
  const how = state === 'begun' ? 'not connected yet' : state
  return `${target} (${how}, ${tries === 1 ? 'one try' : `${tries} tries`})`
}

module.exports = { connectionsIn, waitText }
