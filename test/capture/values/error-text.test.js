'use strict'

const t = require('tap')

const { loadNative } = require('../../../lib/addon/native')
const { describeReported } = require('../../../lib/capture/values/error-text')
const { errorLine } = require('../../../lib/capture/values/read-error')
const { createRedactor } = require('../../../lib/redaction')

const MAX = 1000
const OPTIONS = { maxLength: MAX }
const LINE = '    at price (/app/price.js:7:9)'

/** An error with a stack of our own. */
function errorWith (message, stack) {
  const error = new Error(message)
  error.stack = stack
  return error
}

t.test('a message is cut where it is too long, and says so', async t => {
  t.match(describeReported(new Error('x'.repeat(MAX)), OPTIONS), { message: 'x'.repeat(MAX), messageLength: undefined })
  const { message, messageLength } = describeReported(new Error('x'.repeat(MAX + 1)), OPTIONS)
  t.equal(message, 'x'.repeat(MAX))
  t.equal(messageLength, MAX + 1)
})

t.test('the frames stay behind a message that is cut', async t => {
  const error = new Error('x'.repeat(100_000))
  const { description, descriptionLength, stack } = describeReported(error, OPTIONS)
  t.equal(description.length, MAX)
  t.match(description, /^Error: x+\n {4}at /)
  t.equal(descriptionLength, error.stack.length)
  t.equal(stack[0].url, __filename)
})

t.test('an error without a stack has its message', async t => {
  const error = errorWith('x'.repeat(MAX + 1), 7)
  t.match(describeReported(error, OPTIONS), {
    messageLength: MAX + 1,
    description: `Error: ${'x'.repeat(MAX)}`,
    descriptionLength: MAX + 8,
    stack: undefined
  })
  t.match(describeReported(errorWith('', 7)), { message: '', description: 'Error', descriptionLength: undefined })
})

t.test('a description is cut where it is too long, and says so', async t => {
  const head = 'Error: no price\n'
  const fits = errorWith('no price', head + LINE + ' '.repeat(MAX - head.length - LINE.length))
  t.match(describeReported(fits, OPTIONS), { description: fits.stack, descriptionLength: undefined })
  const longer = errorWith('no price', fits.stack + ' ')
  t.match(describeReported(longer, OPTIONS), { description: fits.stack, descriptionLength: MAX + 1 })
})

t.test('of a long message and many frames each keeps its half', async t => {
  const message = 'x'.repeat(MAX)
  const { description } = describeReported(errorWith(message, `Error: ${message}\n${`${LINE}\n`.repeat(100)}`), OPTIONS)
  t.equal(description.length, MAX)
  t.equal(description.indexOf('\n'), MAX / 2)
})

t.test('lines of a message are not taken for frames', async t => {
  const inner = `inner\n${LINE}\n`.repeat(300)
  t.equal(describeReported(new Error(inner)).stack[0].url, __filename)
  const changed = new Error('outer')
  changed.message = 'what was printed'
  t.equal(describeReported(changed).stack[0].url, __filename)
  t.same(describeReported(errorWith(inner, `Error: ${inner}`)).stack, [], 'a stack without frames')
})

t.test('a secret at the cut is hidden', async t => {
  const redactor = createRedactor(
    { redact: true, redactNames: [], redactExcept: [] },
    /** @type {import('../../../lib/addon/native-functions').Native} */ (loadNative().native),
    { env: {} }
  )
  const secret = 'ghp_' + 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'
  for (let kept = 1; kept < secret.length; kept++) {
    for (const value of [
      new Error('-'.repeat(MAX - kept - 1) + ' ' + secret + ' x'.repeat(MAX)),
      '-'.repeat(MAX - kept - 1) + ' ' + secret
    ]) {
      const { message = '', description } = describeReported(value, { maxLength: MAX, redact: redactor.text })
      t.notMatch(message + description, secret.slice(0, kept < 8 ? kept + 1 : 8), `${kept} characters`)
    }
  }
})

t.test('what is no error', async t => {
  t.same(describeReported('x'.repeat(MAX), OPTIONS), { description: 'x'.repeat(MAX), descriptionLength: undefined })
  t.same(describeReported('x'.repeat(MAX + 1), OPTIONS), { description: 'x'.repeat(MAX), descriptionLength: MAX + 1 })
  t.equal(describeReported(-(2n ** 4095n)).description, String(-(2n ** 4095n)))
  t.equal(describeReported(2n ** 4095n).description, 'bigint')
  t.match(describeReported({ stack: 'Failure: no price' }), { message: 'no price', description: 'Failure: no price' })
  t.same(describeReported({ stack: 'Failure: no price' }).stack, [])
  t.match(describeReported({ stack: `Failure: no price\n${LINE}` }), {
    message: 'no price',
    stack: [{ functionName: 'price' }]
  })
})

t.test('lines of a stack', async t => {
  const lines = {
    '    at price (/app/price.js:7:9)': {
      functionName: 'price',
      url: '/app/price.js',
      lineNumber: 6,
      columnNumber: 8,
      async: undefined
    },
    '    at async price (file:///app/price.mjs:7:9)': {
      functionName: 'price',
      url: 'file:///app/price.mjs',
      async: true
    },
    '    at async file:///app/price.mjs:7:9': { functionName: '', url: 'file:///app/price.mjs', async: true },
    '    at /app/price.js:7:9': { functionName: '', url: '/app/price.js' },
    '    at new Shop (/app/price.js:7:9)': { functionName: 'new Shop' },
    '    at Shop.price [as total] (C:\\app\\price.js:7:9)': {
      functionName: 'Shop.price [as total]',
      url: 'C:\\app\\price.js'
    },
    '    at eval (eval at price (/app/price.js:1:2), <anonymous>:7:9)': {
      functionName: 'eval',
      url: 'eval at price (/app/price.js:1:2), <anonymous>'
    },
    '\tat price (/app/price.js:7:9)': { functionName: 'price' }
  }
  for (const [line, frame] of Object.entries(lines)) {
    t.match(describeReported(errorWith('a', `Error: a\n${line}`)).stack, [frame], line)
  }
  for (const line of [
    '    at price (<anonymous>)',
    '    at Array.map (native)',
    'at price (/app/price.js:7:9)',
    '  price (/app/price.js:7:9)',
    '    at price (/app/price.js:7:9) '
  ]) {
    t.same(describeReported(errorWith('a', `Error: a\n${line}`)).stack, [], line)
  }
})

t.test('a stack has so many lines at most', async t => {
  t.equal(describeReported(errorWith('a', `Error: a\n${`${LINE}\n`.repeat(1000)}`)).stack.length, 200)
  const frame = (/** @type {number} */ length) => `    at ${'a'.repeat(length - LINE.length + 5)} (/app/price.js:7:9)`
  t.equal(frame(8000).length, 8000)
  t.same(
    [8000, 8001].map(length => describeReported(errorWith('a', `Error: a\n${frame(length)}`)).stack.length),
    [1, 0]
  )
})

t.test('a function of the application is not taken for the getter of V8, whatever it has lost', async t => {
  const run = () => t.fail('it runs')
  const getter = run.bind(null)
  Reflect.deleteProperty(getter, 'name')
  t.equal(describeReported(Object.defineProperty(new Error('a'), 'stack', { get: getter })).stack, undefined)
})

t.test('an error on the way, in one line', async t => {
  t.equal(errorLine(new TypeError('a')), 'TypeError: a')
  t.equal(errorLine('a'), 'a')
  t.equal(errorLine(null), 'null')
  const get = () => t.fail('it runs')
  t.equal(errorLine(Object.defineProperty(new RangeError('a'), 'message', { get })), 'RangeError: ')
  t.equal(errorLine({ toString: get }), 'Object: ')
})
