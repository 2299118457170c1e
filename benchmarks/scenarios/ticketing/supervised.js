'use strict'
// Runs the service under a supervisor that restarts it at once on the same port, as process managers do.

const { startService } = require('../../lab/service/service')

/** @typedef {import('../../lab/service/service').Ended} Ended */

/**
 * @param {string[]} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, signal: AbortSignal }} options
 * @returns {Promise<{ port: number, starts: () => number, stop: () => Promise<Ended> }>}
 */
async function supervise (command, { cwd, env, signal }) {
  let service = await startService(command, { cwd, env, signal })
  const { port } = service
  let starts = 1
  let stopped = false
  /** @type {Promise<void>} */
  let starting = Promise.resolve()
  const watch = () => {
    service.ended.then(() => {
      if (stopped) return
      starting = again()
      // stop() waits for this promise and reports its failure.
      starting.catch(() => {})
    })
  }
  async function again () {
    starts++
    service = await startService(command, { cwd, env: { ...env, PORT: String(port) }, signal })
    watch()
  }
  watch()
  return {
    port,
    starts: () => starts,
    async stop () {
      stopped = true
      await starting
      service.kill('SIGTERM')
      return service.ended
    }
  }
}

module.exports = { supervise }
