'use strict'
// Keeps the machine's processors busy, so that what is measured has to wait for one.

const { spawn } = require('node:child_process')

/**
 * @template T
 * @param {number} count of processes that compute without end meanwhile
 * @param {AbortSignal} signal ends them, too
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withBusyProcesses (count, signal, work) {
  const processes = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;) ;'], { stdio: 'ignore' })
  )
  const end = () => processes.forEach(child => child.kill('SIGKILL'))
  signal.addEventListener('abort', end)
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}

module.exports = { withBusyProcesses }
