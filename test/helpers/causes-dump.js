'use strict'
// Makes the dump of an error with causes: a service wraps the error of a repository, which wraps the error of a driver.

const { callFrame, object, ref, str, num, undef, vars } = require('./make-dump')

/** @typedef {import('../../packages/shared/dump/format').DumpRecord} DumpRecord */

const URL = 'file:///app/price.js'

const SOURCE = `'use strict'
const catalog = new Map()

function priceOf (line) {
  const product = catalog.get(line.sku)
  return product.price * line.quantity
}

function load (order) {
  try {
    return priceOf(order.lines[0])
  } catch (error) {
    throw new RepositoryError('no price', { cause: error })
  }
}

function checkout (order) {
  try {
    return load(order)
  } catch (error) {
    throw new OrderError(\`order \${order.id} failed\`, { cause: error })
  }
}
`

/** @param {string} text its first occurrence in the source is the place */
function placeOf (text) {
  const before = SOURCE.slice(0, SOURCE.indexOf(text)).split('\n')
  return { url: URL, lineNumber: before.length - 1, columnNumber: before[before.length - 1].length }
}

/** @type {import('../../packages/shared/dump/format').CaptureInfo} */
const CAPTURE = { hook: 'errorCreated', match: 'identity', ageMs: 2, walker: 'native', durationMs: 1 }

/**
 * @param {string} className
 * @param {string} message
 * @param {string} functionName
 * @param {string} text marks the place in the source
 */
function thrown (className, message, functionName, text) {
  const place = placeOf(text)
  return {
    className,
    message,
    description:
      `${className}: ${message}\n` +
      `    at ${functionName} (${URL}:${place.lineNumber + 1}:${place.columnNumber + 1})`,
    stack: [{ functionName, ...place }]
  }
}

const ROOT_MESSAGE = "Cannot read properties of undefined (reading 'price')"

/** @type {DumpRecord[]} */
const CAUSES_RECORDS = [
  {
    kind: 'exception',
    value: ref('e0', 'OrderError', 'error'),
    ...thrown('OrderError', 'order 7 failed', 'checkout', 'new OrderError')
  },
  {
    kind: 'cause',
    index: 1,
    of: 0,
    path: 'cause',
    value: ref('e1', 'RepositoryError', 'error'),
    ...thrown('RepositoryError', 'no price', 'load', 'new RepositoryError'),
    capture: CAPTURE
  },
  {
    kind: 'cause',
    index: 2,
    of: 1,
    path: 'cause',
    value: ref('e2', 'TypeError', 'error'),
    ...thrown('TypeError', ROOT_MESSAGE, 'priceOf', 'price * line'),
    capture: CAPTURE
  },
  callFrame(vars({ order: ref('order', 'Order') }), {
    index: 0,
    functionName: 'checkout',
    ...placeOf('new OrderError')
  }),
  callFrame(vars({ order: ref('order', 'Order') }), {
    index: 1,
    functionName: 'load',
    ...placeOf('new RepositoryError'),
    error: 1
  }),
  callFrame(vars({ line: ref('line'), product: undef }), {
    index: 2,
    functionName: 'priceOf',
    ...placeOf('price * line'),
    error: 2
  }),
  callFrame(vars({ order: ref('order', 'Order') }), {
    index: 3,
    functionName: 'load',
    ...placeOf('priceOf(order'),
    error: 2
  }),
  object(
    'e0',
    { message: str('order 7 failed'), cause: ref('e1', 'RepositoryError', 'error') },
    { subtype: 'error', className: 'OrderError', description: 'OrderError: order 7 failed' }
  ),
  object(
    'e1',
    { message: str('no price'), cause: ref('e2', 'TypeError', 'error') },
    { subtype: 'error', className: 'RepositoryError', description: 'RepositoryError: no price' }
  ),
  object(
    'e2',
    { message: str(ROOT_MESSAGE) },
    { subtype: 'error', className: 'TypeError', description: `TypeError: ${ROOT_MESSAGE}` }
  ),
  object('order', { id: num(7), lines: ref('lines', 'Array', 'array') }, { className: 'Order', readAt: 'report' }),
  object('lines', { 0: ref('line') }, { className: 'Array', subtype: 'array', length: 1 }),
  object('line', { sku: str('C-9'), quantity: num(1) }),
  { kind: 'process', cwd: '/app' },
  { kind: 'script', scriptId: '1', url: URL, length: SOURCE.length, source: SOURCE }
]

/**
 * Makes records of an error with a chain of causes.
 * @param {number} count
 * @returns {DumpRecord[]}
 */
function chainOf (count) {
  /** @type {DumpRecord[]} */
  const causes = Array.from({ length: count }, (_, i) => ({
    kind: 'cause',
    index: i + 1,
    of: i,
    path: 'cause',
    value: ref(`c${i + 1}`, 'Error', 'error'),
    className: 'Error',
    message: `cause ${i + 1}`,
    description: `Error: cause ${i + 1}`,
    capture: null
  }))
  return [
    {
      kind: 'exception',
      value: ref('c0', 'Error', 'error'),
      className: 'Error',
      message: 'reported',
      description: 'Error: reported'
    },
    ...causes,
    { kind: 'process' }
  ]
}

module.exports = { CAUSES_RECORDS, chainOf, CAPTURE }
