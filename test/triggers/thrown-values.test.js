'use strict'
const t = require('tap')
const { UNCAUGHT_THROWS, crashTests } = require('../helpers/crash')
const { matches, matchValue, property, internal } = require('../helpers/match-value')

const LOCALS = { total: 42, user: { name: 'bob' } }
const CHECKOUT = { functionName: 'checkout', variables: { cart: { id: 7 } } }

/** @param {string} subtype */
const hasSubtype = subtype => matches(value => (value?.subtype === subtype ? undefined : `no ${subtype}`))

const isProxy = matches((value, dump, record) => {
  if (value?.subtype !== 'proxy') return 'no Proxy'
  return matchValue(dump, internal(record, '[[Target]]'), { code: 'NO_PRICE' })[0]
})

/** What each kind of value must look like in the dump. */
const THINGS = {
  string: 'no price',
  'empty-string': '',
  null: null,
  undefined,
  number: 42,
  'minus-zero': -0,
  bigint: 10n,
  boolean: false,
  symbol: Symbol('no price'),
  function: matches(value => (value?.type === 'function' ? undefined : 'no function')),
  object: { code: 'NO_PRICE', line: { sku: 'A-9' } },
  'frozen-object': { code: 'NO_PRICE' },
  'null-prototype': matches((value, dump, record) =>
    internal(record, '[[Prototype]]')?.subtype === 'null' &&
    property(/** @type {NonNullable<typeof record>} */ (record), 'code')?.value?.value === 'NO_PRICE'
      ? undefined
      : 'no object without a prototype'
  ),
  array: ['no price', 42],
  'frozen-error': hasSubtype('error'),
  'error-without-stack': hasSubtype('error'),
  'error-of-another-realm': { message: 'no price' },
  'error-prototype': { message: 'no price' },
  proxy: isProxy,
  'proxy-of-error': hasSubtype('proxy'),
  promise: hasSubtype('promise'),
  date: hasSubtype('date')
}

const things = Object.entries(THINGS)

/**
 * Errors whose making is seen have the frame of the function that made them before those of who threw them.
 * @param {string} thing
 * @param {import('../helpers/crash').ExpectedFrame[]} frames
 */
const withMaker = (thing, frames) =>
  ['frozen-error', 'error-without-stack', 'error-of-another-realm'].includes(thing)
    ? [
        ...(thing === 'error-of-another-realm' ? [{ functionName: '' }] : []),
        { functionName: thing, file: 'things-to-throw.js' },
        ...frames
      ]
    : frames

t.test('thrown', async t =>
  crashTests(
    t,
    things.map(([thing, value]) => ({
      name: thing,
      file: 'values/throw.js',
      args: [thing],
      env: UNCAUGHT_THROWS,
      frames: withMaker(thing, [{ functionName: 'priceOf', crashLine: true, variables: LOCALS }, CHECKOUT]),
      exception: { value }
    }))
  )
)

t.test('thrown, while V8 is not asked about throws', async t =>
  crashTests(
    t,
    things
      .filter(([thing]) => !/error/.test(thing))
      .map(([thing, value]) => ({
        name: thing,
        file: 'values/throw.js',
        args: [thing],
        exception: { value },
        notByPause: 'the reason is another one',
        check (t, dump) {
          t.same(dump.callFrames, [])
          t.match(dump.notCaptured, [{ what: 'callFrames', reason: 'unmatched' }])
        }
      }))
  )
)

t.test('thrown in an async function', async t =>
  crashTests(
    t,
    things.map(([thing, value]) => ({
      name: thing,
      file: 'values/reject.js',
      args: [thing],
      trigger: 'unhandledRejection',
      frames: withMaker(thing, [{ functionName: 'checkout', variables: { ...LOCALS, cart: { id: 7 } } }]),
      exception: { value }
    }))
  )
)

t.test('thrown in an async function: the line', async t =>
  crashTests(
    t,
    things.map(([thing]) => ({
      name: thing,
      file: 'values/reject.js',
      args: [thing],
      trigger: 'unhandledRejection',
      frames: withMaker(thing, [{ functionName: 'checkout', crashLine: true }]),
      // The function has ended when the rejection is heard of, and only an Error knows its line.
      todo: /error/.test(thing) ? undefined : 'the frame shows the last await instead of the throw'
    }))
  )
)

t.test('rejected with', async t =>
  crashTests(
    t,
    things.map(([thing, value]) => ({
      name: thing,
      file: 'values/reject-explicitly.js',
      args: [thing],
      trigger: 'unhandledRejection',
      frames: withMaker(thing, [{ functionName: 'refuse', crashLine: true, variables: LOCALS }, {}, CHECKOUT]),
      exception: { value }
    }))
  )
)
