'use strict'
// A diagnosis says only what the dump proves, and no text of the dump acts on a terminal.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { explain } = require('../../../packages/inspect/explain')
const { nearestName } = require('../../../packages/inspect/explain/nearest-name')
const { makeDump, num, object, ref, str, undef, vars } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

const SOURCE = `function priceOf (line) {
  const product = catalog.get(line.sku)
  return product.price
}
`

/**
 * A crash of priceOf(), of which the test decides what was captured.
 * @param {{ sku?: any, map?: any, product?: any, source?: string, functionLocation?: any, role?: string }} [options]
 */
const records = ({
  sku = str('C-9'),
  map = {},
  product = undef,
  source = SOURCE,
  functionLocation = { scriptId: '5', lineNumber: 0, columnNumber: 17 },
  role
} = {}) => [
  {
    kind: 'exception',
    value: ref('1', 'TypeError', 'error'),
    className: 'TypeError',
    message: "Cannot read properties of undefined (reading 'price')",
    description: 'TypeError: x'
  },
  {
    kind: 'callFrame',
    index: 0,
    functionName: 'priceOf',
    url: '/app/shop.js',
    scriptId: '5',
    lineNumber: 2,
    columnNumber: 17,
    functionLocation,
    internal: false,
    this: undef,
    ...(role && { role }),
    scopeChain: [
      { type: 'local', variables: vars({ line: ref('2'), product }) },
      { type: 'closure', variables: vars({ catalog: ref('3', 'Map', 'map') }) }
    ]
  },
  object('1', {}, { subtype: 'error', className: 'TypeError' }),
  object('2', { sku }),
  object('3', {}, { className: 'Map', subtype: 'map', size: 1, entries: [{ key: str('A-1'), value: num(1) }], ...map }),
  { kind: 'process', cwd: '/app' },
  { kind: 'script', scriptId: '5', url: '/app/shop.js', length: source.length, source }
]

const CERTAIN = "`product` is undefined: `catalog.get(line.sku)` found no key 'C-9': the only key of `catalog` is 'A-1'"
/** The call is named, and nothing is said of why it gave what it gave. */
const NO_REASON =
  /^`product` is undefined: it is what `catalog\.get\(.+\)` gave on line 2(?:, where `line\.sku` is .+)?$/

/**
 * @param {import('tap').Test} t
 * @param {any[]} list
 */
async function textOf (t, list) {
  return explain(await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), list)))?.text
}

t.test('with everything captured', async t => t.equal(await textOf(t, records()), CERTAIN))

t.test('where a value came from is only said when all of it was captured', async t => {
  const cases = {
    'the Map was cut': { map: { size: 300, notCaptured: [{ reason: 'collectionSize', count: 299 }] } },
    'a key was redacted': {
      map: { entries: [{ key: { type: 'string', length: 3, notCapturedReason: 'redacted' }, value: num(1) }] }
    },
    'the key that was asked for was cut': {
      sku: { type: 'string', value: 'C-9', length: 90, notCapturedReason: 'stringLength' }
    },
    'the key is there': { sku: str('A-1') },
    'the key is there, and written otherwise': {
      source: SOURCE.replace('line.sku', '0x10n'),
      map: { entries: [{ key: { type: 'bigint', unserializableValue: '16n' }, value: num(1) }] }
    },
    'the Map is a Proxy': { map: { subtype: 'proxy' } },
    'the Map has a get() of its own': { map: { properties: [{ name: 'get', value: num(1) }] } }
  }
  for (const [name, options] of Object.entries(cases)) {
    await t.test(name, async t => t.match(await textOf(t, records(options)), NO_REASON))
  }
})

t.test('nothing is said when words and variables disagree, or the source is not that of the frame', async t => {
  const cases = {
    'the variable has a value': { product: num(5) },
    'the variable is null': { product: { type: 'object', subtype: 'null', value: null } },
    'another function is at the place': { functionLocation: { scriptId: '5', lineNumber: 2, columnNumber: 3 } },
    'the source is another one': { source: '// shorter\n' },
    'the source is no JavaScript': { source: 'function (\n\n\n' },
    'the frame is not that of the throw': { role: 'created' }
  }
  for (const [name, options] of Object.entries(cases)) {
    await t.test(name, async t => t.equal(await textOf(t, records(options)), undefined))
  }
})

t.test('texts of a dump are shown and never sent to the terminal', async t => {
  const cwd = t.testdir()
  const hostile = '127.0.0.1\u001b[2J\u202e\n'
  makeDump(path.join(cwd, 'a.ccdump'), [
    {
      kind: 'exception',
      value: ref('1', 'Error', 'error'),
      className: 'Error',
      message: 'listen',
      description: 'Error: listen'
    },
    object(
      '1',
      { code: str('EADDRINUSE'), syscall: str('listen'), port: num(80), address: str(hostile) },
      { subtype: 'error', className: 'Error' }
    )
  ])
  const { stdout } = await runCli(['show', 'a.ccdump'], { cwd })
  t.match(stdout, /^port 80 of 127\.0\.0\.1\\x1b\[2J\\u202e\\n is in use already/)
  t.notOk(stdout.includes('\u001b') || stdout.includes('\u202e'))
  t.match(JSON.parse((await runCli(['show', 'a.ccdump', '--json'], { cwd })).stdout).diagnosis, {
    rule: 'port-in-use',
    text: /^port 80/
  })
})

t.test('the nearest name is the only one that is near', t => {
  t.equal(nearestName('custmer', ['customer', 'orders']), 'customer')
  t.equal(nearestName('UER', ['EUR', 'CHF']), 'EUR')
  t.equal(nearestName('userid', ['userId']), 'userId')
  t.equal(nearestName('item1', ['item2', 'item3']), undefined)
  t.equal(nearestName('id', ['it']), undefined)
  t.equal(nearestName('total', ['customer']), undefined)
  t.end()
})

t.test('a long message in which a pattern would try each place as an end', async t => {
  for (const message of [
    `Cannot set property ${' of '.repeat(250_000)}`,
    `Cannot assign to read only property '${"' of object '".repeat(80_000)}`,
    `Cannot destructure property '${"' of '".repeat(160_000)}`,
    `Class constructor ${'x'.repeat(500_000)} cannot be`,
    `Command failed: ${' \n'.repeat(300_000)}`,
    `Received ${'1_'.repeat(300_000)}`
  ]) {
    const file = path.join(t.testdir(), 'long.ccdump')
    const thrown = records().map(record =>
      record.kind === 'exception' ? { ...record, className: 'TypeError', message } : record
    )
    t.ok(thrown.some(record => record.message === message))
    makeDump(file, thrown)
    t.equal(explain(await readDump(file)), null)
  }
})

t.test('what a validator refused is named by its place, and not shown if it was redacted', async t => {
  const source = `function accept (body) {
  return schema.parse(body)
}
`
  const issue = (/** @type {string} */ reason) => [
    {
      kind: 'exception',
      value: ref('1', 'ZodError', 'error'),
      className: 'ZodError',
      message: 'x',
      description: 'ZodError: x'
    },
    {
      kind: 'callFrame',
      index: 0,
      functionName: 'accept',
      url: '/app/shop.js',
      scriptId: '5',
      lineNumber: 1,
      columnNumber: 16,
      functionLocation: { scriptId: '5', lineNumber: 0, columnNumber: 16 },
      internal: false,
      this: undef,
      scopeChain: [{ type: 'local', variables: vars({ body: ref('2') }) }]
    },
    object('1', { issues: ref('3', 'Array', 'array') }, { subtype: 'error', className: 'ZodError' }),
    object('2', { password: { type: 'string', length: 9, notCapturedReason: reason } }),
    object('3', { 0: ref('4') }, { subtype: 'array', className: 'Array', length: 1 }),
    object('4', { message: str('Too short'), path: ref('5', 'Array', 'array') }),
    object('5', { 0: str('password') }, { subtype: 'array', className: 'Array', length: 1 }),
    { kind: 'process', cwd: '/app' },
    { kind: 'script', scriptId: '5', url: '/app/shop.js', length: source.length, source }
  ]
  const text = await textOf(t, issue('redacted'))
  t.equal(
    text,
    '`body.password` is a string, <string of 9, redacted>: Too short; ' +
      'checked by `schema.parse(body)` (`accept`, shop.js:2:17)'
  )
})
