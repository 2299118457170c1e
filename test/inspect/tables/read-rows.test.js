'use strict'
// A dump becomes rows of the tables that SQL asks.

const path = require('node:path')
const t = require('tap')
const { readRows } = require('../../../packages/fleet/tables/read-rows')
const { TABLES } = require('../../../packages/fleet/tables/schema')
const { callFrame, makeDump, num, object, ref, str, undef, vars } = require('../../helpers/make-dump')
const { shopDump, shopRecords } = require('../../helpers/shop-dumps')

/**
 * @param {string} file
 * @param {'crashes' | 'frames' | 'variables' | 'tasks' | 'process'} table
 * @returns {Promise<Record<string, any>[]>}
 */
async function rowsOf (file, table) {
  const columns = (await readRows(file, path.basename(file)))[table]
  const names = Object.keys(TABLES[table])
  return columns[0].map((_, row) => Object.fromEntries(names.map((name, i) => [name, columns[i][row]])))
}

t.test('each table', async t => {
  const file = shopDump(t.testdir())
  t.match(await rowsOf(file, 'crashes'), [{
    file: path.basename(file),
    state: 'complete',
    time: Date.parse('2026-03-01T10:00:00.000Z'),
    day: 20513,
    service: 'shop',
    release: '1',
    host: 'a',
    error_class: 'TypeError',
    message: 'no rate',
    headline: 'TypeError: no rate',
    top_function: 'priceOf',
    top_file: 'shop.js',
    top_line: 12,
    uptime_ms: 1234.5,
    capture_ms: 12,
    left_out: false
  }])
  t.match(await rowsOf(file, 'frames'), [
    { frame: 0, error: 0, function: 'priceOf', file: 'shop.js', line: 12, col: 1, application: true },
    { frame: 1, function: 'checkout', line: 21 }
  ])
  t.match(await rowsOf(file, 'tasks'), [{ task: 'task:1', function: 'poll', line: 5, waits_for: 'timer of 5000 ms' }])
  t.match(await rowsOf(file, 'process'), [{ command: '/usr/bin/node /app/shop.js', cwd: '/app', rss_bytes: 5e7 }])
})

t.test('values have a text each, and a number or a time if they are one', async t => {
  const rows = await rowsOf(shopDump(t.testdir()), 'variables')
  const value = (/** @type {string} */ wanted) => rows.find(({ path, frame }) => path === wanted && frame !== 1)
  t.match(value('coupon'), { frame: 0, scope: 'local', name: 'coupon', type: 'undefined', text: 'undefined' })
  t.match(value('order.customer'), { type: 'object', class: 'Customer', text: 'Object', number: null })
  t.match(value('order.customer.id'), { name: 'order', type: 'number', text: '42', number: 42, time: null })
  t.match(value('order.customer.since'), { type: 'date', text: '2001-09-09T01:46:40.000Z', time: 1e12 })
  t.match(value('order.customer.vip'), { type: 'boolean', text: 'true' })
  t.match(value('order.lines'), { type: 'array', number: 2 })
  t.match(value('order.lines[1]'), { type: 'string', text: 'cup' })
  t.match(value('error.code'), { frame: null, scope: 'error', text: 'E_RATE' })
  t.match(value('annotations.release'), { scope: 'annotations', text: '1' })
  t.notOk(rows.some(({ path }) => path === 'order.lines.length'))
})

t.test('what is missing says why', async t => {
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    callFrame([
      { name: 'gone', notCapturedReason: 'unavailable' },
      { name: 'secret', value: { type: 'string', length: 9, notCapturedReason: 'redacted' } }
    ])
  ])
  t.match(await rowsOf(file, 'variables'), [
    { path: 'gone', type: 'missing', text: 'unavailable' },
    { path: 'secret', type: 'missing', text: 'redacted' }
  ])
})

t.test('the work for a dump is bounded, and what is left out is said', async t => {
  const names = (/** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, num(i)]))
  const objects = Array.from({ length: 5 }, (_, i) => object(`o${i}`, { next: ref(`o${i + 1}`), ...names(3) }))
  const deep = makeDump(path.join(t.testdir(), 'a.ccdump'), [callFrame(vars({ o: ref('o0') })), ...objects])
  const paths = (await rowsOf(deep, 'variables')).map(row => row.path)
  t.ok(paths.includes('o.next.next.next.next'), 'so deep')
  t.notOk(paths.includes('o.next.next.next.next.next'), 'and no deeper')
  t.match(await rowsOf(deep, 'crashes'), [{ left_out: true }])

  const frames = [callFrame(vars(names(1000))), callFrame(vars({ b: undef }))]
  const wide = makeDump(path.join(t.testdir(), 'b.ccdump'), frames)
  const rows = await rowsOf(wide, 'variables')
  t.equal(rows.length, 201, 'one frame leaves room for the next')
  t.match(await rowsOf(wide, 'crashes'), [{ left_out: true }])

  const long = shopDump(t.testdir(), { message: 'x'.repeat(50_000) })
  t.equal((await rowsOf(long, 'crashes'))[0].message.length, 1000)

  const cycle = makeDump(path.join(t.testdir(), 'c.ccdump'), [
    callFrame(vars({ o: ref('1') })),
    object('1', { self: ref('1'), text: str('t') })
  ])
  t.same((await rowsOf(cycle, 'variables')).map(({ path }) => path), ['o', 'o.self', 'o.text'])
})

t.test('a dump that is too large has its frames', async t => {
  const record = object('b', { text: str('x'.repeat(1000)) })
  const many = Array.from({ length: 300_001 }, (_, i) => ({ ...record, objectId: `m${i}`, properties: [] }))
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [...shopRecords({}).slice(0, 3), ...many])
  t.match(await rowsOf(file, 'crashes'), [{ state: 'frames', error_class: 'TypeError', left_out: true, problem: null }])
  t.equal((await rowsOf(file, 'frames')).length, 2)
})

t.test('the service and the release', async t => {
  const names = async (/** @type {object} */ facts, name = 'crash.20260301.100000.1.0.1.ccdump') => {
    const file = makeDump(path.join(t.testdir(), name), [{ kind: 'process', ...facts }])
    const [{ service, release }] = await rowsOf(file, 'crashes')
    return [service, release]
  }
  const argv = ['/usr/bin/node', '/srv/mailer/worker.mjs']
  const git = { commit: 'abc' }
  t.same(await names({ argv, git }), ['worker', 'abc'])
  t.same(await names({ argv, git }, 'crash.mail-2.20260301.100000.1.0.1.ccdump'), ['mail-2', 'abc'])
  const env = { K_SERVICE: 'mail' }
  t.same(await names({ argv, git, env }, 'crash.mail-2.20260301.100000.1.0.1.ccdump'), ['mail', 'abc'])
  t.same(await names({}), [null, null])
})
