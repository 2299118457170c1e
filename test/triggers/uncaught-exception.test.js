'use strict'
const t = require('tap')
const { UNCAUGHT_THROWS, crashTests } = require('../helpers/crash')
const { CHECKOUT, LOCALS, NO_PRICE, THROWER } = require('../helpers/uncaught-cases')
const { buildAddon } = require('../helpers/build-addon')
const { matches } = require('../helpers/match-value')

const TICK = { functionName: 'tick', variables: { cart: { id: 7 }, label: 'cart 7', line: { sku: 'A-9' } } }

/** @param {string} name */
const tick = name => ({ name, file: `uncaught/${name}.js`, frames: [THROWER, TICK], exception: NO_PRICE })

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
    name: 'the program itself has a syntax error, so nothing of it runs',
    file: 'uncaught/syntax-error-inner.txt',
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
  env: UNCAUGHT_THROWS,
  frames: [
    { functionName: 'later' },
    { functionName: kind },
    { functionName: 'priceOf', variables: { total: 42, line: { count: 7 } } },
    { functionName: 'checkout', crashLine: true, variables: { user: { name: 'bob' } } }
  ],
  exception: { message: 'no price' },
  ...(kind === 'old' && { notByPause: 'it is captured at the throw alone, where constructors are on the stack' })
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

t.before(() => {
  const env = { TEST_ADDON: buildAddon('throwing') }
  for (const each of ERRORS_OF_OTHERS) if (each.file.includes('/addon-')) each.env = env
})
t.test('ordinary code', async t => crashTests(t, ORDINARY))
t.test('modules', async t => crashTests(t, [...MODULES, ...['old', 'new', 'object'].map(vmStackTrace)]))
t.test('events and streams', async t => crashTests(t, EVENTS_AND_STREAMS))
t.test('errors of others', async t => crashTests(t, ERRORS_OF_OTHERS))
