'use strict'
const t = require('tap')
const { crashTests, crashTest, ROOT, UNCAUGHT_THROWS } = require('../helpers/crash')

const LOCALS = { total: 42, user: { name: 'bob' } }
const THROWER = {
  functionName: 'priceOf',
  file: 'crash.js',
  crashLine: true,
  variables: { ...LOCALS, line: { sku: 'A-9' } }
}
const TICK = { functionName: 'tick', variables: { cart: { id: 7 } } }
const CHECKOUT = {
  functionName: 'checkout',
  file: 'crash-later.js',
  crashLine: true,
  variables: { ...LOCALS, cart: { id: 7 } }
}
const NO_PRICE = { className: 'Error', message: 'no price' }

t.test('a worker dies, and with it the process', async t =>
  crashTests(t, [
    {
      name: 'uncaught exception',
      file: 'worker/unlistened.js',
      args: ['crash'],
      inWorker: true,
      frames: [THROWER, TICK],
      exception: NO_PRICE
    },
    {
      name: 'uncaught exception, preloaded by a flag',
      preload: 'flag',
      file: 'worker/unlistened.js',
      args: ['crash'],
      inWorker: true,
      frames: [THROWER, TICK],
      exception: NO_PRICE
    },
    {
      name: 'unhandled rejection',
      file: 'worker/unlistened.js',
      args: ['crash-later'],
      inWorker: true,
      trigger: 'unhandledRejection',
      frames: [CHECKOUT],
      exception: NO_PRICE
    },
    {
      name: 'thrown string',
      file: 'worker/unlistened.js',
      args: ['throw-string'],
      env: UNCAUGHT_THROWS,
      inWorker: true,
      frames: [{ ...CHECKOUT, file: 'throw-string.js' }],
      exception: { value: 'no price' }
    },
    {
      name: 'without a line',
      file: 'worker/unlistened.js',
      args: ['crash'],
      env: { CRASH_COLLECTOR_STDERR: 'none' },
      inWorker: true,
      frames: [THROWER, TICK],
      exception: NO_PRICE
    }
  ])
)

t.test("a worker dies, the process listens to its 'error' event and lives", async t =>
  crashTests(t, [
    {
      name: 'uncaught exception',
      file: 'worker/listened.js',
      args: ['crash'],
      exitCode: 0,
      inWorker: true,
      frames: [THROWER, TICK],
      exception: NO_PRICE
    },
    {
      name: 'with --frozen-intrinsics',
      preload: 'none',
      nodeArgs: ['--frozen-intrinsics'],
      file: 'worker/requires.js',
      // The limit of stacks cannot be changed here, so V8 does not call the hook of constructed errors.
      env: { TEST_PACKAGE: ROOT, ...UNCAUGHT_THROWS },
      exitCode: 0,
      inWorker: true,
      frames: [{ functionName: 'tick', crashLine: true, variables: { total: 42 } }],
      exception: { message: 'no price' }
    },
    {
      name: 'unhandled rejection',
      file: 'worker/listened.js',
      args: ['crash-later'],
      exitCode: 0,
      inWorker: true,
      trigger: 'unhandledRejection',
      frames: [CHECKOUT],
      exception: NO_PRICE
    },
    {
      name: 'handled, and ended by an exit code',
      file: 'worker/exit-code.js',
      exitCode: 0,
      inWorker: true,
      frames: [{ ...THROWER, file: '../handlers/exit-code.js' }],
      exception: { ...NO_PRICE, handled: true }
    }
  ])
)

t.test('what is no crash of a worker', async t =>
  crashTests(t, [
    {
      name: 'handled errors',
      file: 'worker/unlistened.js',
      args: ['handles-errors'],
      exitCode: 0,
      dumps: 0,
      stdout: 'worker done'
    },
    {
      name: 'termination in the middle of errors',
      file: 'worker/terminated.js',
      exitCode: 0,
      dumps: 0,
      stdout: 'terminated with 1\n'.repeat(5)
    },
    {
      name: 'termination where functions begin',
      file: 'worker/terminated-at-calls.js',
      exitCode: 0,
      dumps: 0,
      stdout: 'terminated with 1\n'.repeat(5)
    },
    {
      name: 'worker without the preload',
      file: 'worker/no-options.js',
      exitCode: 0,
      dumps: 0,
      stdout: 'error event: no price\nworker ended with 1\n'
    },
    { name: 'Error.stackTraceLimit in a worker', file: 'worker/limit.js', exitCode: 0, dumps: 0, stdout: /^10 / },
    {
      name: 'the main thread dies and the worker with it',
      file: 'worker/main-crashes.js',
      frames: [{ functionName: 'tick', crashLine: true, variables: LOCALS }],
      exception: NO_PRICE
    }
  ])
)

/** @type {[name: string, file: string, args?: string[], more?: Partial<import('../helpers/crash').CrashCase>][]} */
const BOTH_DIE = [
  ["the listener of the 'error' event throws", 'listener-throws'],
  ['the same text', 'same-text', [], { exception: { value: 'no price' } }],
  ["the same text, as an 'error' event", 'same-text', ['emits']],
  [
    'an error with the same stack',
    'same-error',
    [],
    { frames: [{ functionName: 'priceOf', crashLine: true, variables: { total: 42 } }], exception: NO_PRICE }
  ]
]

for (const [name, file, args, more] of BOTH_DIE) {
  t.test(`a worker dies, then the main thread: ${name}`, async t => {
    /** @type {number[]} */
    const threads = []
    await crashTest(t, {
      name,
      file: `worker/${file}.js`,
      args,
      dumps: 2,
      check: (t, dump) => {
        threads.push(dump.header.threadId)
      },
      ...more
    })
    t.same(threads.sort(), [0, 1], 'a dump of each thread')
  })
}
