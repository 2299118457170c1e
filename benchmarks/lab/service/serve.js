'use strict'
// Makes a server a service of the lab: it prints its port when it listens, and ends at SIGTERM, or with its input.

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
  // exit() runs the listeners of `exit`, so that what is written at exit is written.
  const end = () => process.exit(0)
  if (process.env.BENCH_ENDS_WITH === 'input') process.stdin.once('end', end).resume()
  else process.once('SIGTERM', end)
}

module.exports = { serve }
