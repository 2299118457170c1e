'use strict'
// Programs that crash while they work on a request. Each dump names the request, wherever the program had it.

const path = require('node:path')
const t = require('tap')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { requestOf, requestText } = require('../../../packages/inspect/crash/request')
const { otlpRequest } = require('../../../packages/inspect/export/otlp')
const { sentryEvent } = require('../../../packages/inspect/export/sentry')
const { pageData } = require('../../../packages/inspect/page/page-data')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { CRASHES } = require('../../helpers/crash')
const { skippedWithout } = require('../../helpers/ecosystem')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

const SENT = { method: 'POST', url: '/shop/orders/7?full=1', bodyBytes: 12 }
const SENT_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

/**
 * @param {import('tap').Test} t
 * @param {string} name
 */
async function crash (t, name) {
  const run = await runToDump(t, [path.join(CRASHES, 'requests', name)])
  return { ...run, dump: await openDump(run.file) }
}

/** @param {import('../../../packages/inspect/reader').Dump} dump */
function headersOf (dump) {
  return Object.fromEntries((requestOf(dump)?.headers ?? []).map(([name, value]) => [name, value.value]))
}

t.test('of node:http, in show, the page and the exports', async t => {
  const { dump, directory, file } = await crash(t, 'http.js')
  const { headers, ...facts } = requestOf(dump)
  t.match(facts, { ...SENT, traceId: SENT_TRACE })
  t.equal(facts.spanId, undefined, 'the header names the span of the sender')
  t.equal(facts.statusCode, undefined, 'there was no answer')
  t.match(headersOf(dump), { 'content-type': 'application/json' })
  t.notMatch(JSON.stringify(headers), 'abcdefghijklmnop', 'secrets were taken out')

  const line = `POST /shop/orders/7?full=1 · body of 12 bytes · trace ${SENT_TRACE}`
  t.ok((await runCli(['show', file], { cwd: directory })).stdout.split('\n').includes(line))
  const all = (await runCli(['show', '--all', file], { cwd: directory })).stdout.split('\n')
  t.ok(all.includes('  content-type: application/json'))
  const json = JSON.parse((await runCli(['show', '--json', file], { cwd: directory })).stdout)
  t.match(json.request, { ...SENT, traceId: SENT_TRACE })
  t.match(
    json.request.headers.find(({ name }) => name === 'content-type'),
    { value: { value: 'application/json' } }
  )
  t.match(pageData(dump).request, { text: line, headers: /content-type: application\/json/ })
  t.match(sentryEvent(dump, new SourceMaps(dump)), {
    request: { method: 'POST', url: SENT.url, headers: { 'content-type': 'application/json' } }
  })
  const [record] = otlpRequest(dump, new SourceMaps(dump)).resourceLogs[0].scopeLogs[0].logRecords
  t.equal(record.traceId, SENT_TRACE)
  const attributes = Object.fromEntries(record.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  t.match(attributes, {
    'http.request.method': 'POST',
    'url.path': '/shop/orders/7',
    'url.query': 'full=1',
    'http.request.body.size': 12
  })
})

t.test('of express', async t => {
  const { dump } = await crash(t, 'express.js')
  const request = requestOf(dump)
  t.match(request, { ...SENT, route: '/shop/orders/:id', statusCode: 202 })
  t.match(requestText(request, dump), / was answered with status 202 · route \/shop\/orders\/:id .* · user \{ id: 31, /)
  t.match(sentryEvent(dump, new SourceMaps(dump)), { transaction: 'POST /shop/orders/:id', user: { id: 31 } })
})

t.test('of fastify', async t => {
  if (skippedWithout(t, 'fastify')) return
  const { dump } = await crash(t, 'fastify.js')
  t.match(requestOf(dump), SENT)
})

t.test('of koa', async t => {
  if (skippedWithout(t, 'koa')) return
  const { dump } = await crash(t, 'koa.js')
  const request = requestOf(dump)
  t.match(request, SENT)
  t.match(requestText(request, dump), / · user \{ id: 31 \}/)
})

t.test('of hono', async t => {
  if (skippedWithout(t, 'hono', '@hono/node-server')) return
  const { dump, directory, file } = await crash(t, 'hono.js')
  t.match(requestOf(dump), SENT)
  t.match(headersOf(dump), { 'content-type': 'application/json' })
  const { stdout } = await runCli(['show', '--more', file], { cwd: directory, env: { COLUMNS: '100' } })
  t.match(stdout, /raw: Request POST http:\/\/localhost:\d+\/shop\/orders\/7\?full=1,/)
})

t.test('of Next.js', async t => {
  if (skippedWithout(t, 'next')) return
  const { dump, directory, file } = await crash(t, 'next.js')
  // From Node.js 24 on its headers are met as those of its cookies, and are redacted.
  t.match(requestOf(dump), { method: SENT.method, url: SENT.url })
  const { stdout } = await runCli(['show', '--more', file], { cwd: directory, env: { COLUMNS: '100' } })
  t.match(stdout, /request +NextRequest POST http:\/\/localhost:3000\/shop\/orders\/7\?full=1/)
})

t.test('of fetch: its URL and headers are private fields of objects in private fields', async t => {
  const cwd = t.testdir({ 'a.js': FETCH })
  const { file } = await runToDump(t, ['a.js'], { cwd })
  const { stdout } = await runCli(['show', '--more', file], { cwd, env: { COLUMNS: '100' } })
  t.match(stdout, /request +Request POST http:\/\/localhost:3000\/shop\/orders\/7\?full=1/)
  t.match(stdout, /headers +Headers \{ x-tenant: 'acme'/)
})

const FETCH = `'use strict'
function handle (request, { headers }) {
  request.missing.trim()
}
const request = new Request('http://localhost:3000/shop/orders/7?full=1', { method: 'POST', headers: { 'x-tenant': 'acme' } })
handle(request, request)
`

/** What fails has frames of a package alone. A function of the application waits with the request. */
const WAITING = `'use strict'
const http = require('node:http')
const { total } = require('queue')
async function bill (message) {
  const rest = await total(message.url)
  return rest.amount
}
const server = http.createServer((message, response) => {
  bill(message).then(amount => response.end(String(amount)))
})
const send = require(${JSON.stringify(path.join(CRASHES, 'requests', 'send.js'))})
server.listen(0, '127.0.0.1', () => {
  for (let i = 0; i < Number(process.argv[2]); i++) send(server.address().port)
})
`
const QUEUE = `'use strict'
const waiting = []
module.exports.total = () => new Promise(resolve => {
  if (waiting.push(resolve) < Number(process.argv[2])) return
  setTimeout(() => { const reply = {}; reply.rows.length }, 20)
})
`

t.test('of the functions that wait, if a package failed', async t => {
  for (const count of [1, 2]) {
    const cwd = t.testdir({ 'a.js': WAITING, node_modules: { queue: { 'index.js': QUEUE } } })
    const { file } = await runToDump(t, ['a.js', String(count)], { cwd })
    const dump = await openDump(file)
    if (count === 1) {
      t.match(requestOf(dump), { ...SENT, isOfWaiting: true })
      t.match(requestText(requestOf(dump), dump), /^POST \/shop\/orders\/7\?full=1 · of a function that waits · /)
    } else t.equal(requestOf(dump), null, 'two requests were under way, and nothing says which of them failed')
  }
})

t.test('what the application has set on it comes first', async t => {
  if (skippedWithout(t, 'fastify', 'koa')) return
  for (const [name, expected] of /** @type {[string, RegExp][]} */ ([
    ['fastify-set.js', /^ {6}request +Request \{\s+id: 'r-7',\s+user: .*,\s+tenant: 'acme',\s+body: /m],
    ['koa-set.js', /^ {6}ctx +\{\s+tenant: 'acme',\s+state: /m],
    ['koa-set.js', /^ {6}request +\{\s+body: .*,\s+id: 'r-7',/m]
  ])) {
    const { dump, directory, file } = await crash(t, name)
    t.match(requestOf(dump), { ...SENT, id: 'r-7' })
    const { stdout } = await runCli(['show', file], { cwd: directory, env: { COLUMNS: '100' } })
    t.match(stdout, expected, name)
  }
})

t.test('that only an AsyncLocalStorage has', async t => {
  const { dump } = await crash(t, 'stored.js')
  t.match(requestOf(dump), { ...SENT, traceId: SENT_TRACE })
})

t.test('with the span that OpenTelemetry had as the current one', async t => {
  if (skippedWithout(t, '@opentelemetry/api')) return
  const { dump } = await crash(t, 'traced.js')
  t.match(requestOf(dump), { ...SENT, traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' })
  const [record] = otlpRequest(dump, new SourceMaps(dump)).resourceLogs[0].scopeLogs[0].logRecords
  t.match(record, { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' })
  t.match(sentryEvent(dump, new SourceMaps(dump)).contexts, { trace: { span_id: 'b7ad6b7169203331' } })
})

t.test('a client has no request to answer', async t => {
  const { dump, directory, file } = await crash(t, 'client.js')
  t.equal(requestOf(dump), null)
  t.equal(pageData(dump).request, null)
  const json = JSON.parse((await runCli(['show', '--json', file], { cwd: directory })).stdout)
  t.notOk('request' in json)
})
