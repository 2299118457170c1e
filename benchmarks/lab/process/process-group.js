'use strict'
// Measures the CPU time of a service and its child processes, including those that have ended.

const fs = require('node:fs')

/** Linux counts CPU time in ticks of 10 ms on every architecture that Node.js supports. */
const TICK_MS = 10

/**
 * @param {number} leader pid of the group's leader
 * @returns {number | null} null if there is no /proc
 */
function cpuMsOfGroup (leader) {
  if (process.platform !== 'linux') return null
  let ticks = 0
  for (const name of fs.readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(name) : null
    // Fields 14 to 17 of proc(5): the process's own time, and that of the children for which it has waited.
    if (fields !== null && Number(fields[2]) === leader) {
      ticks += [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    }
  }
  return ticks * TICK_MS
}

/**
 * @param {string} pid
 * @returns {string[] | null} the fields from the third on, because the second may hold any text; null if it has ended
 */
function statOf (pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null // The process ended between the listing and the reading.
  }
}

module.exports = { cpuMsOfGroup }
