'use strict'
// Each limit keeps the last value that it allows and leaves out the first one beyond.

const t = require('tap')

const { ROOMY, loadAddon, propertyOf, takeRecords, walkGraph } = require('./walk-graph')

t.test('maxStringLength', async t => {
  const kept = walkGraph('x'.repeat(10), { maxStringLength: 10 })
  t.same(kept.value, { type: 'string', value: 'x'.repeat(10) })
  const cut = walkGraph('x'.repeat(11), { maxStringLength: 10 })
  t.same(cut.value, { type: 'string', value: 'x'.repeat(10), length: 11, notCapturedReason: 'stringLength' })
})

t.test('a string is cut between the halves of a character', async t => {
  t.same(walkGraph('ab👍', { maxStringLength: 3 }).value.value, 'ab\ud83d')
})

t.test('maxProperties', async t => {
  const object = { a: 1, b: 2, c: 3 }
  t.equal(walkGraph(object, { maxProperties: 3 }).near[0].notCaptured, undefined)
  const [record] = walkGraph(object, { maxProperties: 2 }).near
  t.same(
    record.properties.map(({ name }) => name),
    ['a', 'b']
  )
  t.same(record.notCaptured, [{ reason: 'fieldCount', count: 1 }])
})

t.test('maxEntries', async t => {
  for (const [object, list] of /** @type {[object, 'properties' | 'entries'][]} */ ([
    [[1, 2, 3], 'properties'],
    [new Set([1, 2, 3]), 'entries'],
    [
      new Map([
        [1, 1],
        [2, 2],
        [3, 3]
      ]),
      'entries'
    ]
  ])) {
    t.equal(walkGraph(object, { maxEntries: 3 }).near[0].notCaptured, undefined)
    const [record] = walkGraph(object, { maxEntries: 2 }).near
    t.equal(record[list]?.length, 2)
    t.same(record.notCaptured, [{ reason: 'collectionSize', count: 1 }])
    t.equal(record.length ?? record.size, 3)
  }
})

t.test('maxDepth', async t => {
  const root = { one: { two: { three: {} } } }
  t.same(walkGraph(root, { maxDepth: 3 }).missing, {})
  const { records, missing, near } = walkGraph(root, { maxDepth: 2 })
  t.equal(records.size, 3)
  t.same(missing, { depth: 1 })
  t.equal(near.length, 2, 'depth 0 and 1 are near')
  const deepest = [...records.values()][2]
  t.match(propertyOf(deepest, 'three')?.value, { className: 'Object', objectId: /./, notCapturedReason: 'depth' })
})

t.test('what is deep has a share of the objects', async t => {
  const limits = { deepShare: 0.25, maxObjects: 400 }
  const { records, missing } = walkGraph(makeList(100), limits)
  t.equal(records.size, 100, 'as much as there is, where that is little')
  t.same(missing, {})
  const cut = walkGraph(makeList(1000), limits)
  t.equal(cut.records.size, 13 + 100)
  t.same(cut.missing, { depth: 1 })
  const writer = loadAddon().snapshot({ ...ROOMY, ...limits })
  writer.value(makeList(1000))
  writer.walk()
  const found = JSON.parse(writer.value({ later: { than: 'the list' } }))
  writer.walk()
  const { recordOf } = takeRecords(writer)
  t.match(
    propertyOf(recordOf(propertyOf(recordOf(found), 'later')?.value), 'than')?.value,
    { value: 'the list' },
    'what comes later has its place'
  )
})

t.test('what is deep has a share of the bytes', async t => {
  const { records, missing, far } = walkGraph(makeList(1000), { deepShare: 0.25, maxBytes: 40_000 })
  const deep = far.filter(({ depth }) => depth > 12)
  const bytes = Buffer.byteLength(deep.map(record => JSON.stringify(record) + '\n').join(''))
  t.ok(bytes > 9_500 && bytes < 11_000, `${bytes} bytes`)
  t.equal(records.size, 13 + deep.length)
  t.same(missing, { depth: 1 })
})

t.test('what is too deep on one path is written when another is shorter', async t => {
  const shared = { shared: true }
  const writer = loadAddon().snapshot({ ...ROOMY, maxDepth: 1 })
  writer.value({ a: { shared } })
  writer.walk()
  const value = JSON.parse(writer.value(shared))
  writer.walk()
  const { recordOf, missing } = takeRecords(writer)
  t.equal(recordOf(value)?.depth, 0)
  t.same(missing, {})
})

t.test('maxObjects', async t => {
  const root = [{}, {}, {}]
  t.same(walkGraph(root, { maxObjects: 4 }).missing, {})
  const { records, missing } = walkGraph(root, { maxObjects: 3 })
  t.equal(records.size, 3)
  t.same(missing, { objectCount: 1 })
})

t.test('maxBytes', async t => {
  const root = { a: {}, b: { text: 'x'.repeat(100) } }
  const all = walkGraph(root)
  const bytes = Buffer.byteLength(all.near.map(record => JSON.stringify(record) + '\n').join(''))
  t.same(walkGraph(root, { maxBytes: bytes }).missing, {})
  const { records, missing } = walkGraph(root, { maxBytes: bytes - 1 })
  t.equal(records.size, 2, 'the nearest first')
  t.same(missing, { bytes: 1 })
})

t.test('maxBufferBytes', async t => {
  const [record] = walkGraph(Buffer.from('abc'), { maxBufferBytes: 2 }).near
  t.same(record.bytes?.base64, Buffer.from('ab').toString('base64'))
  t.equal(record.bytes?.byteLength, 3)
})

t.test('deadlineMs', async t => {
  const root = Array.from({ length: 5000 }, (_, i) => ({ i }))
  let walked = walkGraph(root, { deadlineMs: 0 })
  // Which on a busy machine may be over before they are.
  for (let more = 100; walked.records.size < 256 && more > 0; more--) walked = walkGraph(root, { deadlineMs: 0 })
  t.equal(walked.records.size, 256, 'the nearest have 100 ms more')
  t.same(walked.missing, { timeout: 5001 - 256 })
  const writer = loadAddon().snapshot({ ...ROOMY, deadlineMs: 5 })
  writer.value(makeList(1e6))
  writer.walk()
  const { records, missing } = takeRecords(writer)
  t.match(missing, { timeout: Number })
  t.ok(records.size < 100_000, `${records.size} records`)
})

t.test('a list of a million', async t => {
  const root = makeList(1e6)
  const { records, missing } = walkGraph(root, { maxDepth: 1e9, maxObjects: 20000 })
  t.equal(records.size, 20000)
  t.same(missing, { objectCount: 1 })
})

t.test('huge strings are neither copied nor flattened', async t => {
  const huge = 'ab'.repeat(2 ** 27) // 2^28 characters, a tree of pieces
  const wide = '日'.repeat(2 ** 27)
  const before = process.memoryUsage()
  const { near } = walkGraph({ huge, wide, list: [huge, huge + '!'] }, { maxStringLength: 100 })
  const after = process.memoryUsage()
  t.match(propertyOf(near[0], 'huge')?.value, { type: 'string', length: 2 ** 28, notCapturedReason: 'stringLength' })
  t.match(propertyOf(near[0], 'wide')?.value, { type: 'string', length: 2 ** 27, notCapturedReason: 'stringLength' })
  t.ok(after.rss - before.rss < 32e6, `${(after.rss - before.rss) / 1e6} MB more`)
})

t.test('the beginning of a long string is kept where reading it takes little', async t => {
  const text = Buffer.alloc(3 << 20, 'latin1').toString('latin1')
  const { value } = walkGraph(text, { maxStringLength: 12 })
  t.same(value, { type: 'string', value: 'latin1latin1', length: 3 << 20, notCapturedReason: 'stringLength' })
})

const SANITIZED = /asan/.test(process.env.LD_PRELOAD ?? '')

t.test(
  'no more than 32 MB beside the output, whatever the graph',
  { skip: SANITIZED && 'the sanitizer takes memory of its own' },
  async t => {
    const graphs = {
      wide: Array.from({ length: 300 }, () => Array.from({ length: 3000 }, (_, i) => ({ i }))),
      deep: makeList(500000),
      maps: Array.from({ length: 50 }, () => new Map(Array.from({ length: 20000 }, (_, i) => [{ i }, {}]))),
      strings: Array.from({ length: 300 }, (_, i) => 'rope '.repeat(100000) + i)
    }
    for (const [name, graph] of Object.entries(graphs)) {
      const writer = loadAddon().snapshot({
        ...ROOMY,
        maxEntries: 5000,
        maxStringLength: 1000,
        maxObjects: 1e9,
        maxDepth: 1e9,
        maxBytes: 1 << 24
      })
      const before = process.memoryUsage().rss
      writer.value(graph)
      writer.walk()
      const grown = process.memoryUsage().rss - before
      const { near, far } = writer.take()
      t.ok(
        grown < 32e6 + 1.5 * (near.length + far.length),
        `${name}: ${Math.round(grown / 1e6)} MB for ${Math.round((near.length + far.length) / 1e6)} MB of output`
      )
    }
  }
)

/** @param {number} length */
function makeList (length) {
  /** @type {object | null} */
  let list = null
  for (let i = 0; i < length; i++) list = { next: list }
  return /** @type {object} */ (list)
}
