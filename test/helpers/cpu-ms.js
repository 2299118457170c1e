'use strict'

/**
 * Measures CPU time, which does not depend on how busy the machine is.
 * @param {() => void} work
 * @returns {number} CPU time of all threads of the process, in ms
 */
function cpuMs (work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

module.exports = { cpuMs }
