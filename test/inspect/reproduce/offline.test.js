'use strict'
// `reproduce --check` keeps the test from live services, says what it wanted to reach, and ends in time.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const t = require('tap')
const { connectionsIn, waitText } = require('../../../packages/reproduce/check/connections')
const { temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const PROGRAM = `'use strict'
const net = require('node:net')
exports.load = async function load (order) {
  const answer = await new Promise((resolve, reject) => {
    net.connect(order.port, '127.0.0.1').on('error', reject).on('data', resolve)
  })
  const item = order.items[answer.length]
  return item.price // CRASH
}
if (require.main === module) exports.load({ port: Number(process.argv[2]), items: [] })
`

t.test('a live service is reached only if asked', async t => {
  let connections = 0
  const server = net.createServer(socket => {
    connections++
    socket.end('hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const cwd = temporaryDirectory(t)
  fs.writeFileSync(path.join(cwd, 'load.js'), PROGRAM)
  const { file } = await runToDump(t, ['load.js', String(port)], { cwd })
  t.equal(connections, 1, 'the program itself')

  const { exitCode, stdout } = await runCli(['reproduce', file, '--check', '--timeout', '60000'], { cwd })
  t.equal(connections, 1, 'its test has not reached the service')
  t.equal(exitCode, 1)
  t.match(stdout, `the code wanted to reach 127.0.0.1:${port}, and was kept offline: --network allows it`)

  const words = ['reproduce', file, '--check', '--force', '--network', '--json', '--timeout', '60000']
  const asked = JSON.parse((await runCli(words, { cwd })).stdout)
  t.match(asked, { refused: [] })
  t.ok(connections > 1, 'with --network it has')
})

const RETRIES = `'use strict'
const net = require('node:net')
const connect = port => new Promise((resolve, reject) => {
  net.connect(port, '127.0.0.1', resolve).on('error', reject)
})
exports.load = async function load (order) {
  for (;;) {
    try {
      await connect(order.port)
      break
    } catch {
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  return order.items[0].price // CRASH
}
if (require.main === module) exports.load({ port: Number(process.argv[2]), items: [] })
`

t.test('a try that has only begun does not hide why the one before failed', async t => {
  const lines = ['begun a:1', 'ECONNREFUSED a:1', 'begun a:1']
  t.equal(waitText(connectionsIn(lines)), 'a:1 (ECONNREFUSED, 2 tries)')
  t.equal(waitText(connectionsIn(lines.slice(0, 1))), 'a:1 (not connected yet, one try)')
  t.equal(waitText(connectionsIn(['begun a:1', 'connected a:1', 'begun a:1'])), 'a:1 (not connected yet, 2 tries)')
})

t.test('a test that waits for a service says for which', async t => {
  const server = net.createServer(socket => socket.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const cwd = temporaryDirectory(t)
  fs.writeFileSync(path.join(cwd, 'load.js'), RETRIES)
  const { file } = await runToDump(t, ['load.js', String(port)], { cwd })
  server.close()
  await once(server, 'close')

  const words = ['reproduce', file, '--check', '--network', '--force', '--timeout', '4000']
  const { exitCode, stdout } = await runCli(words, { cwd })
  t.equal(exitCode, 1)
  const waited = new RegExp(`did not come to its end; it waited for 127.0.0.1:${port} \\(ECONNREFUSED, \\d+ tries\\)\n`)
  t.match(stdout, waited)
  const { verdict, waitedFor } = JSON.parse((await runCli([...words, '--json'], { cwd })).stdout)
  t.equal(verdict, 'noEnd')
  t.match(waitedFor, `127.0.0.1:${port} (ECONNREFUSED, `)
})

t.test('and for one that takes connections, and never answers', async t => {
  let isSilent = false
  const server = net.createServer(socket => {
    if (!isSilent) socket.end('hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  t.teardown(() => server.close())
  const cwd = temporaryDirectory(t)
  fs.writeFileSync(path.join(cwd, 'load.js'), PROGRAM)
  const { file } = await runToDump(t, ['load.js', String(port)], { cwd })
  isSilent = true
  const { stdout } = await runCli(['reproduce', file, '--check', '--network', '--timeout', '4000'], { cwd })
  t.match(stdout, `did not come to its end; it waited for an answer from 127.0.0.1:${port}\n`)
})
