'use strict'
// What the lab expects of a service: it prints its port, and at SIGTERM what it used.

/**
 * @param {import('node:http').Server} server
 */
function serve (server) {
  const announce = () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    console.log(`listening on port ${port}`)
  }
  if (server.listening) announce()
  else server.listen(0, '127.0.0.1', announce)
  process.once('SIGTERM', () => {
    const { user, system } = process.cpuUsage()
    console.log(JSON.stringify({ cpuMs: (user + system) / 1000, rssKb: process.memoryUsage().rss / 1024 }))
    process.exit(0)
  })
}

module.exports = { serve }
