'use strict'
// A service that asks another one in the same process, 3,000 times after a warm-up, one request after the other. It
// prints what a request costs.

const http = require('node:http')
const { once } = require('node:events')

const WARM_UP = 1000
const REQUESTS = 3000

/** @param {number} port @param {http.Agent} agent */
async function ask (port, agent) {
  const [response] = await once(http.get({ port, agent, host: '127.0.0.1' }), 'response')
  response.resume()
  await once(response, 'end')
}

async function main () {
  const server = http.createServer((request, response) => response.end('ok'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const agent = new http.Agent({ keepAlive: true })
  for (let i = 0; i < WARM_UP; i++) await ask(port, agent)
  const before = process.cpuUsage()
  for (let i = 0; i < REQUESTS; i++) await ask(port, agent)
  const { user, system } = process.cpuUsage(before)
  agent.destroy()
  server.close()
  console.log(JSON.stringify({ metrics: { requestUs: (user + system) / REQUESTS } }))
}

main()
