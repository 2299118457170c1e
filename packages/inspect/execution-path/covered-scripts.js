'use strict'
// Adds up what the requests of dumps ran, script by script.

const { fileOf } = require('../source/location')

/** @typedef {import('../reader').Dump} Dump */

/** @typedef {{ line: number, column: number }} Location line: from 1; column: from 0 */
/** @typedef {{ start: Location, end: Location }} Range */

/** @typedef {{ type: string, range: Range, count: number, name: string }} Part a function or a branch */
/**
 * @typedef
 *   {{ file: string, lines: { range: Range, count: number }[], functions: Part[], branches: Part[] }}
 *   Description
 */

/**
 * @typedef {object} CoveredScript
 * @property {Dump} dump the first that has the script
 * @property {string} scriptId in that dump
 * @property {string} url
 * @property {string} [source] if a dump has it
 * @property {import('crash-collector-shared/dump/event-types').ExecutedBlock[]} blocks
 * @property {number[]} counts how many requests ran each block
 */

/**
 * @param {Dump[]} dumps the newest first; what older ones tell of other texts of a file is left out
 * @returns {{ scripts: CoveredScript[], changed: Set<string> }} changed: files that had other texts, too
 */
function coveredScripts (dumps) {
  /** @type {Map<string, CoveredScript>} */
  const byFile = new Map()
  /** @type {Set<string>} */
  const changed = new Set()
  for (const dump of dumps) {
    if (dump.executionPath === null) continue
    const { scripts, steps } = dump.executionPath
    const covered = scripts.map(({ scriptId, url, blocks }) => {
      const file = fileOf(url)
      const source = dump.script(scriptId)?.source
      const known = byFile.get(file)
      if (known === undefined) {
        const made = { dump, scriptId, url, source, blocks, counts: blocks.map(() => 0) }
        byFile.set(file, made)
        return made
      }
      // The blocks of a text are the same in each process with the same detail.
      if (JSON.stringify(known.blocks) !== JSON.stringify(blocks) || differ(known.source, source)) {
        changed.add(file)
        return undefined
      }
      known.source ??= source
      return known
    })
    for (const [script, block] of steps) {
      const counts = covered[script]?.counts
      if (counts !== undefined && block < counts.length) counts[block]++
    }
  }
  return { scripts: [...byFile.values()], changed }
}

/** @param {string | undefined} a @param {string | undefined} b */
function differ (a, b) {
  return a !== undefined && b !== undefined && a !== b
}

module.exports = { coveredScripts }
