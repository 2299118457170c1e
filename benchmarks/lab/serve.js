'use strict'
// What the lab expects of a service: it prints its port and ends at SIGTERM.

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
  // An orderly end, so that what is written at exit is written.
  process.once('SIGTERM', () => process.exit(0))
}

module.exports = { serve }
