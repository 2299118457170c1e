'use strict'
// The last events of channels of node:diagnostics_channel, by default those of outgoing requests.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { ROOT } = require('../../helpers/crash')
const { testedVersion } = require('../../helpers/run-node')
const { runToDump } = require('../../helpers/run-to-dump')
const { shownDump } = require('../../helpers/shown-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/requests.js')

/** The default from Node.js 22 on. */
const CHANNELS = [
  'http.client.request.start',
  'http.client.response.finish',
  'http.client.request.error',
  'undici:request:create',
  'undici:request:headers',
  'undici:request:error'
].join()

/**
 * @param {import('tap').Test} t
 * @param {Record<string, string>} [env]
 * @param {string[]} args
 */
async function eventsOf (t, env = {}, args = []) {
  const run = await runToDump(t, [PROGRAM, ...args], { env })
  const { dump, shown } = await shownDump(t, run.file)
  return { run, shown, events: /** @type {any[] | undefined} */ (/** @type {any} */ (dump.process).events) }
}

t.test('outgoing requests', async t => {
  const [major, minor] = (await testedVersion()).slice(1).split('.').map(Number)
  const { run, shown, events = [] } = await eventsOf(t, major < 22 ? { CRASH_COLLECTOR_EVENT_CHANNELS: CHANNELS } : {})
  const sent = 'http.client.request.start'
  const answered = 'http.client.response.finish'
  const orders = /^http:\/\/127\.0\.0\.1:\d+\/orders\/7\?token=\[redacted\]$/
  const missing = { method: 'POST', url: /^http:\/\/127\.0\.0\.1:\d+\/missing\?b=2$/ }
  t.match(events.slice(0, 7), [
    { channel: sent, method: 'GET', url: orders },
    { channel: answered, method: 'GET', url: orders, statusCode: 200 },
    { channel: sent, method: 'GET', url: /^http:\/\/127\.0\.0\.1:\d+\/long$/ },
    { channel: answered, method: 'GET', url: /^http:\/\/127\.0\.0\.1:\d+\/long$/, statusCode: 200 },
    { channel: 'undici:request:create', ...missing },
    { channel: 'undici:request:headers', ...missing, statusCode: 404 },
    { channel: sent, url: /\/refused$/ }
  ])
  const failed = events.slice(7)
  // https://github.com/nodejs/node/pull/54054
  if (major > 22 || (major === 22 && minor >= 8)) {
    t.match(failed, [{ channel: 'http.client.request.error', url: /\/refused$/, error: 'ECONNREFUSED' }])
  }
  t.ok(failed.length <= 1, 'no other channel')
  const times = events.map(({ time }) => Date.parse(time))
  t.same(times, times.toSorted(), 'in their order')
  t.ok(times.every(time => time > 0))
  const text = zlib.gunzipSync(fs.readFileSync(run.file)).toString()
  t.notOk(text.includes('ghp_16C7'), 'redacted')
  t.match(shown, /^Last events\n {2}\d\d:\d\d:\d\d\.\d{3} {2}GET http:.*\[redacted\]$/m)
  t.match(shown, /^ {2}\S+ {2}POST http:.*\/missing\?b=2 404$/m)
})

t.test('other channels, and the newest events', async t => {
  const { shown, events = [] } = await eventsOf(t, { CRASH_COLLECTOR_EVENT_CHANNELS: 'shop:order' })
  t.match(events, [
    { channel: 'shop:order', text: 'id: 7, item: tea, paid: true', method: undefined },
    { channel: 'shop:order', text: undefined }
  ])
  t.equal(events.length, 2)
  t.match(shown, /^ {2}\S+ {2}shop:order {2}id: 7, item: tea, paid: true$/m)
  const many = await eventsOf(t, { CRASH_COLLECTOR_EVENT_CHANNELS: 'shop:order' }, ['70'])
  t.same(many.events?.map(({ text }) => text), Array.from({ length: 50 }, (_, i) => `i: ${i + 21}`))
})

t.test('no channel, no subscriber', async t => {
  const { run, events } = await eventsOf(t, { CRASH_COLLECTOR_EVENT_CHANNELS: ',' })
  t.equal(run.stdout, 'false\n')
  t.equal(events, undefined)
})

t.test('without the addon', async t => {
  const { events } = await eventsOf(t, { CRASH_COLLECTOR_ADDON: 'none' })
  t.equal(events, undefined, 'nothing takes secrets out')
})
