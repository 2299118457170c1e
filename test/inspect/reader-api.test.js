'use strict'

const path = require('node:path')
const t = require('tap')
const { open } = require('../../packages/inspect')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../helpers/checkout-dump')
const { makeDump } = require('../helpers/make-dump')
const { runNode } = require('../helpers/run-node')

const file = makeDump(path.join(t.testdir(), 'a.ccdump'), CHECKOUT_RECORDS, {
  end: { notCaptured: CHECKOUT_NOT_CAPTURED }
})

t.test('frames, variables, objects', async t => {
  const dump = await open(file)
  t.equal(dump.exception.className, 'TypeError')
  t.equal(dump.header.trigger, 'unhandledRejection')
  t.equal(dump.process.cwd, '/app')
  t.equal(dump.truncated, false)
  t.equal(dump.notCaptured.length, 1)
  t.equal(dump.asyncTasks.length, 1)
  const [frame, caller] = dump.callFrames
  const variables = dump.variables(caller)
  t.same(
    [...variables.keys()],
    ['line', 'order', 'sum', 'note', 'later', 'apiKey', 'catalog', 'Order', 'makePricer', 'priceOf', 'checkout']
  )
  t.equal(variables.get('apiKey').notCapturedReason, 'redacted')
  const order = dump.object(variables.get('order').value)
  t.equal(order.className, 'Order')
  t.equal(dump.object('2'), order)
  t.equal(dump.object(variables.get('sum').value), undefined)
  t.equal(dump.describe(variables.get('catalog').value), 'Map(2)')
  t.equal(dump.format(variables.get('line').value), "{ sku: 'C-9', qty: 1 }")
  t.equal(dump.scope(caller.scopeChain[2]).variables.length, 5)
  t.equal(dump.original(frame), undefined)
  t.equal(dump.script(frame.scriptId).url, 'file:///app/checkout.js')
  t.ok([...dump.objects()].some(({ className }) => className === 'Map'))
  t.equal(JSON.parse(JSON.stringify(dump)).callFrames.length, 3)
})

t.test('a heap summary', async t => {
  const summary = {
    totalBytes: 50_000_000,
    nodes: 1000,
    classes: [{ className: 'Session', count: 2, shallowBytes: 64, retainedBytes: 4096 }],
    classesLeftOut: 3,
    retainers: []
  }
  const dump = await open(
    makeDump(path.join(t.testdir(), 'a.ccdump'), [...CHECKOUT_RECORDS, { kind: 'heapSummary', ...summary }])
  )
  t.same(dump.heapSummary, { kind: 'heapSummary', ...summary })
  t.same(JSON.parse(JSON.stringify(dump)).heapSummary, summary)
  const without = await open(file)
  t.equal(without.heapSummary, null)
  t.equal(without.toJSON().heapSummary, null)
})

t.test('errors have a code and a hint', async t => {
  await t.rejects(open('/nowhere.ccdump'), { code: 'DUMP_NOT_FOUND', hint: /list/ })
  await t.rejects(open(file, { limits: { records: 3 } }), { code: 'DUMP_TOO_LARGE' })
})

t.test('it never starts the collector', async t => {
  // In a process of its own, so that nothing else has loaded anything.
  const program = `
    const names = ['uncaughtException', 'unhandledRejection', 'uncaughtExceptionMonitor', 'exit']
    const listeners = () => names.map(name => process.listenerCount(name)).join()
    const before = listeners()
    const { open } = require(${JSON.stringify(path.join(__dirname, '..', '..', 'packages/inspect/index.js'))})
    open(process.argv[1]).then(async dump => {
      const { value } = await dump.evaluate('order.id', { frame: 1 })
      const after = listeners()
      const parts = /[\\\\/](?:lib[\\\\/](?:capture|triggers|start\\.js)|.*\\.node$)/
      const loaded = Object.keys(require.cache).filter(name => parts.test(name) && !/node_modules/.test(name))
      console.log(JSON.stringify({ same: before === after, loaded, value: value.value }))
    })`
  const { stdout, stderr } = await runNode(['-e', program, file], { cwd: __dirname })
  t.same(JSON.parse(stdout || '{}'), { same: true, loaded: [], value: 7 }, stderr)
})
