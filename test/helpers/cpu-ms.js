'use strict'

/**
 * @param {() => void} work
 * @returns {number} milliseconds that processors spent on it, on all threads of the process: however long others kept
 *   them
 */
function cpuMs (work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

module.exports = { cpuMs }
