'use strict'
// The walk records internal slots of WebAssembly and Temporal objects, and if a promise is handled.

const path = require('node:path')
const t = require('tap')

const { runNode } = require('../helpers/run-node')
const { internalOf, loadAddon, propertyOf, walkGraph } = require('./walk-graph')

const PACKAGE = path.resolve(__dirname, '../..')

/** An empty function `f`, exported. */
const MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 4, 1, 2, 0, 11
])

loadAddon() // before anything is replaced

t.test('WebAssembly.Memory', async t => {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 4 })
  new Uint8Array(memory.buffer).set([7, 8, 9])
  const {
    near: [record],
    recordOf
  } = walkGraph(memory)
  t.match(internalOf(record, '[[Pages]]'), { value: 2 })
  const buffer = recordOf(internalOf(record, '[[Buffer]]'))
  t.match(buffer, { className: 'ArrayBuffer', length: 2 * 65536, bytes: { byteLength: 2 * 65536, base64: /^BwgJ/ } })
  const shared = walkGraph(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }))
  t.match(shared.recordOf(internalOf(shared.near[0], '[[Buffer]]')), { className: 'SharedArrayBuffer', length: 65536 })
})

t.test('other objects of WebAssembly', async t => {
  t.match(internalOf(walkGraph(new WebAssembly.Global({ value: 'i64', mutable: true }, 77n)).near[0], '[[Value]]'), {
    unserializableValue: '77n'
  })
  t.match(internalOf(walkGraph(new WebAssembly.Table({ element: 'anyfunc', initial: 3 })).near[0], '[[Length]]'), {
    value: 3
  })
  const module = new WebAssembly.Module(MODULE)
  const {
    near: [record],
    recordOf
  } = walkGraph(module)
  const [exported] = recordOf(internalOf(record, '[[Exports]]'))?.properties ?? []
  t.match(propertyOf(recordOf(exported?.value), 'name')?.value, { value: 'f' })
  t.match(recordOf(internalOf(record, '[[Imports]]')), { length: 0 })
  const instance = walkGraph(new WebAssembly.Instance(module))
  t.match(propertyOf(instance.recordOf(internalOf(instance.near[0], '[[Exports]]')), 'f')?.value, { type: 'function' })
})

t.test('objects that only look like them', async t => {
  const fake = Object.create(WebAssembly.Global.prototype)
  const other = Object.setPrototypeOf(
    new WebAssembly.Table({ element: 'anyfunc', initial: 1 }),
    WebAssembly.Global.prototype
  )
  for (const object of [fake, other]) {
    const {
      near: [record]
    } = walkGraph(object)
    t.same(
      record.internalProperties?.map(({ name }) => name),
      ['[[Prototype]]']
    )
  }
  t.match(walkGraph({ after: 'them' }).near[0].properties, [{ value: { value: 'them' } }])
})

const Temporal = Reflect.get(globalThis, 'Temporal')

t.test('Temporal', { skip: Temporal === undefined && 'this Node.js has none' }, async t => {
  const texts = {
    Duration: 'PT5M',
    Instant: '2026-01-02T03:04:05Z',
    PlainDate: '2026-01-02',
    PlainDateTime: '2026-01-02T03:04:05',
    PlainTime: '03:04:05',
    PlainYearMonth: '2026-01',
    PlainMonthDay: '01-02',
    ZonedDateTime: '2026-01-02T03:04:05+01:00[Europe/Vienna]'
  }
  for (const [className, text] of Object.entries(texts)) {
    t.match(internalOf(walkGraph(Temporal[className].from(text)).near[0], '[[ISOString]]'), { value: text })
  }
})

t.test('a toString() that the application has put there is not called', { skip: Temporal === undefined }, async t => {
  const { prototype } = Temporal.PlainDate
  const { toString } = prototype
  const date = Temporal.PlainDate.from('2026-01-02')
  let calls = 0
  for (const other of [() => String(calls++), toString.bind(date), new Proxy(toString, { apply: () => calls++ })]) {
    prototype.toString = other
    t.equal(internalOf(walkGraph(date).near[0], '[[ISOString]]'), undefined)
  }
  prototype.toString = toString
  t.equal(calls, 0)
  t.match(internalOf(walkGraph(date).near[0], '[[ISOString]]'), { value: '2026-01-02' })
})

t.test('the start leaves Temporal unmade', { skip: Temporal === undefined }, async t => {
  const program = `
    gc()
    const before = process.memoryUsage().heapUsed
    void Temporal
    console.log(process.memoryUsage().heapUsed - before)`
  const { stdout } = await runNode(['--expose-gc', '--require', PACKAGE, '-e', program], { cwd: t.testdir() })
  t.ok(Number(stdout) > 100_000, 'V8 makes it when the program reads it', { stdout })
})

t.test('whether anybody handles a promise', async t => {
  const handled = Promise.resolve(1)
  handled.then(() => {})
  t.match(internalOf(walkGraph(handled).near[0], '[[PromiseIsHandled]]'), { value: true })
  t.match(internalOf(walkGraph(new Promise(() => {})).near[0], '[[PromiseIsHandled]]'), { value: false })
})
