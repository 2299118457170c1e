'use strict'
// Uncaught exceptions are captured in every way in which the language can throw, and with unusual error objects.

const t = require('tap')
const { UNCAUGHT_THROWS, crashTests } = require('../helpers/crash')
const { CHECKOUT, LOCALS, NO_PRICE, THROWER } = require('../helpers/uncaught-cases')
const { matchValue } = require('../helpers/match-value')

/**
 * @param {string} name of the case
 * @param {string} program
 * @returns {import('../helpers/crash').CrashCase}
 */
const noPrice = (name, program) => ({
  name,
  file: `uncaught/${program}.js`,
  frames: [THROWER, CHECKOUT],
  exception: NO_PRICE
})

/**
 * @param {string} reason
 * @returns {NonNullable<import('../helpers/crash').CrashCase['check']>}
 */
const lacksFrames = reason => (t, dump) => {
  t.same(dump.callFrames, [], 'no frames')
  t.match(
    dump.notCaptured.find(({ what }) => what === 'callFrames'),
    { reason },
    'why'
  )
}

/** @type {import('../helpers/crash').CrashCase[]} */
const LANGUAGE = [
  {
    name: 'method of a class',
    file: 'uncaught/class-method.js',
    frames: [
      { functionName: 'price', crashLine: true, variables: LOCALS, this: { name: 'corner' } },
      { functionName: 'open', variables: { cart: { id: 7 }, shop: { name: 'corner' } } },
      CHECKOUT
    ],
    exception: NO_PRICE
  },
  {
    name: 'callback of an array method',
    file: 'uncaught/array-callback.js',
    frames: [
      { crashLine: true, variables: { total: 42, i: 1, line: { sku: 'A-9' } } },
      { functionName: 'checkout', variables: { user: { name: 'bob' }, cart: { id: 7 } } }
    ],
    exception: NO_PRICE
  },
  {
    name: 'generator',
    file: 'uncaught/generator.js',
    frames: [{ functionName: 'prices', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'getter',
    file: 'uncaught/getter.js',
    frames: [{ functionName: 'get price', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'domain without an error listener',
    file: 'uncaught/domain.js',
    frames: [THROWER, { functionName: 'tick', variables: { cart: { id: 7 } } }],
    exception: NO_PRICE
  },
  noPrice('error that leaves its maker out of its stack', 'capture-stack-trace'),
  {
    name: 'class that extends Error',
    file: 'uncaught/class-extends-error.js',
    frames: [THROWER, CHECKOUT],
    exception: { className: 'PriceError', message: 'no price', value: { line: { sku: 'A-9' }, name: 'PriceError' } }
  },
  noPrice('frozen Error', 'frozen-error'),
  {
    name: 'created in one turn, thrown in a later one',
    file: 'uncaught/created-earlier.js',
    env: UNCAUGHT_THROWS,
    frames: [{ functionName: 'late', crashLine: true, variables: { amount: 42, cart: { id: 7 } } }],
    exception: NO_PRICE
  },
  // The innermost frame overflowed while it was made, and has no variables yet.
  {
    name: 'stack overflow',
    file: 'uncaught/stack-overflow.js',
    frames: [
      { functionName: 'descend' },
      { functionName: 'descend', crashLine: true, variables: { user: { name: 'bob' } } }
    ],
    exception: { className: 'RangeError', message: 'Maximum call stack size exceeded' }
  },
  {
    name: 'stack overflow of a function with a closure',
    file: 'uncaught/stack-overflow-closure.js',
    frames: [],
    exception: { className: 'RangeError', message: 'Maximum call stack size exceeded' }
  },
  {
    name: 'stack overflow that is caught and reported by Node.js',
    file: 'uncaught/after-overflow.js',
    args: ['again'],
    exception: { className: 'RangeError' },
    frames: [{ functionName: 'descend' }, { functionName: 'descend' }]
  },
  {
    name: 'no frames, after the stack overflow of another error',
    file: 'uncaught/after-overflow.js',
    exception: { value: 'no price' },
    check: lacksFrames('unmatched')
  },
  {
    name: 'too many arguments',
    file: 'uncaught/too-many-arguments.js',
    frames: [
      { functionName: 'largest', crashLine: true, variables: { currency: 'EUR' } },
      { functionName: 'checkout', variables: { user: { name: 'bob' } } }
    ],
    exception: { className: 'RangeError', message: 'Maximum call stack size exceeded' }
  },
  noPrice('Error.stackTraceLimit = 0', 'stack-trace-limit-0'),
  { ...noPrice('Error.stackTraceLimit = 11', 'stack-trace-limit-11'), env: UNCAUGHT_THROWS },
  noPrice('Error.stackTraceLimit = Infinity', 'stack-trace-limit-infinity'),
  { ...noPrice('Error.stackTraceLimit deleted', 'stack-trace-limit-deleted'), env: UNCAUGHT_THROWS },
  noPrice('Error.prepareStackTrace', 'prepare-stack-trace'),
  noPrice('Error.prepareStackTrace that throws', 'prepare-stack-trace-throws'),
  {
    name: 'a message that is longer than a dump may be',
    file: 'uncaught/long-message.js',
    env: { CRASH_COLLECTOR_MAX_BYTES: '80KB' },
    frames: [{ functionName: 'price', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: { message: /^Command failed: npm error/ },
    check (t, dump) {
      t.same(
        dump.notCaptured.filter(({ reason }) => reason === 'bytes'),
        [],
        'nothing is displaced'
      )
      const { message, messageLength, description, stack } = dump.exception ?? {}
      t.same([message?.length, messageLength, description?.length], [10_000, 45_016, 10_000])
      t.match(stack?.[0], { functionName: 'price', url: /long-message\.js$/ })
    }
  },
  {
    name: 'a stack that takes long to be read',
    file: 'uncaught/hostile-stack.js',
    env: { CRASH_COLLECTOR_DEADLINE_MS: '10000', ...UNCAUGHT_THROWS },
    frames: [{ functionName: 'checkout', crashLine: true, variables: { total: 42 } }],
    check (t, dump) {
      t.match(dump.exception?.stack, [{ functionName: 'price', url: '/app/price.js', lineNumber: 6, columnNumber: 8 }])
      t.same(
        dump.notCaptured.filter(({ what, reason }) => reason === 'timeout' && what !== 'asyncTasks'),
        [],
        'the time is left for what follows'
      )
    }
  },
  {
    name: 'frames that reach more than captures may take together, and a cause',
    file: 'uncaught/big-closure.js',
    notByPause: 'what a pause has found is kept by JavaScript, within snapshotsMaxBytes',
    frames: [{ functionName: 'packParcel', crashLine: true, variables: { parcel: 'parcel 150' } }],
    check (t, dump) {
      const frame = dump.allCallFrames.find(({ error, functionName }) => error === 1 && functionName === 'countStock')
      const variables = frame?.scopeChain[0].variables ?? []
      const counted = variables.find(({ name }) => name === 'counted')?.value
      t.same(matchValue(dump, counted, { item: 'tea', missing: 3 }, 'counted'), [], 'the frames of the cause are there')
    }
  }
]

t.test('uncaught in the ways of the language', async t => crashTests(t, LANGUAGE))
