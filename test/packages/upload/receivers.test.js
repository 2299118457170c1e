'use strict'
// Receivers that take a text about each crash: OpenTelemetry's collector and Sentry.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { requireEcosystem, skippedWithout } = require('../../helpers/ecosystem')
const { shopDump } = require('../../helpers/shop-dumps')
const { cliAt, startReceiver, waitingFor } = require('../../helpers/upload-store')

/** @param {import('tap').Test} t */
function machine (t) {
  const cwd = temporaryDirectory(t)
  const crashes = path.join(cwd, 'crashes')
  fs.mkdirSync(crashes)
  return { crashes, cli: cliAt(cwd), dump: shopDump(crashes) }
}

t.test('OTLP logs', async t => {
  const { crashes, cli, dump } = machine(t)
  /** @type {any[]} */
  const requests = []
  const answers = [{ status: 503 }, { status: 429 }, { status: 200, body: '{"partialSuccess":{}}' }]
  const host = await startReceiver(t, request => {
    requests.push(request)
    return answers[requests.length - 1]
  })
  const run = await cli(['upload', dump, '--to', `otlp+http://${host}/v1/logs`], {
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,tenant=shop',
    OTEL_EXPORTER_OTLP_LOGS_HEADERS: undefined
  })
  t.match(run, { exitCode: 0, stderr: '' })
  t.equal(requests.length, 3, 'a busy receiver is asked again')
  const [{ url, headers, body }] = requests.slice(-1)
  t.equal(url, '/v1/logs')
  t.match(headers, { 'content-type': 'application/json', 'api-key': 'a b', tenant: 'shop' })
  t.equal(body, (await cli(['show', dump, '--format', 'otlp'])).stdout, 'as show prints it')
  t.match(JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords[0].body, { stringValue: 'TypeError: no rate' })
  t.same(waitingFor(crashes), [])
})

t.test('an envelope of Sentry', async t => {
  if (skippedWithout(t, '@sentry/core')) return
  const { parseEnvelope } = requireEcosystem('@sentry/core')
  const { cli, dump } = machine(t)
  /** @type {any[]} */
  const requests = []
  const host = await startReceiver(t, request => {
    requests.push(request)
    return { status: 200, body: '{"id":"1"}' }
  })
  const dsn = `sentry+http://publickey@${host}/base/42`
  const run = await cli(['upload', dump], { CRASH_COLLECTOR_UPLOAD_TO: dsn })
  t.match(run, { exitCode: 0, stderr: '' })
  t.notMatch(run.stdout, 'publickey')
  const [{ url, headers, body }] = requests
  t.equal(url, '/base/api/42/envelope/')
  t.match(headers['x-sentry-auth'], /^Sentry sentry_version=7, sentry_client=crash-collector\/\S+, sentry_key=public/)
  t.equal(headers['content-type'], 'application/x-sentry-envelope')
  const [header, [[item, event]]] = /** @type {any} */ (parseEnvelope(body))
  const expected = JSON.parse((await cli(['show', dump, '--format', 'sentry'])).stdout)
  t.same(header, { event_id: expected.event_id })
  t.equal(item.type, 'event')
  t.same(JSON.parse(new TextDecoder().decode(event)), expected)
  const wrong = await cli(['upload', dump, '--to', `sentry+http://${host}/v1/logs`])
  t.match(wrong, { exitCode: 1, stderr: /is not a Sentry DSN/ })
})

t.test('a receiver that refuses: one line, and nothing is lost', async t => {
  const { crashes, cli, dump } = machine(t)
  let answer = { status: 401, body: 'unknown\napi key' }
  const host = await startReceiver(t, () => answer)
  const args = ['upload', dump, '--to', `otlp+http://${host}/v1/logs`]
  t.match(await cli(args), {
    exitCode: 1,
    stdout: '',
    stderr: /^crash-collector: http:\S+ refuses it: 401 unknown api key; the dump waits in .*\n$/
  })
  answer = { status: 200, body: '{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too old"}}' }
  t.match(await cli(args), { exitCode: 1, stderr: /refuses it: 200 too old/ })
  t.equal(waitingFor(crashes).length, 1)
  answer = { status: 200, body: '' }
  t.match(await cli(args), { exitCode: 0, stderr: '' })
  t.same(waitingFor(crashes), [])
})
