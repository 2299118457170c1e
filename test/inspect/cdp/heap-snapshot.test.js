'use strict'
// The Memory panel of a debugger gets the heap snapshot beside a dump.

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')
const CDP = require('chrome-remote-interface')
const { heapSnapshotPath } = require('../../../packages/shared/dump/store')
const { heapProfilerMethods } = require('../../../packages/inspect/cdp/domains/heap-profiler')
const { startReplayServer } = require('../../../packages/inspect/cdp/server')
const { openDump } = require('../../../packages/inspect/dumps/open-dump')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { WITHOUT_CHROMIUM } = require('../../helpers/chromium')
const { collect } = require('../../helpers/crash')
const { openDevTools } = require('../../helpers/devtools')
const { makeDump } = require('../../helpers/make-dump')

/** @param {import('tap').Test} t @param {string} file */
async function attach (t, file) {
  const server = await startReplayServer(await openDump(file))
  t.teardown(() => server.close())
  const client = await CDP({ host: '127.0.0.1', port: server.port, local: true })
  t.teardown(() => client.close())
  const heard = { text: '', chunks: 0, progress: /** @type {string[]} */ ([]), lines: /** @type {string[]} */ ([]) }
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    heard.text += chunk
    heard.chunks++
  })
  client.on('HeapProfiler.reportHeapSnapshotProgress', ({ done, total, finished }) =>
    heard.progress.push(`${done === total} ${finished} ${heard.chunks}`)
  )
  client.on('Runtime.consoleAPICalled', ({ args }) => heard.lines.push(String(args[0].value)))
  return { client, heard, server }
}

t.test('of a process that really died', async t => {
  const { dumps } = await collect(t, {
    file: 'rejection/async-nested.js',
    env: { CRASH_COLLECTOR_HEAP: 'snapshot' }
  })
  const { client, heard, server } = await attach(t, dumps[0])
  await client.HeapProfiler.enable()
  await client.HeapProfiler.takeHeapSnapshot({ reportProgress: true })
  const { snapshot, nodes, strings } = JSON.parse(heard.text)
  t.equal(nodes.length, snapshot.node_count * snapshot.meta.node_fields.length)
  t.ok(strings.includes('priceOf'), 'what the dead process had is in it')
  t.ok(heard.chunks > 10, 'it comes in pieces', heard)
  t.same(
    heard.progress,
    ['false false 0', 'true true 0'],
    'DevTools takes no piece before it was told that all is there'
  )

  t.test('in DevTools', { skip: WITHOUT_CHROMIUM }, async t => {
    const devtools = await openDevTools(server.devtoolsUrl)
    t.teardown(() => devtools.close())
    const { page } = devtools
    const memory = page.getByText('Memory', { exact: true }).first()
    await memory.click()
    await page.getByRole('button', { name: 'Take heap snapshot' }).first().click()
    // It switches the debugger off meanwhile, and goes to where the process is paused when it is on again.
    await page.locator('.cm-executionLine').first().waitFor()
    await memory.click()
    await page
      .locator('td', { hasText: /^Function×/ })
      .first()
      .waitFor()
    t.pass('the snapshot is there, by constructor')
  })
})

t.test('a dump without one', async t => {
  const { client, heard } = await attach(t, makeDump(path.join(t.testdir(), 'a.ccdump'), CHECKOUT_RECORDS))
  await t.rejects(client.HeapProfiler.takeHeapSnapshot({ reportProgress: true }), {
    message: /CRASH_COLLECTOR_HEAP=snapshot/
  })
  t.match(heard.lines, [/no heap snapshot/])
})

t.test('one that is damaged, or too large', async t => {
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), CHECKOUT_RECORDS)
  const text = JSON.stringify({ snapshot: 'é'.repeat(500_000) })
  const whole = zlib.gzipSync(text)
  fs.writeFileSync(heapSnapshotPath(file), whole)
  const { client, heard } = await attach(t, file)
  await client.HeapProfiler.takeHeapSnapshot({})
  t.equal(heard.text, text, 'no character is broken between two pieces')
  t.same(heard.progress, [])
  fs.writeFileSync(heapSnapshotPath(file), whole.subarray(0, -100))
  await t.rejects(client.HeapProfiler.takeHeapSnapshot({}), { message: /can't be read/ })
  fs.writeFileSync(heapSnapshotPath(file), 'not gzip')
  await t.rejects(client.HeapProfiler.takeHeapSnapshot({}), { message: /can't be read/ })
  t.match(await client.Runtime.getIsolateId(), { id: 'dead' }, 'the session goes on')

  fs.writeFileSync(heapSnapshotPath(file), whole)
  const replay = /** @type {import('../../../packages/inspect/cdp/session').Replay} */ (
    /** @type {unknown} */ ({ dump: { file }, emit () {}, say () {}, deliver: async () => {} })
  )
  const take = (/** @type {number} */ maxBytes) =>
    heapProfilerMethods(replay, { maxBytes })['HeapProfiler.takeHeapSnapshot']({}, () => {})
  await t.resolves(take(Buffer.byteLength(text)))
  await t.rejects(take(Buffer.byteLength(text) - 1), { message: /more than/ })
})
