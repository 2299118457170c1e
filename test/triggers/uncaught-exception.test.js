'use strict'
const t = require('tap')
const { crashTests } = require('../helpers/crash')
const { buildAddon } = require('../helpers/build-addon')
const { matchValue, matches } = require('../helpers/match-value')

const THROWER = {
  functionName: 'priceOf',
  crashLine: true,
  variables: { total: 42, user: { name: 'bob' }, line: { sku: 'A-9' } }
}
const CHECKOUT = { functionName: 'checkout', variables: { cart: { id: 7 } } }
const TICK = { functionName: 'tick', variables: { cart: { id: 7 }, label: 'cart 7', line: { sku: 'A-9' } } }
const NO_PRICE = { className: 'Error', message: 'no price' }
const LOCALS = { total: 42, user: { name: 'bob' } }

/** @param {string} name */
const tick = name => ({ name, file: `uncaught/${name}.js`, frames: [THROWER, TICK], exception: NO_PRICE })

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
const ORDINARY = [
  {
    name: 'top level of a CommonJS module',
    file: 'uncaught/top-level.js',
    frames: [
      THROWER,
      { functionName: 'checkout', variables: { cart: { id: 7 }, label: 'cart 7', line: { sku: 'A-9' } } },
      {
        functionName: '',
        variables: { checkout: matches(value => (value?.type === 'function' ? undefined : 'not the function')) }
      }
    ],
    exception: NO_PRICE
  },
  {
    name: 'preloaded by a flag',
    preload: 'flag',
    file: 'uncaught/top-level.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  tick('set-timeout'),
  { ...tick('set-timeout'), name: 'set-timeout, preloaded by a flag', preload: 'flag' },
  tick('set-interval'),
  tick('set-immediate'),
  tick('next-tick'),
  tick('queue-microtask'),
  tick('queue-microtask-between-timers'),
  tick('signal-listener'),
  tick('before-exit'),
  tick('exit-listener'),
  {
    name: 'HTTP server',
    file: 'uncaught/http-server.js',
    frames: [THROWER, { functionName: 'onRequest', variables: { cart: { id: 7 } } }],
    exception: NO_PRICE
  },
  {
    name: 'AsyncLocalStorage',
    file: 'uncaught/async-local-storage.js',
    frames: [THROWER, { functionName: 'tick', variables: { cart: { id: 7 } } }],
    exception: NO_PRICE
  },
  {
    name: 'child process that inherits NODE_OPTIONS',
    file: 'uncaught/fork.js',
    exitCode: 0,
    inChild: true,
    frames: [{ ...THROWER, file: 'set-timeout.js' }, TICK]
  }
]

/** @type {import('../helpers/crash').CrashCase[]} */
const MODULES = [
  {
    name: 'top level of an ES module',
    file: 'uncaught/top-level-esm.mjs',
    trigger: 'unhandledRejection',
    frames: [{ crashLine: true, variables: LOCALS, scopes: { module: LOCALS } }],
    exception: NO_PRICE
  },
  {
    name: 'directly after a top-level await',
    file: 'uncaught/directly-after-top-level-await.mjs',
    trigger: 'unhandledRejection',
    frames: [{ crashLine: true, variables: LOCALS }],
    exception: NO_PRICE
  },
  {
    name: 'function called after a top-level await',
    file: 'uncaught/after-top-level-await.mjs',
    trigger: 'unhandledRejection',
    frames: [
      { functionName: 'priceOf', crashLine: true, variables: { total: 42, line: { sku: 'A-9' } } },
      { variables: { cart: { id: 7 }, line: { sku: 'A-9' }, user: { name: 'bob' } } }
    ],
    exception: NO_PRICE
  },
  {
    name: 'dependency of an ES module',
    file: 'uncaught/esm-dependency.mjs',
    trigger: 'unhandledRejection',
    frames: [
      {
        functionName: 'priceOf',
        file: 'esm-dependency-inner.mjs',
        crashLine: true,
        variables: { total: 42, line: { sku: 'A-9' } }
      },
      { file: 'esm-dependency-inner.mjs', variables: LOCALS }
    ],
    exception: NO_PRICE
  },
  {
    name: 'timer in an ES module',
    file: 'uncaught/esm-timer.mjs',
    frames: [{ functionName: 'tick', crashLine: true, variables: LOCALS }],
    exception: NO_PRICE
  },
  {
    name: 'import of a missing module',
    file: 'uncaught/import-missing.mjs',
    trigger: 'unhandledRejection',
    exception: { message: /Cannot find module/ }
  },
  {
    name: 'require of a missing module',
    file: 'uncaught/require-missing.js',
    frames: [{ ...THROWER, functionName: 'priceOf' }, CHECKOUT],
    exception: { className: 'Error', message: /Cannot find module/ }
  },
  {
    name: 'require of a module with a syntax error',
    file: 'uncaught/require-syntax-error.js',
    frames: [THROWER, CHECKOUT],
    exception: { className: 'SyntaxError', message: "Unexpected token '='" }
  },
  {
    name: 'eval',
    file: 'uncaught/eval.js',
    frames: [{ variables: { rate: 2, ...LOCALS } }, THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'function from another vm script',
    file: 'uncaught/vm-this-context.js',
    frames: [
      { functionName: 'priceOf', variables: LOCALS },
      { ...CHECKOUT, crashLine: true }
    ],
    exception: NO_PRICE
  },
  {
    name: 'vm.runInThisContext',
    file: 'uncaught/vm-run.js',
    frames: [
      { variables: { rate: 2 } },
      { functionName: 'checkout', crashLine: true, variables: { cart: { id: 7 }, ...LOCALS } }
    ],
    exception: NO_PRICE
  },
  {
    name: 'vm.runInNewContext',
    file: 'uncaught/vm-new-context.js',
    frames: [
      { functionName: 'priceOf', variables: { rate: 2 } },
      {},
      { functionName: 'checkout', crashLine: true, variables: { cart: { id: 7 }, ...LOCALS } }
    ],
    exception: { className: 'Error', message: 'no price' }
  }
]

/**
 * @param {string} kind
 * @returns {import('../helpers/crash').CrashCase}
 */
const vmStackTrace = kind => ({
  name: `Error.captureStackTrace in a vm context: ${kind}`,
  file: 'uncaught/vm-capture-stack-trace.js',
  args: [kind],
  frames: [
    { functionName: 'later' },
    { functionName: kind },
    { functionName: 'priceOf', variables: { total: 42, line: { count: 7 } } },
    { functionName: 'checkout', crashLine: true, variables: { user: { name: 'bob' } } }
  ],
  exception: { message: 'no price' }
})

/** @type {import('../helpers/crash').CrashCase[]} */
const EVENTS_AND_STREAMS = [
  {
    name: 'listener of an emitter',
    file: 'uncaught/emitter-listener.js',
    frames: [{ functionName: 'onOrder', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: "'error' event without a listener",
    file: 'uncaught/emitter-error.js',
    frames: [{ functionName: 'refuse', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: { className: 'Error', message: 'no price for bob' }
  },
  {
    name: "'error' event with a string",
    file: 'uncaught/emitter-error-string.js',
    frames: [{ functionName: 'refuse', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: { message: /no price for bob/ }
  },
  {
    name: "'data' listener of a stream",
    file: 'uncaught/stream-data.js',
    frames: [{ functionName: 'onData', crashLine: true, variables: LOCALS }],
    exception: NO_PRICE
  },
  {
    name: "'error' event of a stream in a later tick",
    file: 'uncaught/stream-error.js',
    frames: [{ functionName: 'refuse', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'callback of pipeline()',
    file: 'uncaught/pipeline-callback.js',
    frames: [{ functionName: 'finished', crashLine: true, variables: LOCALS }],
    exception: NO_PRICE
  },
  {
    name: 'transform in a pipeline',
    file: 'uncaught/pipeline-transform.js',
    frames: [{ functionName: 'transform', crashLine: true, variables: LOCALS }],
    exception: NO_PRICE,
    notOn: { 24: 'pipeline() hands it to its callback', 26: 'pipeline() hands it to its callback' }
  }
]

/** @type {import('../helpers/crash').CrashCase[]} */
const ERRORS_OF_OTHERS = [
  {
    name: 'JSON.parse',
    file: 'uncaught/json-parse.js',
    frames: [{ functionName: 'parse', crashLine: true, variables: { ...LOCALS, text: '<!doctype html>' } }, CHECKOUT],
    exception: { className: 'SyntaxError', message: /not valid JSON/ }
  },
  {
    name: 'property of undefined',
    file: 'uncaught/null-property.js',
    frames: [THROWER, CHECKOUT],
    exception: { className: 'TypeError', message: /reading 'price'/ }
  },
  {
    name: 'assert',
    file: 'uncaught/assert.js',
    frames: [THROWER, CHECKOUT],
    exception: { className: 'AssertionError', message: /strictly equal/ }
  },
  {
    name: 'fs.readFileSync',
    file: 'uncaught/fs-sync.js',
    frames: [THROWER, CHECKOUT],
    exception: { className: 'Error', message: /ENOENT/ }
  },
  {
    name: 'wrong argument of a Node.js function',
    file: 'uncaught/invalid-argument.js',
    frames: [THROWER, CHECKOUT],
    exception: { message: /"path" argument/ }
  },
  {
    name: 'structuredClone',
    file: 'uncaught/structured-clone.js',
    frames: [THROWER, CHECKOUT],
    exception: { className: 'DOMException', description: /could not be cloned/ }
  },
  {
    name: 'addon that throws',
    file: 'uncaught/addon-throw.js',
    frames: [{ functionName: 'price', crashLine: true, variables: LOCALS }, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'function called by an addon',
    file: 'uncaught/addon-callback.js',
    frames: [THROWER, {}, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'trap in WebAssembly',
    file: 'uncaught/wasm-trap.js',
    exception: { className: 'RuntimeError', message: 'unreachable' },
    frames: [{}, { functionName: 'checkout', crashLine: true, variables: { cart: { id: 7 }, ...LOCALS } }]
  }
]

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
  {
    name: 'error that leaves its maker out of its stack',
    file: 'uncaught/capture-stack-trace.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'class that extends Error',
    file: 'uncaught/class-extends-error.js',
    frames: [THROWER, CHECKOUT],
    exception: { className: 'PriceError', message: 'no price', value: { line: { sku: 'A-9' }, name: 'PriceError' } }
  },
  { name: 'frozen Error', file: 'uncaught/frozen-error.js', frames: [THROWER, CHECKOUT], exception: NO_PRICE },
  {
    name: 'created in one turn, thrown in a later one',
    file: 'uncaught/created-earlier.js',
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
  {
    name: 'Error.stackTraceLimit = 0',
    file: 'uncaught/stack-trace-limit-0.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'Error.stackTraceLimit = 11',
    file: 'uncaught/stack-trace-limit-11.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'Error.stackTraceLimit = Infinity',
    file: 'uncaught/stack-trace-limit-infinity.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'Error.stackTraceLimit deleted',
    file: 'uncaught/stack-trace-limit-deleted.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'Error.prepareStackTrace',
    file: 'uncaught/prepare-stack-trace.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
  {
    name: 'Error.prepareStackTrace that throws',
    file: 'uncaught/prepare-stack-trace-throws.js',
    frames: [THROWER, CHECKOUT],
    exception: NO_PRICE
  },
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
    env: { CRASH_COLLECTOR_DEADLINE_MS: '10000' },
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
    frames: [{ functionName: 'packParcel', crashLine: true, variables: { parcel: 'parcel 150' } }],
    check (t, dump) {
      const frame = dump.allCallFrames.find(({ error, functionName }) => error === 1 && functionName === 'countStock')
      const variables = frame?.scopeChain[0].variables ?? []
      const counted = variables.find(({ name }) => name === 'counted')?.value
      t.same(matchValue(dump, counted, { item: 'tea', missing: 3 }, 'counted'), [], 'the frames of the cause are there')
    }
  }
]

t.before(() => {
  const env = { TEST_ADDON: buildAddon('throwing') }
  for (const each of ERRORS_OF_OTHERS) if (each.file.includes('/addon-')) each.env = env
})
t.test('ordinary code', async t => crashTests(t, ORDINARY))
t.test('modules', async t => crashTests(t, [...MODULES, ...['old', 'new', 'object'].map(vmStackTrace)]))
t.test('events and streams', async t => crashTests(t, EVENTS_AND_STREAMS))
t.test('errors of others', async t => crashTests(t, ERRORS_OF_OTHERS))
t.test('language', async t => crashTests(t, LANGUAGE))
