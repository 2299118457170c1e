'use strict'
// A service with child processes has used the CPU time of all of them, of those that are gone, too.

const fs = require('node:fs')

/** Linux counts CPU time in ticks of 10 ms, on every architecture that Node.js runs on. */
const TICK_MS = 10

/**
 * @param {number} leader pid
 * @returns {number | null} null where there is no /proc
 */
function cpuMsOfGroup (leader) {
  if (process.platform !== 'linux') return null
  let ticks = 0
  for (const name of fs.readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(name) : null
    // Fields 14 to 17 of proc(5): its own time, and that of the children that it has waited for.
    if (fields !== null && Number(fields[2]) === leader) {
      ticks += [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    }
  }
  return ticks * TICK_MS
}

/**
 * @param {string} pid
 * @returns {string[] | null} from the third field on, since the second may hold anything; null when it is gone
 */
function statOf (pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null // It ended between the listing and the reading.
  }
}

module.exports = { cpuMsOfGroup }
