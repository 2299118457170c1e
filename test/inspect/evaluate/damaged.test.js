'use strict'
// A damaged or hostile dump may hold values that no program can make. The rest of such a dump can be evaluated.

const path = require('node:path')
const t = require('tap')
const { parseAnswer } = require('../../../packages/inspect/evaluate/answer')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { func } = require('../../helpers/kinds-dump')
const { callFrame, fn, makeDump, num, object, ref, str, vars } = require('../../helpers/make-dump')

/**
 * @param {import('tap').Test} t
 * @param {Record<string, import('../../../packages/shared/dump/format').Value>} variables
 * @param {import('../../../packages/shared/dump/format').DumpRecord[]} records
 * @param {string[]} expressions
 */
function evaluated (t, variables, records, expressions) {
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), [
    callFrame(vars({ fine: num(7), ...variables })),
    ...records
  ])
  return evaluateAll(file, expressions.map(expression => [expression, {}]))
}

t.test('a regular expression that this version of Node.js does not know', async t => {
  for (const regexp of [
    { source: '(', flags: '' },
    { source: 'a', flags: 'qq' }
  ]) {
    const records = [
      object('1', { lastIndex: num(0), test: fn('2') }, { className: 'RegExp', subtype: 'regexp', regexp }),
      func('2', 'test () { return super.test }')
    ]
    const [fine, touched, whole, within] = await evaluated(t, { pattern: ref('1', 'RegExp', 'regexp') }, records, [
      'fine',
      'pattern.test("a")',
      'pattern',
      '[pattern]'
    ])
    t.equal(fine, '7')
    t.match(touched, /^NotCaptured: an object \(this version of Node\.js cannot make it\)$/)
    t.ok(whole.startsWith(`/${regexp.source}/${regexp.flags} {`), whole)
    t.ok(within.startsWith(`[ /${regexp.source}/${regexp.flags} {`), within)
  }
})

t.test('arrays at the edge of what can be', async t => {
  const most = 2 ** 32 - 1
  const records = [
    object('1', {}, { className: 'Array', subtype: 'array', length: most }),
    object('2', { 0: num(1) }, { className: 'Array', subtype: 'array', length: most + 1 })
  ]
  t.same(
    await evaluated(t, { most: ref('1', 'Array', 'array'), more: ref('2', 'Array', 'array') }, records, [
      'fine',
      'most.length',
      'more.length'
    ]),
    ['7', '4294967295', 'NotCaptured: an object (this version of Node.js cannot make it)']
  )
})

t.test('numbers, keys and properties that can not be', async t => {
  const records = [
    object('1', { fine: num(8), n: { type: 'bigint', unserializableValue: 'nonsense' } }),
    object('2', {}, { className: 'WeakMap', subtype: 'weakmap', entries: [{ key: str('a'), value: num(1) }] }),
    object('3', {}, { className: 'WeakSet', subtype: 'weakset', entries: [{ value: num(1) }] }),
    object('4', { length: num(-1) }, { className: 'Map Iterator', subtype: 'iterator' }),
    object(
      '5',
      { 1.5: { type: 'bigint', unserializableValue: '1n' } },
      { className: 'Uint8Array', subtype: 'dataview', bytes: { base64: 'AAAA', byteLength: 3 } }
    )
  ]
  const variables = {
    big: { type: /** @type {const} */ ('bigint') },
    object: ref('1'),
    weakMap: ref('2', 'WeakMap', 'weakmap'),
    weakSet: ref('3', 'WeakSet', 'weakset'),
    iterator: ref('4'),
    view: ref('5')
  }
  const results = await evaluated(t, variables, records, ['fine', 'object.fine', 'object.n + 1n', 'big > 1', 'view[0]'])
  t.same(results.slice(0, 2), ['7', '8'])
  t.match(results[2], /^NotCaptured: n \(/)
  t.match(results[3], /^NotCaptured: big \(/)
  t.equal(results[4], '0')
})

t.test('an answer is looked at like a dump', t => {
  const value = { type: 'number', value: 1 }
  const record = { kind: 'object', objectId: 'e1', type: 'object', depth: 0, properties: [{ name: 'a', value }] }
  const good = { status: 'returned', value, objects: [record] }
  t.same(parseAnswer(JSON.stringify(good)), good)
  t.same(parseAnswer('{"status":"timeout","objects":[]}'), { status: 'timeout', objects: [] })
  const bad = [
    null,
    1,
    [],
    {},
    { ...good, status: 'fine' },
    { ...good, objects: undefined },
    { ...good, objects: [null] },
    { ...good, objects: [{ ...record, properties: {} }] },
    { ...good, objects: [{ ...record, properties: [{ name: 1 }] }] },
    { ...good, value: 1 },
    { ...good, value: { type: 'text' } },
    { ...good, value: { type: 'object', objectId: {} } },
    { ...good, error: { length: 1 } }
  ]
  for (const answer of bad) t.equal(parseAnswer(JSON.stringify(answer)), null, JSON.stringify(answer))
  t.equal(parseAnswer('{'), null)
  t.end()
})
