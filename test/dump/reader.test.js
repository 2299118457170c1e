'use strict'

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { MAX_NESTING } = require('../../packages/shared/dump/record-shape')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../helpers/checkout-dump')
const { CAUSES_RECORDS, chainOf } = require('../helpers/causes-dump')
const { callFrame, HEADER, dumpBytes, makeDump, object, num, ref } = require('../helpers/make-dump')
const { validateDump } = require('../helpers/validate-dump')

const directory = t.testdir()
let count = 0

/** @param {Buffer|string} bytes */
function file (bytes) {
  const name = path.join(directory, `${++count}.ccdump`)
  fs.writeFileSync(name, bytes)
  return name
}

/** @param {string|object} lines @param {object} header */
const lines = (lines, header = HEADER) => file(zlib.gzipSync(JSON.stringify(header) + '\n' + lines))

const checkout = () => file(dumpBytes(CHECKOUT_RECORDS, { end: { notCaptured: CHECKOUT_NOT_CAPTURED } }))

t.test('a whole dump', async t => {
  const dump = await readDump(checkout())
  t.equal(dump.truncated, false)
  t.equal(dump.header.pid, 4242)
  t.equal(dump.exception.className, 'TypeError')
  t.same(
    dump.callFrames.map(({ functionName }) => functionName),
    ['priceOf', 'checkout', 'processTicksAndRejections']
  )
  t.equal(dump.object('2').className, 'Order')
  t.equal(dump.object('99'), undefined, 'an object that was left out')
  t.equal([...dump.objects()].length, [...dump.objectIds()].length)
  t.match(dump.script('63').source, /class Order/)
  t.equal(dump.asyncTasks[0].taskId, 't1')
  t.equal(dump.notCaptured[0].reason, 'depth')
})

t.test('a later occurrence of a scope has the variables of the first', async t => {
  const dump = await readDump(checkout())
  const [, { scopeChain }] = dump.callFrames
  t.equal(scopeChain[2].variables.length, 0)
  t.same(
    dump.scope(scopeChain[2]).variables.map(({ name }) => name),
    ['catalog', 'Order', 'makePricer', 'priceOf', 'checkout']
  )
  t.equal(
    dump.scope({ type: 'closure', scopeId: 's2', variables: [] }).variables[0].name,
    'discount',
    'as a function refers to it'
  )
})

t.test('scopes that no frame has are found in any order, and however many are asked for', async t => {
  const scope = (/** @type {number} */ i) => ({ type: 'closure', scopeId: `s${i}`, variables: [] })
  const ids = Array.from({ length: 24 }, (_, i) => i)
  // Every third one has no variables anywhere.
  const functions = ids.filter(i => i % 3 !== 0).map(i =>
    object(String(i), {}, {
      type: 'function',
      className: 'Function',
      scopes: [scope(0), { ...scope(i), variables: [{ name: `of${i}`, value: num(i) }] }]
    }))
  const name = file(dumpBytes([callFrame([{ name: 'a', value: ref('1') }]), ...functions]))
  const expected = ids.map(i => (i % 3 === 0 ? undefined : `of${i}`))
  for (const order of [ids, [...ids].reverse()]) {
    const dump = await readDump(name)
    for (const i of [...order, ...order]) t.equal(dump.scope(scope(i)).variables[0]?.name, expected[i], `scope ${i}`)
  }
})

t.test('the errors that the exception stands on, each with frames of its own', async t => {
  const dump = await readDump(file(dumpBytes(CAUSES_RECORDS)))
  t.same(
    dump.causes.map(({ index, of, path, className }) => [index, of, path, className]),
    [
      [1, 0, 'cause', 'RepositoryError'],
      [2, 1, 'cause', 'TypeError']
    ]
  )
  t.same(dump.callFrames.map(({ functionName }) => functionName), ['checkout'])
  t.same(dump.allCallFrames.map(({ index }) => index), [0, 1, 2, 3])
  const root = dump.seenFrom(2)
  t.equal(root.exception.className, 'TypeError')
  t.same(root.callFrames.map(({ functionName }) => functionName), ['priceOf', 'load'])
  t.equal(root.object('order').readAt, 'report')
  t.equal(root.script('1').url, 'file:///app/price.js')
  t.equal(root.header.capture.match, 'identity')
  t.equal(dump.seenFrom(2), root, 'made once')
  t.equal(root.seenFrom(0), dump)
  t.equal(dump.seenFrom(9), dump, 'there is no such cause')
  t.same(dump.allCallFrames.map(frame => dump.isInnermost(frame)), [true, true, true, false])
})

t.test('a summary stops before the objects', async t => {
  const dump = await readDump(checkout(), { summary: true })
  t.equal(dump.callFrames.length, 3)
  t.equal([...dump.objectIds()].length, 0)
})

t.test('the helper that makes dumps makes valid ones', async t => {
  t.same(validateDump(checkout()).problems, [])
})

t.test('cut at any byte: readable up to the cut, or one clear error', async t => {
  // Members of their own, as the writer makes them.
  const whole = Buffer.concat([HEADER, ...CHECKOUT_RECORDS].map(record => zlib.gzipSync(JSON.stringify(record) + '\n')))
  let readable = 0
  let most = 0
  for (let bytes = 0; bytes < whole.length; bytes += 7) {
    try {
      const dump = await readDump(file(whole.subarray(0, bytes)))
      t.equal(dump.truncated, true)
      readable++
      most = Math.max(most, dump.callFrames.length)
    } catch (error) {
      if (error.code !== 'DUMP_DAMAGED' || !/holds no complete record/.test(error.message)) t.error(error)
    }
  }
  t.equal(most, 3)
  t.ok(readable > (whole.length / 7) * 0.8, 'nearly all of the cuts leave a dump')
})

/** Details before and after their object, twice of one, and of an object that is not there. @type {any[]} */
const DETAILED = [
  {
    kind: 'objectDetails',
    objectId: '1',
    scopes: [{ type: 'closure', scopeId: 's1', variables: [{ name: 'rate', value: num(2) }] }]
  },
  object('1', {}, { type: 'function', internalProperties: [{ name: '[[Prototype]]', value: ref('2') }] }),
  {
    kind: 'objectDetails',
    objectId: '1',
    internalProperties: [{ name: '[[BoundThis]]', value: num(1) }],
    notCaptured: [{ reason: 'timeout', what: 'scopes' }]
  },
  object('2', {}),
  { objectId: '2', kind: 'objectDetails', privateProperties: [{ name: '#a', value: num(3) }] },
  { kind: 'objectDetails', objectId: '9', privateProperties: [{ name: '#b', value: num(4) }] }
]

t.test('details of an object are part of it', async t => {
  const dump = await readDump(file(dumpBytes([callFrame([{ name: 'a', value: ref('1') }]), ...DETAILED])))
  const record = dump.object('1')
  t.same(record.internalProperties.map(({ name }) => name), ['[[Prototype]]', '[[BoundThis]]'])
  t.match(record, { scopes: [{ scopeId: 's1' }], notCaptured: [{ reason: 'timeout', what: 'scopes' }] })
  t.equal(dump.object('1'), record, 'the same one each time')
  t.equal(dump.object('2').privateProperties[0].name, '#a', 'also with its keys in another order')
  t.same([...dump.objectIds()], ['1', '2'])
  t.equal(dump.object('9'), undefined)
  t.same([...dump.objects('"scopeId"')].map(({ objectId }) => objectId), ['1'], 'a text is found in them')
  t.same([...dump.objects('"#b"')], [])
  t.same([...dump.objectLines()].map(line => JSON.parse(line.toString())), [...dump.objects()])
  t.equal(dump.scope({ type: 'closure', scopeId: 's1', variables: [] }).variables[0].name, 'rate')
})

t.test('wrong details are an error when their object is asked for', async t => {
  const cases = [
    ['"privateProperties":7', /objectDetails\.privateProperties is not an array/],
    [
      '"scopes":[{"type":"closure","variables":[{"name":1}]}]',
      /objectDetails\.scopes\[0\]\.variables\[0\]\.name is not a string/
    ],
    ['"kind":"object"', /a record of two kinds|is not valid/]
  ]
  for (const [text, message] of cases) {
    const dump = await readDump(
      lines(`${JSON.stringify(object('1', {}))}\n{"kind":"objectDetails","objectId":"1",${text}}\n`)
    )
    t.throws(() => dump.object('1'), { code: 'DUMP_DAMAGED', message })
  }
})

t.test('each damage has its error', async t => {
  const header = JSON.stringify(HEADER) + '\n'
  const cases = [
    ['DUMP_NOT_FOUND', path.join(directory, 'none.ccdump'), /there is no dump at/],
    ['DUMP_UNREADABLE', directory, /can't be read/],
    ['NOT_A_DUMP', file('plain text'), /not compressed/],
    ['DUMP_DAMAGED', file(''), /no complete record/],
    ['NOT_A_DUMP', file(zlib.gzipSync('{"kind":"exception"}\n')), /does not begin with a header/],
    ['NOT_A_DUMP', file(zlib.gzipSync('{"kind":"header","format":"other"}\n')), /does not begin with a header/],
    ['DUMP_VERSION', lines('', { ...HEADER, version: 3 }), /format version 3; this package reads 1 to 2/],
    ['DUMP_VERSION', lines('', { ...HEADER, version: '1' }), /format version "1"/],
    ['DUMP_DAMAGED', lines('', { ...HEADER, pid: 'x' }), /header\.pid is not a whole number/],
    ['DUMP_DAMAGED', file(zlib.gzipSync(header + header)), /two headers/],
    ['DUMP_DAMAGED', lines('{"kind":\n'), /not JSON/],
    ['DUMP_DAMAGED', lines('[]\n'), /not a record/],
    ['DUMP_DAMAGED', lines('{"kind":"other"}\n'), /unknown kind "other"/],
    ['DUMP_DAMAGED', lines('{"kind":"__proto__"}\n'), /unknown kind/],
    ['DUMP_DAMAGED', lines('{"kind":"exception","description":5}\n'), /exception\.value is missing/],
    [
      'DUMP_DAMAGED',
      lines('{"kind":"exception","description":"","value":{"type":"symptom"}}\n'),
      /value\.type is none of/
    ],
    ['DUMP_DAMAGED', lines('{"kind":"callFrame","index":-1}\n'), /index is not a whole number/],
    ['DUMP_DAMAGED', lines('', { ...HEADER, time: 'x' }), /header\.time is not a time/],
    [
      'DUMP_DAMAGED',
      lines('{"kind":"process","annotations":{"type":"symbol","description":5}}\n'),
      /process\.annotations\.description is not a string/
    ],
    [
      'DUMP_DAMAGED',
      lines('{"kind":"process","asyncStores":{"stores":[null]}}\n'),
      /process\.asyncStores\.stores\[0\] is not an object/
    ],
    [
      'DUMP_DAMAGED',
      lines(
        '{"kind":"process","asyncStores":{"stores":[' +
          '{"storage":{"type":"object"},"store":{"type":"symbol","description":5}}]}}\n'
      ),
      /stores\[0\]\.store\.description is not a string/
    ],
    // Both are printed, and looked up in tables.
    [
      'DUMP_DAMAGED',
      lines(JSON.stringify({ ...callFrame([]), scopeChain: [{ type: '\x1b[2J', variables: [] }] }) + '\n'),
      /scopeChain\[0\]\.type is not a word/
    ],
    ['DUMP_DAMAGED', lines(JSON.stringify({ ...callFrame([]), role: 'constructor' }) + '\n'), /role is none of/],
    ['DUMP_DAMAGED', file(dumpBytes([{ ...chainOf(1)[1], of: 1 }])), /has causes in a wrong order/],
    ['DUMP_DAMAGED', file(dumpBytes([chainOf(1)[1], chainOf(1)[1]])), /has causes in a wrong order/],
    ['DUMP_DAMAGED', file(dumpBytes([{ ...chainOf(1)[1], capture: {} }])), /cause\.capture\.ageMs is missing/],
    ['DUMP_DAMAGED', file(dumpBytes([object('1', {}), object('1', {})])), /two objects with the id 1/],
    [
      'DUMP_DAMAGED',
      file(Buffer.concat([dumpBytes([]), zlib.gzipSync('{"kind":"process"}\n')])),
      /goes on after its end/
    ],
    ['DUMP_DAMAGED', file(zlib.gzipSync(header).map((byte, i) => (i > 20 && i < 30 ? 0xff : byte))), /is damaged/]
  ]
  for (const [code, name, message] of cases) {
    await t.rejects(readDump(name), { code, message, hint: /./ }, `${code} ${message}`)
  }
})

t.test('an object is checked when it is looked at', async t => {
  const dump = await readDump(
    file(dumpBytes([{ kind: 'object', objectId: '1', type: 'object', depth: 0, properties: [{ name: 5 }] }]))
  )
  t.throws(() => dump.object('1'), { code: 'DUMP_DAMAGED', message: /properties\[0\]\.name is not a string/ })
  const other = await readDump(file(dumpBytes([object('1', {}, { readAt: 'later' })])))
  t.throws(() => other.object('1'), { code: 'DUMP_DAMAGED', message: /readAt is none of report/ })
})

t.test('limits, at their edge', async t => {
  const records = [ref('1'), object('1', { a: num(1) })]
  const name = file(dumpBytes(records.slice(1)))
  const bytes = zlib.gunzipSync(fs.readFileSync(name)).length
  const longest = JSON.stringify(HEADER).length
  for (const [limit, least] of Object.entries({ decompressedBytes: bytes, lineBytes: longest, records: 3 })) {
    await t.resolves(readDump(name, { limits: { [limit]: least } }), limit)
    await t.rejects(
      readDump(name, { limits: { [limit]: least - 1 } }),
      { code: 'DUMP_TOO_LARGE' },
      `${limit} and one less`
    )
  }
  const nested = (/** @type {number} */ depth) =>
    lines(`{"kind":"process","a":${'['.repeat(depth)}${']'.repeat(depth)}}\n`)
  // The record itself is a level.
  await t.resolves(readDump(nested(MAX_NESTING - 1)))
  await t.rejects(readDump(nested(MAX_NESTING)), { code: 'DUMP_DAMAGED', message: /nested deeper/ })
})

t.test('a record with more parts than anybody could look at', async t => {
  const wide = (/** @type {number} */ parts) =>
    lines(`{"kind":"process","a":[${Array(parts).fill(0).join()}],"uptimeMs":1}\n`)
  // The kind, the list, the time and the record itself are parts, too.
  await t.resolves(readDump(wide(200_000 - 4)))
  await t.rejects(readDump(wide(200_000 - 3)), { code: 'DUMP_DAMAGED', message: /more than 200000 parts/ })
  // Such a record of 64 MB took minutes and 2.9 GB.
  const keys = Array.from({ length: 800_000 }, (_, i) => `"k${i}":0`).join()
  const long = lines(`{"kind":"process",${keys}}\n`)
  await t.rejects(readDump(long), { code: 'DUMP_DAMAGED', message: /record of more than 8388608 bytes/ })
})

t.test('a bomb ends at the limit', async t => {
  const bomb = file(zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)))
  await t.rejects(readDump(bomb, { limits: { lineBytes: 1024 * 1024 } }), {
    code: 'DUMP_TOO_LARGE',
    message: /record of more than/
  })
  const deep = lines(`{"kind":"process","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`)
  await t.rejects(readDump(deep), { code: 'DUMP_DAMAGED' })
})

t.test('names that JavaScript treats specially stay names', async t => {
  const name = makeDump(path.join(directory, 'proto.ccdump'), [
    object(
      '__proto__',
      JSON.parse('{"__proto__":{"type":"number","value":1},"constructor":{"type":"number","value":2}}')
    )
  ])
  const dump = await readDump(name)
  t.same(dump.object('__proto__').properties.map(({ name }) => name), ['__proto__', 'constructor'])
  t.equal(dump.object('constructor'), undefined)
})
