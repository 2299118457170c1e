'use strict'
// Makes the dump of a small shop: async handler, Map, class with a private field, closure, cycle, values that were cut.

const { str, num, undef, ref, fn, object, vars } = require('./make-dump')

const SOURCE = `'use strict'
const catalog = new Map([['A-1', { name: 'Tea', price: 3 }], ['B-2', { name: 'Cup', price: 8 }]])

class Order {
  #coupon
  constructor (id, lines, coupon) { this.id = id; this.lines = lines; this.#coupon = coupon }
  get total () { return this.lines.reduce((sum, line) => sum + line.qty, 0) }
  hasCoupon () { return this.#coupon !== undefined }
}

function makePricer (discount) {
  return function priceOf (line) {
    const product = catalog.get(line.sku)
    return product.price * line.qty * (1 - discount)
  }
}

const priceOf = makePricer(0.1)

async function checkout (order) {
  await null
  let sum = 0
  for (const line of order.lines) {
    sum += priceOf(line)
  }
  return sum
}

checkout(new Order(7, [{ sku: 'A-1', qty: 2 }, { sku: 'C-9', qty: 1 }], 'WELCOME'))
`

const URL = 'file:///app/checkout.js'

/** @param {string} text its first occurrence in the source is the place */
function placeOf (text) {
  const before = SOURCE.slice(0, SOURCE.indexOf(text)).split('\n')
  return { lineNumber: before.length - 1, columnNumber: before[before.length - 1].length }
}

/** @type {import('../../packages/shared/dump/format').Scope} */
const moduleScope = {
  type: 'closure',
  scopeId: 's1',
  startLocation: { scriptId: '63', lineNumber: 0, columnNumber: 0 },
  variables: vars({
    catalog: ref('20', 'Map', 'map'),
    Order: fn('21'),
    makePricer: fn('22'),
    priceOf: fn('4'),
    checkout: fn('23')
  })
}
/** @type {import('../../packages/shared/dump/format').Scope} */
const moduleScopeAgain = { type: 'closure', scopeId: 's1', variables: [] }
/** @type {import('../../packages/shared/dump/format').Scope} */
const pricerScope = { type: 'closure', scopeId: 's2', name: 'makePricer', variables: vars({ discount: num(0.1) }) }

/** @type {import('../../packages/shared/dump/format').DumpRecord[]} */
const CHECKOUT_RECORDS = [
  {
    kind: 'exception',
    value: ref('1', 'TypeError', 'error'),
    className: 'TypeError',
    message: "Cannot read properties of undefined (reading 'price')",
    description:
      "TypeError: Cannot read properties of undefined (reading 'price')\n" +
      `    at priceOf (${URL}:14:20)\n    at checkout (${URL}:24:12)`,
    stack: [
      { functionName: 'priceOf', url: URL, lineNumber: 13, columnNumber: 19 },
      { functionName: 'checkout', url: URL, lineNumber: 23, columnNumber: 11, async: true }
    ]
  },
  {
    kind: 'callFrame',
    index: 0,
    functionName: 'priceOf',
    url: URL,
    scriptId: '63',
    ...placeOf('price * line.qty'),
    functionLocation: { scriptId: '63', ...placeOf('(line) {') },
    internal: false,
    this: undef,
    scopeChain: [
      { type: 'local', name: 'priceOf', scopeId: 's3', variables: vars({ line: ref('3'), product: undef }) },
      pricerScope,
      moduleScope
    ]
  },
  {
    kind: 'callFrame',
    index: 1,
    functionName: 'checkout',
    url: URL,
    scriptId: '63',
    ...placeOf('priceOf(line)\n'),
    internal: false,
    this: undef,
    scopeChain: [
      { type: 'block', scopeId: 's5', variables: vars({ line: ref('3') }) },
      {
        type: 'local',
        name: 'checkout',
        scopeId: 's6',
        variables: [
          ...vars({
            order: ref('2', 'Order'),
            sum: num(5.4),
            note: { type: 'string', value: 'x'.repeat(20), length: 90000, notCapturedReason: 'stringLength' }
          }),
          { name: 'later', notCapturedReason: 'unavailable' },
          { name: 'apiKey', notCapturedReason: 'redacted' }
        ]
      },
      moduleScopeAgain
    ]
  },
  {
    kind: 'callFrame',
    index: 2,
    functionName: 'processTicksAndRejections',
    url: 'node:internal/process/task_queues',
    scriptId: '30',
    lineNumber: 94,
    columnNumber: 4,
    internal: true,
    this: ref('30', 'process'),
    scopeChain: []
  },
  object(
    '1',
    { stack: str('TypeError: …') },
    {
      subtype: 'error',
      className: 'TypeError',
      description: "TypeError: Cannot read properties of undefined (reading 'price')"
    }
  ),
  object(
    '2',
    { id: num(7), lines: ref('5', 'Array', 'array'), self: ref('2', 'Order'), deep: ref('99', 'Socket') },
    {
      className: 'Order',
      privateProperties: [{ name: '#coupon', value: str('WELCOME') }],
      internalProperties: [{ name: '[[Prototype]]', value: ref('6', 'Object') }]
    }
  ),
  object('3', { sku: str('C-9'), qty: num(1) }),
  object(
    '5',
    { 0: ref('7'), 1: ref('3') },
    {
      className: 'Array',
      subtype: 'array',
      description: 'Array(250)',
      length: 250,
      notCaptured: [{ reason: 'collectionSize', count: 248 }]
    }
  ),
  object(
    '6',
    { constructor: fn('21'), hasCoupon: fn('9') },
    {
      properties: [
        { name: 'constructor', value: fn('21'), enumerable: false },
        { name: 'total', get: fn('8'), enumerable: false },
        { name: 'hasCoupon', value: fn('9'), enumerable: false }
      ]
    }
  ),
  object('7', { sku: str('A-1'), qty: num(2) }),
  object(
    '8',
    {},
    {
      type: 'function',
      className: 'Function',
      source: 'get total () { return this.lines.reduce((sum, line) => sum + line.qty, 0) }',
      scopes: [moduleScopeAgain]
    }
  ),
  object(
    '9',
    {},
    {
      type: 'function',
      className: 'Function',
      source: 'hasCoupon () { return this.#coupon !== undefined }',
      scopes: [moduleScopeAgain]
    }
  ),
  object(
    '4',
    { name: str('priceOf') },
    {
      type: 'function',
      className: 'Function',
      functionLocation: { scriptId: '63', ...placeOf('(line) {'), url: URL },
      source: SOURCE.slice(SOURCE.indexOf('function priceOf'), SOURCE.indexOf('  }\n}\n\nconst priceOf') + 3),
      scopes: [{ type: 'closure', scopeId: 's2', name: 'makePricer', variables: [] }, moduleScopeAgain]
    }
  ),
  {
    kind: 'process',
    versions: { node: '20.20.2' },
    argv: ['/usr/bin/node', '/app/checkout.js'],
    cwd: '/app',
    uptimeMs: 93784000,
    memoryUsage: { rss: 41943040, heapTotal: 8000000, heapUsed: 6000000 },
    activeResources: { Timeout: 2, TCPServerWrap: 1 },
    hostname: 'shop-1',
    cpus: 4,
    loadAverage: [0.25, 0.1, 0]
  },
  {
    kind: 'asyncTask',
    taskId: 't1',
    functionName: 'checkout',
    url: URL,
    scriptId: '63',
    ...placeOf('await null'),
    scopeChain: [{ type: 'local', variables: vars({ order: ref('2', 'Order') }) }, moduleScopeAgain]
  },
  object(
    '20',
    {},
    {
      className: 'Map',
      subtype: 'map',
      size: 2,
      description: 'Map(2)',
      depth: 1,
      entries: [
        { key: str('A-1'), value: ref('24') },
        { key: str('B-2'), value: ref('25') }
      ]
    }
  ),
  object('24', { name: str('Tea'), price: num(3) }, { depth: 2 }),
  object('25', { name: str('Cup'), price: num(8) }, { depth: 2 }),
  object(
    '21',
    { name: str('Order'), prototype: ref('6') },
    {
      type: 'function',
      className: 'Function',
      depth: 1,
      source: SOURCE.slice(SOURCE.indexOf('class Order'), SOURCE.indexOf('\n\nfunction makePricer')),
      scopes: [moduleScopeAgain]
    }
  ),
  object(
    '22',
    { name: str('makePricer') },
    {
      type: 'function',
      className: 'Function',
      depth: 1,
      source: SOURCE.slice(SOURCE.indexOf('function makePricer'), SOURCE.indexOf('\n\nconst priceOf')),
      scopes: [moduleScopeAgain]
    }
  ),
  object(
    '23',
    { name: str('checkout') },
    {
      type: 'function',
      className: 'AsyncFunction',
      depth: 1,
      source: SOURCE.slice(SOURCE.indexOf('async function checkout'), SOURCE.indexOf('\n\ncheckout(new')),
      scopes: [moduleScopeAgain]
    }
  ),
  object('30', { pid: num(4242) }, { className: 'process', depth: 0 }),
  { kind: 'script', scriptId: '63', url: URL, length: SOURCE.length, source: SOURCE }
]

/** @type {import('../../packages/shared/dump/format').NotCaptured[]} */
const CHECKOUT_NOT_CAPTURED = [
  { reason: 'depth', what: 'objects', count: 1, detail: 'objects deeper than 5 references from a variable' }
]

module.exports = { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED, SOURCE }
