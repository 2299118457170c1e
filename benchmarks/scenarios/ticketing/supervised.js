'use strict'
// The service under a supervisor that starts it again at once, on the same port, as process managers do.

const { startService } = require('../../lab/service')

/** @typedef {import('../../lab/service').Ended} Ended */

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
      // Told by stop(), which waits for it.
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
