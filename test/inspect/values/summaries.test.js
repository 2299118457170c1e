'use strict'
// Objects of well-known classes are summarised in one line from their fields. The tests use the real packages, and
// objects that only look like theirs.

const path = require('node:path')
const t = require('tap')
const { describeValue } = require('../../../packages/inspect/values/describe-value')
const { formatValue } = require('../../../packages/inspect/values/format-value')
const { remoteObject } = require('../../../packages/inspect/cdp/remote-object')
const { readDump } = require('../../../packages/inspect/reader')
const { ecosystemPath, skippedWithout } = require('../../helpers/ecosystem')
const { makeDump, num, object, ref, str, undef } = require('../../helpers/make-dump')
const { openPage } = require('../../helpers/open-page')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/** Expressions, and how they are shown. @type {Record<string, [string, string]>} */
const VALUES = {
  id: ["new ObjectId('507f1f77bcf86cd799439011')", "ObjectId('507f1f77bcf86cd799439011')"],
  decimal: ["new Decimal('-1234567.890123456789')", 'Decimal(-1234567.890123456789)'],
  tiny: ["new Decimal('1e-10')", 'Decimal(1e-10)'],
  small: ["new Decimal('0.000012')", 'Decimal(0.000012)'],
  hundred: ["new Decimal('1200')", 'Decimal(1200)'],
  zero: ['new Decimal(0)', 'Decimal(0)'],
  nothing: ['new Decimal(NaN)', 'Decimal(NaN)'],
  below: ['new Decimal(-Infinity)', 'Decimal(-Infinity)'],
  big: ["new BigNumber('123456789012345678901234567890.5')", 'BigNumber(123456789012345678901234567890.5)'],
  fraction: ["new BigNumber('-0.00012')", 'BigNumber(-0.00012)'],
  unknown: ['new BigNumber(NaN)', 'BigNumber(NaN)'],
  day: ["dayjs('2026-01-02T03:04:05Z')", 'Dayjs(2026-01-02T03:04:05.000Z)'],
  noDay: ["dayjs('nonsense')", 'Dayjs(Invalid Date)'],
  text: ['Buffer.from(\'{"sku":1}\')', '<Buffer 7b 22 73 6b 75 22 3a 31 7d> \'{"sku":1}\''],
  bytes: ['Buffer.from([1, 2, 255])', '<Buffer 01 02 ff>'],
  request: [
    "new Request('http://localhost/a?b=1', { method: 'PUT', body: 'x' })",
    'Request PUT http://localhost/a?b=1'
  ],
  response: ["new Response('x', { status: 404, statusText: 'Not Found' })", 'Response 404 Not Found'],
  headers: ["new Headers({ 'x-a': '1', accept: 'text/plain' })", "Headers { x-a: '1', accept: 'text/plain' }"],
  noHeaders: ['new Headers()', 'Headers {}'],
  url: ["new URL('http://localhost:8080/a')", "URL { href: 'http://localhost:8080/a' }"],
  failure: [
    "({ name: 'TypeError', message: 'bad', stack: 'TypeError: bad\\n    at x', code: 7 })",
    "{ name: 'TypeError'"
  ]
}

t.test('of real packages, in every viewer', async t => {
  const packages = ['bson', 'decimal.js', 'bignumber.js', 'dayjs']
  if (skippedWithout(t, ...packages)) return
  const load = packages.map(name => `require(${JSON.stringify(ecosystemPath(name))})`)
  const source = `'use strict'
const [{ ObjectId }, { Decimal }, BigNumber, dayjs] = [${load.join(', ')}]
function fail () {
${Object.entries(VALUES)
  .map(([name, [expression]]) => `  const ${name} = ${expression}`)
  .join('\n')}
  nowhere.property()
}
try { fail() } finally { globalThis.gc() }
`
  const { file, cwd } = await runToDump(t, ['a.js'], {
    cwd: t.testdir({ 'a.js': source }),
    nodeArgs: ['--expose-gc'], // what the capture leaves to the report must outlive a collection
    env: { CRASH_COLLECTOR_MAX_STRING_LENGTH: '4000' }
  })
  const dump = await readDump(file)
  const frame = dump.callFrames.find(({ functionName }) => functionName === 'fail')
  const { variables } = dump.scope(frame.scopeChain[0])
  const valueOf = (/** @type {string} */ name) => variables.find(variable => variable.name === name).value
  for (const [name, [, expected]] of Object.entries(VALUES)) {
    t.equal(formatValue(valueOf(name), dump, { columns: 1000 }).slice(0, expected.length), expected, name)
  }
  t.equal(describeValue(valueOf('id'), dump), VALUES.id[1])
  t.equal(describeValue(valueOf('failure'), dump), 'TypeError: bad', 'an error that was copied, where it is only named')
  t.equal(remoteObject(valueOf('decimal'), dump).description, VALUES.decimal[1])
  t.match(formatValue(valueOf('id'), dump, { hidden: true }), /^ObjectId \{/, 'all of it where that is asked for')

  const { stdout } = await runCli(['show', '--more', file], { cwd, env: { COLUMNS: '100' } })
  for (const name of ['id', 'decimal', 'day', 'request', 'response', 'headers', 'url']) {
    t.match(stdout, new RegExp(`^ {6}${name} +${VALUES[name][1].replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm'), name)
  }
  const { stdout: evaluated } = await runCli(['eval', file, '[decimal, { id }]'], { cwd })
  t.match(
    evaluated.replace(/\s+/g, ' '),
    "[ Decimal(-1234567.890123456789), { id: ObjectId('507f1f77bcf86cd799439011') } ]"
  )
  const page = openPage(dump)
  t.same(page.errors, [])
  t.ok(page.texts('.row').some(text => text.includes(VALUES.id[1])), 'the page')
  page.window.close()
})

/** @type {import('../../../packages/shared/dump/format').Value} */
const yes = { type: 'boolean', value: true }
/** @type {import('../../../packages/shared/dump/format').Value} */
const none = { type: 'object', subtype: 'null', value: null }
const date = (/** @type {string} */ id, /** @type {number} */ time) =>
  object(
    id,
    {},
    { className: 'Date', subtype: 'date', internalProperties: [{ name: '[[DateValue]]', value: num(time) }] }
  )
const TIME = Date.UTC(2026, 0, 2, 3, 4, 5)
const numbers = (/** @type {string} */ id, /** @type {number[]} */ list) =>
  object(id, Object.fromEntries(list.map((each, i) => [i, num(each)])), {
    className: 'Array',
    subtype: 'array',
    length: list.length
  })

t.test('of other shapes, and of hostile ones', async t => {
  const records = [
    date('date', TIME),
    date('shifted', TIME + 60 * 60_000),
    numbers('digits', [12, 3]),
    numbers('wrong', [1e9]),
    numbers('negative', [-1]),
    numbers('many', Array(200).fill(1)),
    object('berlin', { zoneName: str('Europe/Berlin') }),
    object('evil', { zoneName: str('\x1b[2J') }),
    object('why', { reason: str('unparsable') }),
    object(
      'half',
      {},
      { className: 'Buffer', subtype: 'typedarray', length: 6, bytes: { base64: 'AAAA', byteLength: 3 } }
    ),
    object(
      'twelve',
      {},
      {
        className: 'Buffer',
        subtype: 'typedarray',
        length: 12,
        bytes: { base64: Buffer.from('507f1f77bcf86cd799439011', 'hex').toString('base64'), byteLength: 12 }
      }
    ),
    object('loop', { urlList: ref('loop') }),
    object('state', { method: str('GET\nX: 1'), url: ref('loop') })
  ]
  /** @type {[string, import('../../../packages/shared/dump/format').ObjectRecord][]} */
  const cases = [
    [
      'Moment(2026-01-02T03:04:05.000Z)',
      object('1', { _isAMomentObject: yes, _d: ref('date', 'Date', 'date') }, { className: 'Moment' })
    ],
    [
      'Moment(2026-01-02T03:04:05.000Z)',
      object(
        '2',
        { _isAMomentObject: yes, _offset: num(60), _d: ref('shifted', 'Date', 'date') },
        { className: 'Moment' }
      )
    ],
    [
      'DateTime(2026-01-02T03:04:05.000Z Europe/Berlin)',
      object(
        '3',
        { isLuxonDateTime: yes, ts: num(TIME), invalid: none, _zone: ref('berlin') },
        { className: 'DateTime' }
      )
    ],
    [
      'DateTime(2026-01-02T03:04:05.000Z)',
      object('4', { isLuxonDateTime: yes, ts: num(TIME), _zone: ref('evil') }, { className: 'DateTime' })
    ],
    [
      'DateTime(Invalid: unparsable)',
      object('5', { isLuxonDateTime: yes, ts: num(TIME), invalid: ref('why') }, { className: 'DateTime' })
    ],
    [
      "ObjectId('507f1f77bcf86cd799439011')",
      object('6', { buffer: ref('twelve', 'Buffer', 'typedarray') }, { className: 'ObjectId' })
    ],
    [
      'Dayjs(2026-01-02T03:04:05.000Z)',
      object(
        '7',
        { $isDayjsObject: yes, $offset: num(60), $x: ref('x'), $d: ref('shifted', 'Date', 'date') },
        { className: 'M' }
      )
    ],
    [
      'Decimal(12.0000003)',
      object('8', { s: num(1), e: num(1), d: ref('digits', 'Array', 'array') }, { className: 'i' })
    ],
    // Not what they say.
    ['ObjectId {', object('11', { i0: num(-1), i1: num(1), i2: num(1), i3: num(1) }, { className: 'ObjectId' })],
    ['ObjectId {', object('12', { buffer: ref('half', 'Buffer', 'typedarray') }, { className: 'ObjectId' })],
    ['Decimal {', object('13', { s: num(1), e: num(1), d: ref('wrong', 'Array', 'array') }, { className: 'Decimal' })],
    [
      'Decimal {',
      object('14', { s: num(1), e: num(1), d: ref('negative', 'Array', 'array') }, { className: 'Decimal' })
    ],
    ['Decimal {', object('15', { s: num(1), e: num(1), d: ref('many', 'Array', 'array') }, { className: 'Decimal' })],
    [
      'Decimal {',
      object('16', { s: num(2), e: num(1), d: ref('digits', 'Array', 'array'), more: num(1) }, { className: 'Decimal' })
    ],
    ['Decimal {', object('17', { s: num(1), e: num(1), d: ref('absent', 'Array', 'array') }, { className: 'Decimal' })],
    ['Moment {', object('18', { _isAMomentObject: yes, _d: str('2026') }, { className: 'Moment' })],
    [
      'M {',
      object('19', { $isDayjsObject: yes, $offset: num(60), $d: ref('date', 'Date', 'date') }, { className: 'M' })
    ],
    ['DateTime {', object('20', { isLuxonDateTime: yes, ts: undef }, { className: 'DateTime' })],
    [
      'Request {',
      object('21', {}, { className: 'Request', privateProperties: [{ name: '#state', value: ref('state') }] })
    ],
    [
      'Response {',
      object('22', {}, { className: 'Response', privateProperties: [{ name: '#state', value: ref('loop') }] })
    ],
    [
      'Headers {',
      object('23', {}, { className: 'Headers', privateProperties: [{ name: '#headersList', value: ref('loop') }] })
    ],
    ['URL {', object('24', { href: num(1) }, { className: 'URL' })]
  ]
  const dump = await readDump(
    makeDump(path.join(t.testdir(), 'a.ccdump'), [
      ...records,
      object('x', { $localOffset: num(0) }),
      ...cases.map(([, record]) => record)
    ])
  )
  for (const [expected, { objectId, className }] of cases) {
    const text = formatValue(ref(objectId, className), dump, { columns: 400 })
    if (expected.endsWith('{')) t.ok(text.startsWith(expected) || text.startsWith(expected.replace(' {', ' {\n')), text)
    else t.equal(text, expected)
  }
  t.equal(describeValue(ref('3'), dump), 'DateTime(2026-01-02T03:04:05.000Z Europe/Berlin)')
})

t.test('text of the dump is escaped in a summary', async t => {
  const dump = await readDump(
    makeDump(path.join(t.testdir(), 'a.ccdump'), [
      object('1', { name: str('\x1b[2J'), message: str('x\u202ey'), stack: str('z') }),
      object('2', { held: ref('1') }),
      object('3', { held: ref('2') })
    ])
  )
  for (const id of ['1', '2', '3']) {
    // eslint-disable-next-line no-control-regex
    t.notMatch(formatValue(ref(id), dump, { depth: 0 }), /[\x1b\u202e]/)
  }
})
