'use strict'
// The most wanted properties come first: of a request its method and URL, of a client library's error the place where
// it was thrown.

const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { remoteObject } = require('../../../packages/inspect/cdp/remote-object')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const SERVER = `'use strict'
const http = require('node:http')
const { EventEmitter } = require('node:events')
class Bus extends EventEmitter {
  constructor () {
    super()
    this.name = 'orders'
    this.statusCode = 7
    this[Symbol('inner')] = 1
  }
}
const bus = new Bus()
const server = http.createServer((req, res) => {
  res.statusCode = 202
  const holder = { bus, req }
  holder.missing.property()
})
server.listen(0, () => http.get({ port: server.address().port, path: '/orders?x=1', method: 'PUT' }))
`

t.test('requests, responses and emitters', async t => {
  const { file, cwd } = await runToDump(t, ['a.js'], { cwd: t.testdir({ 'a.js': SERVER }) })
  const { stdout } = await runCli(['show', file], { cwd, env: { COLUMNS: '80' } })
  t.match(stdout, /req +IncomingMessage PUT \/orders\?x=1\n/, 'nothing of it was set by the application')
  t.match(stdout, /res +ServerResponse \{ statusCode: 202, headersSent: false \}\n/)
  const more = (await runCli(['show', file, '--more'], { cwd, env: { COLUMNS: '80' } })).stdout
  t.match(more, /req +IncomingMessage \{\n +method: 'PUT',\n +url: '\/orders\?x=1',/)
  t.match(
    (await runCli(['eval', file, 'bus'], { cwd })).stdout,
    /^Bus \{\s+statusCode: 7,\s+name: 'orders',\s+_events:/
  )
  const all = await runCli(['show', file, '--all'], { cwd })
  t.match(all.stdout, /IncomingMessage \{\s+method: 'PUT',\s+url: '\/orders\?x=1',/)

  const dump = await readDump(file)
  const [{ value }] = dump.scope(dump.callFrames[0].scopeChain[0]).variables.filter(({ name }) => name === 'req')
  t.same(
    remoteObject(value, dump, true)
      .preview.properties.slice(0, 2)
      .map(({ name, value }) => [name, value]),
    [
      ['method', 'PUT'],
      ['url', '/orders?x=1']
    ]
  )
})

t.test('what the application has set on a request, and the status of an answer that nothing has set', async t => {
  const source = `'use strict'
const http = require('node:http')
const server = http.createServer((req, res) => {
  Object.assign(req, { originalUrl: '/api' + req.url, body: { lines: [{ sku: 'tea', note: 'x'.repeat(99) }] } })
  Object.assign(req, { query: {}, params: { id: '7' }, user: { name: 'Anna' } })
  const first = req.body.lines[0]
  const answered = new http.ServerResponse(req)
  answered.writeHead(201)
  charge(req, res, answered, new Reply(res))
})
class Reply {
  constructor (raw) { this.raw = raw }
  log = { level: 'info' }
}
class DiscountError extends Error {
  constructor (message) { super(message); this.name = 'DiscountError' }
}
function charge (req, res, answered, reply) {
  if (req.user.discount === undefined) throw new DiscountError('no discount')
}
server.listen(0, () => http.get({ port: server.address().port, path: '/orders/7' }))
`
  const { file, cwd } = await runToDump(t, ['a.js'], { cwd: t.testdir({ 'a.js': source }) })
  const { stdout } = await runCli(['show', file], { cwd, env: { COLUMNS: '110' } })
  t.match(stdout, "IncomingMessage GET /api/orders/7 { params: { id: '7' }, user: { name: 'Anna' }, bo…")
  t.match(stdout, /res +ServerResponse \{ statusCode: 200, headersSent: false \}\n/)
  t.match(stdout, /reply +Reply \{ statusCode: 200, headersSent: false \}\n/, 'as that of fastify')
  t.match(stdout, /^DiscountError: no discount\n\n/m, 'its name stands there')
  t.match(stdout, /answered +ServerResponse \{ statusCode: 201, headersSent: true, finished: false \}\n/)
})

t.test('an error with hundreds of lines of properties', async t => {
  const source = `'use strict'
class ClientError extends Error {}
const config = Object.fromEntries(Array.from({ length: 300 }, (_, i) => ['option' + i, { value: i, list: [i, i + 1] }]))
const error = new ClientError('Request failed with status code 500')
Object.assign(error, {
  config,
  request: { _header: 'x'.repeat(3000), config },
  response: { status: 500, data: { reason: 'full' } },
  code: 'ERR_BAD_RESPONSE',
  status: 500
})
throw error
`
  const { file, cwd } = await runToDump(t, ['a.js'], { cwd: t.testdir({ 'a.js': source }) })
  const { stdout } = await runCli(['show', file], { cwd, env: { COLUMNS: '80' } })
  const lines = stdout.split('\n')
  t.match(
    lines.slice(0, 4).join('\n'),
    /^Error: Request failed with status code 500\n {2}code: 'ERR_BAD_RESPONSE'\n {2}status: 500\n/
  )
  const at = (/** @type {RegExp} */ pattern) => lines.findIndex(line => pattern.test(line))
  t.ok(at(/^> 6 \| /) < 16, 'the source stands on the first screen')
  t.ok(at(/^#0 /) < at(/^Properties of the error$/), 'the frames stand before the properties')
  t.ok(at(/^ {6}request +\{/) > at(/^Properties/), stdout)
  const properties = lines.slice(at(/^Properties of the error$/))
  t.ok(properties.indexOf('') <= 26, 'they are cut')
  for (const line of lines) t.ok(line.length <= 80, line)
})
