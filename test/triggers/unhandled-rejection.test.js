'use strict'
const t = require('tap')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { crashTests } = require('../helpers/crash')
const { matchValue } = require('../helpers/match-value')

const LOCALS = { total: 42, user: { name: 'bob' } }
const LINE = { sku: 'A-9' }
const THROWER = { functionName: 'priceOf', crashLine: true, variables: { ...LOCALS, line: LINE } }
const CHECKOUT = { functionName: 'checkout', variables: { cart: { id: 7 } } }
const CRASHING_CHECKOUT = { functionName: 'checkout', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }
const NO_PRICE = { className: 'Error', message: 'no price' }
const NO_FILE = { className: 'Error', message: /ENOENT: no such file or directory/ }

/** The functions that waited are known only where the addon can read the heap. */
const NEEDS_HEAP = { notByPause: 'a pause does not tell who waits for a promise that a value holds' }

/**
 * @param {string} file below rejection/, without its extension
 * @param {import('../helpers/crash').ExpectedFrame[]} frames
 * @param {import('../helpers/crash').CrashCase['exception']} [exception]
 * @returns {import('../helpers/crash').CrashCase}
 */
const rejection = (file, frames, exception = NO_PRICE) => ({
  name: file,
  file: `rejection/${file}${/\.m?js$/.test(file) ? '' : '.js'}`,
  trigger: 'unhandledRejection',
  frames,
  exception
})

t.test('async functions', async t =>
  crashTests(t, [
    rejection('async-before-await', [THROWER, CHECKOUT, { functionName: 'tick' }]),
    rejection('async-after-await', [
      THROWER,
      { functionName: 'checkout', variables: { cart: { id: 7 }, label: 'cart 7' } }
    ]),
    {
      ...rejection('async-after-await', [THROWER, CHECKOUT]),
      name: 'async-after-await, preloaded by a flag',
      preload: 'flag'
    },
    rejection('async-nested', [THROWER, { functionName: 'checkout', variables: { cart: { id: 7 }, label: 'cart 7' } }]),
    rejection(
      'async-chain',
      [
        { functionName: 'priceOf', crashLine: true, variables: { line: { sku: 'A-9' }, known: 3 } },
        { functionName: 'pricesOf', variables: { lines: [{ sku: 'A-9' }] } },
        { functionName: 'totalOf', this: { id: 7 }, variables: { currency: 'EUR' } },
        { functionName: 'serve', variables: { request: { path: '/order' } } }
      ],
      { className: 'Error', message: 'no price for A-9 among 3' }
    ),
    rejection('async-method', [
      THROWER,
      { functionName: 'checkout', variables: { cart: { id: 7 } }, this: { name: 'corner' } }
    ]),
    rejection('async-listener', [{ functionName: 'onOrder', crashLine: true, variables: LOCALS }]),
    rejection('esm-async.mjs', [CRASHING_CHECKOUT]),
    ...[
      rejection('captured-variables', [
        { functionName: '', crashLine: true },
        { functionName: 'insert', variables: { amount: 500, order: { id: 'o-7' } } },
        { functionName: 'settle', variables: { amount: 500, order: { id: 'o-7' }, state: 'open' } }
      ]),
      rejection('leaves-finally', [
        { functionName: '', crashLine: true },
        { functionName: 'charge', variables: { amount: 500 } },
        { functionName: 'settle', crashLine: '// WAITS', variables: { order: { id: 'o-7' }, state: 'open' } }
      ]),
      rejection('rethrown-later', [
        { functionName: 'settle', crashLine: '// RETHROWN', variables: { order: { id: 'o-7' }, state: 'refused' } },
        { functionName: '', crashLine: true },
        { functionName: 'charge', variables: { amount: 500 } }
      ])
    ].map(each => ({ ...each, ...NEEDS_HEAP })),
    rejection('catch-rethrow', [THROWER, CHECKOUT], { ...NO_PRICE, value: { cartId: 7 } }),
    rejection('class-extends-error', [CRASHING_CHECKOUT], {
      className: 'PriceError',
      message: 'no price for A-9',
      value: { line: LINE }
    })
  ])
)

t.test('promises', async t =>
  crashTests(t, [
    rejection('then', [THROWER, CHECKOUT]),
    rejection('finally', [THROWER, { functionName: 'checkout', variables: { cart: { id: 7 } } }]),
    rejection('executor', [THROWER, { functionName: 'executor', variables: { cart: { id: 7 } } }, CHECKOUT]),
    rejection('late-reject', [
      { functionName: 'refuse', crashLine: true, variables: LOCALS },
      { functionName: 'late', variables: { cart: { id: 7 } } }
    ]),
    rejection('promise-reject', [{ functionName: 'refuse', crashLine: true, variables: LOCALS }, CHECKOUT]),
    rejection('reject-from-callback', [
      { functionName: 'onRead', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }
    ]),
    rejection('reject-created-earlier', [
      { functionName: 'late', crashLine: true, variables: { amount: 42, cart: { id: 7 } } }
    ]),
    rejection('thenable', [{ functionName: 'then', crashLine: true, variables: LOCALS }]),
    rejection('promise-all', [THROWER, { functionName: 'price', variables: { line: LINE } }]),
    rejection('promise-race', [THROWER, { functionName: 'price', variables: { line: LINE } }]),
    rejection('promise-any', [{ ...CHECKOUT, crashLine: 'await Promise.any' }], {
      className: 'AggregateError',
      message: 'All promises were rejected'
    }),
    {
      ...rejection('primitive-again', [], { value: 'timeout' }),
      name: 'of two that were rejected with the same text nothing tells which one is reported',
      check: (t, dump) => {
        t.same(dump.callFrames, [])
        t.match(
          dump.notCaptured.find(({ what }) => what === 'callFrames'),
          { reason: 'unmatched' }
        )
      }
    },
    rejection(
      'primitive-returned',
      [{ functionName: 'reserve', crashLine: true, variables: { cart: { id: 7 }, total: 42 } }],
      { value: 'out of stock' }
    ),
    rejection('several', [
      { functionName: 'priceOf', crashLine: true, variables: { ...LOCALS, line: { sku: 'A-7' } } },
      CHECKOUT
    ])
  ])
)

t.test('who waited for a promise that somebody else keeps', async t =>
  crashTests(t, [
    {
      ...rejection(
        'batch',
        [
          { functionName: '', crashLine: true, variables: { values: [3] } },
          { functionName: 'attach', variables: { post: { slug: 'post-9041-0', authorId: 9041 } } },
          { functionName: 'attach', variables: { post: { slug: 'post-3-1' } } },
          { functionName: 'feed', variables: { tenant: 'acme-eu', ids: [9041, 3] } }
        ],
        { message: 'another number of values' }
      ),
      ...NEEDS_HEAP
    },
    {
      ...rejection(
        'pool',
        [
          { functionName: 'makeError', crashLine: true },
          { functionName: 'receive' },
          { functionName: '' },
          { functionName: 'load', variables: { user: 'noor' } },
          { functionName: 'answer', variables: { path: '/orders' } }
        ],
        { message: 'request 1 failed' }
      ),
      ...NEEDS_HEAP
    },
    {
      ...rejection(
        'plain-object',
        [
          { functionName: 'open', crashLine: true, variables: { amount: 75, basket: { receipt: 'rc-20931' } } },
          { functionName: 'settle', variables: { till: 'till-4', basket: { total: 1500 } } },
          { functionName: 'handler', variables: { receipt: 'rc-20931', basket: { discount: 0.95 } } }
        ],
        { value: { statusCode: 400 } }
      ),
      ...NEEDS_HEAP
    },
    {
      // V8 tells of the outermost promise only, because somebody waits for the others, and by then the functions that
      // waited have ended (docs/caveats.md).
      ...rejection(
        'plain-object-alone',
        [{ functionName: 'handler', crashLine: true, variables: { receipt: 'rc-20931', basket: { discount: 0.95 } } }],
        { value: { statusCode: 400 } }
      ),
      name: 'of what no error was made for, the outermost function'
    }
  ])
)

t.test('a place that is met often', async t =>
  crashTests(t, [
    {
      ...rejection(
        'met-often-awaits.mjs',
        [
          {
            functionName: 'runTurn',
            crashLine: true,
            variables: {
              conversation: { id: 'conv-41c', text: 'window seat, no nu' },
              name: 'book_table',
              args: '{"guests": 4, "note": "window seat, no nu',
              reason: 'length'
            }
          }
        ],
        { className: 'SyntaxError', message: /JSON/ }
      ),
      args: ['150', '2']
    },
    {
      ...rejection(
        'met-often-deep',
        [
          { functionName: 'glyphOf', variables: { char: '\u2033' } },
          { functionName: '' },
          { functionName: 'widthOf', variables: { text: '40 x Adapter 5\u2033' } },
          {
            functionName: 'layOut',
            crashLine: true,
            variables: { label: '40 x Adapter 5\u2033', line: { qty: 40 }, size: 11 }
          },
          { functionName: 'invoicePdf', variables: { invoice: { no: '2026-0417', customer: 'Vega Ltd' } } }
        ],
        { message: 'cannot encode \u2033' }
      ),
      args: ['34', '2']
    }
  ])
)

t.test('what is left to the report is there, after a garbage collection, too', async t =>
  crashTests(t, [
    {
      ...rejection('long-list', [{ functionName: 'pick', crashLine: true, variables: { index: 150 } }], {
        message: /Cannot read properties of undefined/
      }),
      nodeArgs: ['--expose-gc', '--stress-compaction'],
      notByPause: 'a pause reads at once',
      async check (t, { file }) {
        const dump = await openDump(file)
        const rows = dump
          .scope(dump.callFrames[0].scopeChain[0])
          .variables.find(({ name }) => name === 'rows')
        const element = dump.object(rows?.value?.objectId ?? '')?.properties.find(({ name }) => name === '150')
        t.match(dump.object(element?.value?.objectId ?? '')?.properties, [{ name: 'i', value: { value: 150 } }])
      }
    }
  ])
)

t.test('iteration and streams', async t =>
  crashTests(t, [
    rejection('for-await', [THROWER, CHECKOUT]),
    rejection('for-await-stream', [{ ...CRASHING_CHECKOUT, variables: { ...CRASHING_CHECKOUT.variables, chunk: 7 } }]),
    rejection('async-generator', [{ functionName: 'prices', crashLine: true, variables: { ...LOCALS, line: LINE } }]),
    rejection('pipeline-promise', [
      { functionName: 'transform', crashLine: true, variables: LOCALS },
      { functionName: 'checkout', variables: { cart: { id: 7 } } }
    ]),
    ...['read', 'source', 'generator'].map(kind => ({
      ...rejection(
        'pipeline-waits',
        [
          { crashLine: `// CRASH ${kind}`, variables: { total: 42 } },
          { functionName: 'checkout', variables: { cart: { id: 7 }, user: { name: 'bob' } } },
          { functionName: 'main', variables: { shop: 'corner' } }
        ],
        { className: 'Error', message: /^no price 42/ }
      ),
      name: `pipeline-waits: ${kind}`,
      args: [kind],
      /** @type {NonNullable<import('../helpers/crash').CrashCase['check']>} */
      check (t, dump) {
        const awaiting = dump.callFrames.filter(frame => frame.role === 'awaiting' && !frame.internal)
        t.same(
          awaiting.map(frame => frame.functionName),
          ['checkout', 'main'],
          'those that wait, where they wait'
        )
      }
    })),
    rejection('events-once', [{ functionName: 'refuse', crashLine: true, variables: LOCALS }])
  ])
)

t.test("errors of Node.js, with the awaiting function's state", async t =>
  crashTests(t, [
    rejection(
      'fs-promises',
      [{ functionName: 'readPrices', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }],
      NO_FILE
    ),
    rejection(
      'fs-promises-nested',
      [
        { functionName: 'readPrices', variables: { file: 'no-such-file', shop: { name: 'corner' } } },
        CRASHING_CHECKOUT
      ],
      NO_FILE
    ),
    rejection('fs-promises-then', [], NO_FILE),
    {
      ...rejection(
        'fs-promises-block',
        [
          {
            functionName: 'checkout',
            crashLine: true,
            variables: { cart: { id: 7 }, line: 'file', user: { name: 'bob' }, name: 'no-such-file' }
          }
        ],
        NO_FILE
      ),
      notOn: { 26: 'fs.promises makes its errors in a callback there' }
    },
    rejection(
      'promisify',
      [{ functionName: 'readPrices', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }],
      NO_FILE
    ),
    {
      ...rejection(
        'promisify-block',
        [{ functionName: 'checkout', crashLine: true, variables: { cart: { id: 7 } } }],
        NO_FILE
      ),
      // What the dump has not, a reader says; without that, `name` would be the module's.
      async check (t, dump) {
        const { scopeChain } = (await openDump(dump.file)).callFrames[0]
        t.same(
          scopeChain.slice(0, 3).map(({ type, variables }) => [type, variables]),
          [
            ['block', [{ name: 'name', notCapturedReason: 'blockLeft' }]],
            ['block', [{ name: 'line', notCapturedReason: 'blockLeft' }]],
            ['local', dump.callFrames[0].scopeChain[0].variables]
          ]
        )
      }
    },
    {
      ...rejection(
        'fetch',
        [{ functionName: 'loadPrices', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }],
        { className: 'TypeError', message: 'fetch failed' }
      ),
      normalise: text => text.replace(/127\.0\.0\.1:\d+|port: \d+/g, '<port>')
    },
    // At which of its two awaits it stopped is not known: docs/caveats.md.
    rejection('fetch-json', [{ functionName: 'loadPrices', variables: { ...LOCALS, cart: { id: 7 } } }], {
      className: 'SyntaxError',
      message: /not valid JSON/
    }),
    rejection('abort-signal', [CRASHING_CHECKOUT], { className: 'AbortError', message: /aborted/ }),
    rejection('dynamic-import', [CRASHING_CHECKOUT], { message: /Cannot find module/ })
  ])
)

/** The functions that awaited what failed, one behind the other. */
const AWAITING = [
  { functionName: 'loadPrice', crashLine: true, variables: { line: LINE, attempt: { number: 1 } } },
  { functionName: 'loadPrices', variables: { lines: [LINE], currency: 'EUR' } },
  { functionName: 'serve', variables: { request: { path: '/order' } } }
]
const ANSWER = { functionName: 'answer', variables: { query: { text: 'select' } }, this: { queue: [] } }

t.test('a failure in a callback, with all functions that await it', async t =>
  crashTests(t, [
    ...Object.entries({
      all: NO_FILE,
      body: { className: 'SyntaxError', message: /not valid JSON/ },
      connect: { className: 'Error', message: /ECONNREFUSED/ },
      dns: { className: 'Error', message: /ENOTFOUND no-such-host-x/ },
      execFile: { className: 'Error', message: /Command failed: false/ },
      fetch: { className: 'TypeError', message: 'fetch failed' },
      gunzip: { className: 'Error', message: 'incorrect header check' },
      once: { className: 'Error', message: /ECONNREFUSED/ },
      race: NO_FILE,
      readFile: NO_FILE,
      request: { className: 'Error', message: /ECONNREFUSED/ }
    }).map(([way, exception]) => ({
      ...rejection('fails-elsewhere', AWAITING, exception),
      name: `fails-elsewhere, ${way}`,
      args: [way],
      // Which of two events is the last of a child, and is on Node.js's stack, is a race.
      normalise:
        way === 'execFile'
          ? (/** @type {string} */ text) => text.replace(/\n {4}at [^\n]*?(?= \{\n|\n)/g, '')
          : undefined
    })),
    {
      ...rejection('fails-elsewhere', [ANSWER, {}, ...AWAITING.map(frame => ({ ...frame, crashLine: undefined }))]),
      name: 'fails-elsewhere, driver',
      args: ['driver']
    },
    {
      ...rejection('fails-elsewhere', [
        ANSWER,
        { functionName: '' },
        ...AWAITING.map(frame => ({ ...frame, crashLine: undefined }))
      ]),
      name: 'fails-elsewhere, restacked',
      args: ['restacked']
    },
    { ...rejection('fails-elsewhere-caught', [CRASHING_CHECKOUT]) }
  ])
)

const INVOICE = [
  { functionName: 'loadTemplate', crashLine: true, variables: { tenant: 'acme', name: 'no-such-directory/acme.html' } },
  { functionName: 'renderInvoice', variables: { order: { id: 17 }, attempt: { number: 1 } } },
  { functionName: 'main' }
]

t.test('a failure like many before it', async t =>
  crashTests(
    t,
    Object.entries({
      package: { className: 'Error', message: 'refused: no-such-directory/acme.html' },
      readFile: NO_FILE
    }).map(([way, exception]) => ({
      ...rejection(
        'fails-elsewhere-again',
        way === 'package'
          ? [
              { functionName: '', variables: { text: 'no-such-directory/acme.html' } },
              ...INVOICE.map(frame => ({ ...frame, crashLine: undefined }))
            ]
          : INVOICE,
        exception
      ),
      name: `fails-elsewhere-again, ${way}`,
      args: [way],
      notOn:
        way === 'readFile'
          ? { 26: 'fs.promises makes its errors in a callback there, outside of any promise' }
          : undefined
    }))
  )
)

t.test('a failure that was tried before by the same call', async t =>
  crashTests(t, [
    {
      ...rejection(
        'fails-elsewhere-retried',
        [
          { functionName: 'load', variables: { attempt: 17 } },
          { functionName: 'main', variables: { started: { by: 'main' } } }
        ],
        NO_FILE
      ),
      check: (t, dump) => {
        const attempts = dump.callFrames
          .flatMap(frame => frame.scopeChain)
          .flatMap(scope => dump.scope(scope).variables)
          .filter(({ name }) => name === 'attempt')
        t.same(
          attempts.filter(({ value }) => value?.value !== undefined && value.value !== 17),
          [],
          'no frame shows an earlier attempt'
        )
      }
    }
  ])
)

const ASYNC_FUNCTION = { functionName: 'serve', variables: { request: { path: '/order' }, label: 'cart 7' } }
// V8 announces no error while the limit is the one that it compares with, or none; then the functions that the
// rejecting async function had called are gone when the rejection is heard of.
const UNANNOUNCED = 'the inner frames are lost while Error.stackTraceLimit is 0, 11 or no number'

t.test('stack traces', async t => {
  crashTests(t, [
    rejection('stack-trace-limit-infinity', [THROWER, CHECKOUT, ASYNC_FUNCTION]),
    rejection('prepare-stack-trace', [THROWER, CHECKOUT, ASYNC_FUNCTION])
  ])
  for (const limit of ['0', '11', 'deleted']) {
    crashTests(t, [
      { ...rejection(`stack-trace-limit-${limit}`, []), check: hasVariables },
      {
        ...rejection(`stack-trace-limit-${limit}`, [THROWER, CHECKOUT, ASYNC_FUNCTION]),
        name: `stack-trace-limit-${limit}, all frames`,
        todo: UNANNOUNCED
      }
    ])
  }
})

/** @type {NonNullable<import('../helpers/crash').CrashCase['check']>} */
function hasVariables (t, dump) {
  const frame = dump.callFrames.find(each => each.functionName === 'serve')
  t.ok(frame, 'the rejecting async function is there')
  const request = frame?.scopeChain
    .flatMap(scope => dump.scope(scope).variables)
    .find(each => each.name === 'request')?.value
  t.same(matchValue(dump, request, { path: '/order' }), [])
}

t.test('--unhandled-rejections', async t =>
  crashTests(t, [
    {
      ...rejection('async-after-await', [THROWER, CHECKOUT]),
      name: 'throw',
      nodeArgs: ['--unhandled-rejections=throw']
    },
    {
      ...rejection('async-after-await', [THROWER, CHECKOUT]),
      name: 'strict',
      nodeArgs: ['--unhandled-rejections=strict']
    },
    {
      ...rejection('async-after-await', [THROWER, CHECKOUT]),
      name: 'strict, by NODE_OPTIONS',
      env: { NODE_OPTIONS: '--unhandled-rejections=strict' }
    },
    {
      ...rejection('async-after-await', []),
      name: 'warn: the process lives',
      nodeArgs: ['--unhandled-rejections=warn'],
      exitCode: 0,
      dumps: 0
    },
    {
      ...rejection('async-after-await', []),
      name: 'none: the process lives',
      nodeArgs: ['--unhandled-rejections=none'],
      exitCode: 0,
      dumps: 0
    },
    // The process lives on to its end, and its exit code is 1. The value is not reported, but it was printed.
    {
      ...rejection('async-after-await', []),
      name: 'warn-with-error-code',
      nodeArgs: ['--unhandled-rejections=warn-with-error-code'],
      trigger: 'caught',
      notByPause: 'at the end of the process nothing can be captured by a pause'
    }
  ])
)
