'use strict'
// An application sees the same process with and without the collector. The programs print all that could reveal the
// collector, and helpers/crash.js compares the bytes of both runs.
const t = require('tap')
const { crashTests, ROOT, UNCAUGHT_THROWS } = require('../helpers/crash')
const { matches } = require('../helpers/match-value')
const { IS_PREBUILT } = require('../helpers/run-node')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const TOTAL = { variables: { total: 42 }, crashLine: true }
const CHECKOUT = { functionName: 'checkout', ...TOTAL }
const NO_PRICE = { className: 'Error', message: 'no price' }
const CANARY = { className: 'CanaryError' }
const PROXY = { className: 'Proxy' }
// docs/caveats.md: V8 tells each session of the process that has its debugger enabled.
const withoutPauses = (/** @type {string} */ text) => text.replace(/^paused: .*\n/gm, '')
// The constructor of Node.js's own inspector.Session looks methods up on built-in prototypes.
const withoutNodesOwn = (/** @type {string} */ text) => text.replace(/^canary: .*\n/gm, '')
const ALWAYS = { CRASH_COLLECTOR_MODE: 'always' }
const THROWS_DEPRECATIONS = { nodeArgs: ['--pending-deprecation', '--throw-deprecation'] }
const ADDITIONS = { stdout: '42 function function function' }

/**
 * @param {string} name
 * @param {string} file
 * @param {string[]} args
 * @param {Partial<CrashCase>} [more]
 * @returns {CrashCase}
 */
const same = (name, file, args, more = {}) => ({ name, file: `unchanged/${file}.js`, args, ...more })

/**
 * @param {string} name
 * @param {string} file
 * @param {string[]} args
 * @param {Partial<CrashCase>} [more]
 */
const lives = (name, file, args, more = {}) => same(name, file, args, { exitCode: 0, dumps: 0, ...more })

t.test('what the application sees', async t =>
  crashTests(t, [
    lives('listeners, limits, errors, caches, globals', 'observability', []),
    same('the same until it dies', 'observability', ['crash'], { trigger: 'unhandledRejection', exception: NO_PRICE }),
    lives('with the collector off', 'observability', [], { env: { CRASH_COLLECTOR_MODE: 'off' } }),
    lives('stacks of handled errors', 'stacks', [], { stdout: 'TypeError: late' }),
    // Without Node.js's code caches, which take a prebuilt addon, V8 of Node.js 20 gives its functions other names.
    ...(IS_PREBUILT ? [lives('the stack of an error in a worker', 'worker-stack', [], { stdout: 'Error: here' })] : []),
    lives('stacks of errors in vm contexts', 'vm-stacks', [], { stdout: '10 11' }),
    lives('the same under a limit of the user', 'vm-stacks', [], {
      nodeArgs: ['--stack-trace-limit=50'],
      stdout: '50 '
    }),
    lives('errors that were printed and collected', 'collected-errors', [], {
      nodeArgs: ['--expose-gc'],
      stdout: '0\n'
    }),
    lives('what it has added to built-in prototypes', 'closed-prototypes', ['open'], ADDITIONS),
    lives(
      'what it has added to built-in prototypes, which are closed then',
      'closed-prototypes',
      ['closed'],
      ADDITIONS
    ),
    lives('the same in mode always', 'closed-prototypes', ['closed'], { ...ADDITIONS, env: ALWAYS }),
    same('time limits that are over in a capture', 'time-limit', [], {
      stdout: '20 function\ntrue\n',
      frames: [CHECKOUT]
    }),
    same('time limits that end in a capture by a pause', 'time-limit', [], {
      env: { CRASH_COLLECTOR_FALLBACK: 'on' },
      stdout: '20 function\ntrue\n',
      frames: [CHECKOUT]
    }),
    same('time limits that end capture() by a pause', 'time-limit-capture', [], {
      env: { CRASH_COLLECTOR_FALLBACK: 'on', TEST_PACKAGE: ROOT },
      stdout: 'ended 25 \nleft [] []\ntrue\n',
      frames: [CHECKOUT]
    }),
    lives('an exception of C++ that is under way', 'pending-exception', [], { stdout: /^ERR_/ }),
    lives('what a promise hook throws', 'promise-hook-throws', [], {
      stdout: 'uncaught: made before\nuncaught: a text\nend\n'
    }),
    lives('evaluations without side effects', 'side-effect-free', [], {
      notByPause: 'V8 forbids a pause meanwhile',
      stdout: /^TypeError undefined TypeError: .*price/
    }),
    lives('previews of the REPL', 'repl-preview', [], {
      stdout: "preview 'TypeError'\n",
      notByPause: 'V8 forbids a pause meanwhile'
    }),
    lives('deprecations that are pending', 'observability', [], { nodeArgs: ['--pending-deprecation'] }),
    lives('deprecations that are pending, with the collector off', 'throw-deprecation', ['lives'], {
      ...THROWS_DEPRECATIONS,
      env: { CRASH_COLLECTOR_MODE: 'off' }
    }),
    same('deprecations that are thrown', 'throw-deprecation', [], { ...THROWS_DEPRECATIONS, frames: [TOTAL] }),
    lives('stacks of callbacks, with asynchronous hooks', 'hooked-callbacks', [], {
      stdout: /^Error: later\n/,
      notOn: { 20: 'the class AsyncLocalStorage is always loaded (docs/caveats.md)' }
    }),
    lives("V8's code coverage", 'coverage', [], { stdout: 'priceOf 6, total 2\n' }),
    lives('without its arguments', 'arguments-replaced', [], { stdout: 'alive' }),
    same('asynchronous resources', 'async-hooks', [], {
      trigger: 'unhandledRejection',
      stdout: 'PROMISE',
      exception: NO_PRICE,
      frames: [{ functionName: 'main', crashLine: true }]
    }),
    same('output into pipes right before the end', 'child-output', [], {
      stdout: 'line 99\n',
      exception: NO_PRICE,
      frames: [TOTAL]
    }),
    same('a debugger statement of its own', 'debugger-statement', [], {
      frames: [{ functionName: 'checkout', crashLine: true, variables: { total: 42, cart: { id: 7 } } }]
    }),
    // Exactly one of the two ways that a session in the process could be disturbed by ours, and ours by it.
    same('an inspector session of its own', 'own-session', [], {
      trigger: 'unhandledRejection',
      frames: [],
      normalise: withoutPauses
    }),
    same('an inspector session of its own that pauses on exceptions', 'own-session', ['pauses'], {
      trigger: 'unhandledRejection',
      frames: [],
      normalise: withoutPauses
    }),
    same("a worker's session with the main thread", 'connect-to-main-thread', [], {
      stdout: /price1/,
      // Node.js waits for debuggers, and says so, after our line.
      env: { CRASH_COLLECTOR_STDERR: 'none' },
      notByPause: 'two debuggers would stop each other',
      frames: [{ functionName: 'priceOf', crashLine: true, variables: { total: 42, order: { id: 'last' } } }]
    }),
    same('files that are replaced by mock-fs', 'mock-fs', [], {
      needs: ['mock-fs'],
      stdout: "the console is loaded\nfalse [ 'cart.json', 'total.txt' ] false\n",
      notOn: { 26: 'mock-fs 5.5 does not load' },
      exception: { message: 'no price for 7' },
      frames: [{ functionName: 'checkout', ...TOTAL }]
    }),
    same('process.exit() before a rejection is reported', 'exit-at-once', [], { exitCode: 2, dumps: 0 })
  ])
)

t.test('no code of the application is run', async t =>
  crashTests(t, [
    same('getters, Proxy traps, conversions of variables', 'canaries', ['then'], {
      trigger: 'unhandledRejection',
      frames: [CHECKOUT]
    }),
    same('after an await', 'canaries', ['async'], { trigger: 'unhandledRejection', frames: [CHECKOUT] }),
    lives('of a handled error', 'canaries', ['handled']),
    same('private fields, scopes, bound functions, generators', 'inner-state', [], {
      // The program throws a text.
      env: UNCAUGHT_THROWS,
      frames: [
        {
          functionName: 'checkout',
          variables: { account: { failure: matches(value => (value?.subtype === 'error' ? undefined : 'no error')) } }
        }
      ],
      check (t, dump) {
        const records = [...dump.objects()]
        const ofClass = (/** @type {string} */ className) =>
          records.filter(record => record.className === className && record.privateProperties === undefined)
        t.same(ofClass('Account'), [], 'the private field of one that runs nothing is read')
      }
    }),
    same('in mode always', 'canaries', ['async'], {
      env: ALWAYS,
      stderrDiffers: true,
      trigger: 'unhandledRejection',
      frames: [CHECKOUT]
    }),
    // What the program hides from everybody it hides from us: in the two cases in a promise the frames may be missing.
    same('Error.prepareStackTrace', 'prepare-stack-trace', [], {
      trigger: 'unhandledRejection',
      exception: { className: 'Error', message: 'no price 6' }
    }),
    same('accessors of the error', 'canary-error', [], { exception: CANARY, frames: [CHECKOUT] }),
    same('accessors of the error, in a promise', 'canary-error', ['async'], {
      trigger: 'unhandledRejection',
      exception: CANARY,
      frames: [CHECKOUT]
    }),
    same("accessor for the error's stack", 'canary-error', ['sync', 'stack'], {
      notByPause: 'there its stack tells the frames of its constructor',
      exception: CANARY,
      frames: [CHECKOUT]
    }),
    same("accessor for the error's stack, in a promise", 'canary-error', ['async', 'stack'], {
      trigger: 'unhandledRejection',
      exception: CANARY
    }),
    same('Proxy of an error', 'canary-error', ['sync', 'proxy'], {
      // A Proxy is no error for V8.
      env: UNCAUGHT_THROWS,
      exception: PROXY,
      frames: [CHECKOUT]
    }),
    same('Proxy of an error, in a promise', 'canary-error', ['async', 'proxy'], {
      trigger: 'unhandledRejection',
      exception: PROXY
    }),
    same('other functions in the place of global ones', 'replaced-globals', [], {
      trigger: 'unhandledRejection',
      frames: [CHECKOUT]
    }),
    same('other functions in the place of all built-in ones', 'replaced-builtins', ['sync'], { frames: [CHECKOUT] }),
    same('the same after an await', 'replaced-builtins', ['async'], {
      trigger: 'unhandledRejection',
      frames: [CHECKOUT]
    }),
    same('the same in mode always', 'replaced-builtins', ['sync'], {
      env: ALWAYS,
      stderrDiffers: true,
      frames: [CHECKOUT]
    }),
    same("other functions in the place of those of Node.js's modules", 'replaced-module-functions', [], {
      frames: [CHECKOUT]
    }),
    same('an error as this', 'error-as-this', ['sync'], { frames: [{ functionName: 'explain', ...TOTAL }] }),
    same('an error as this that has a getter for its name', 'error-as-this', ['getter'], {
      frames: [{ functionName: 'explain', ...TOTAL }],
      notOn: { 24: 'V8 reads the name of an error that is `this`', 26: 'V8 reads the name of an error that is `this`' }
    }),
    same('an error as this, in a promise', 'error-as-this', ['async'], {
      trigger: 'unhandledRejection',
      frames: [{ functionName: 'explain', ...TOTAL }]
    }),
    same('polluted prototypes', 'polluted-prototypes', ['crash'], { frames: [CHECKOUT], normalise: withoutNodesOwn }),
    lives('polluted prototypes, of a handled error', 'polluted-prototypes', ['handled'], { normalise: withoutNodesOwn })
  ])
)

const FRAMES = [
  { functionName: 'priceOf', crashLine: true, variables: { total: 42, user: { name: 'bob' } } },
  { functionName: 'checkout', variables: { cart: { id: 7 } } }
]

/**
 * @param {string} flag
 * @param {Partial<CrashCase>} [more]
 * @returns {CrashCase}
 */
const flag = (flag, more = {}) => ({
  name: flag,
  file: 'uncaught/null-property.js',
  nodeArgs: flag.split(' '),
  frames: FRAMES,
  ...more
})
const NO_FLAG = 'has no such flag'

t.test('flags of Node.js', async t =>
  crashTests(t, [
    flag('--stack-trace-limit=3'),
    flag('--stack-trace-limit=11'),
    flag('--stack-trace-limit=50'),
    {
      ...flag('--stack-trace-limit=50'),
      name: '--stack-trace-limit=50, handled errors',
      file: 'unchanged/stacks.js',
      frames: [],
      exitCode: 0,
      dumps: 0
    },
    flag('--trace-uncaught'),
    flag('--enable-source-maps'),
    flag('--frozen-intrinsics'),
    flag('--disable-proto=throw'),
    flag('--disallow-code-generation-from-strings'),
    flag('--jitless'),
    flag('--no-warnings'),
    flag('--max-old-space-size=40'),
    // V8 ends the process at the throw, before anything is reported; a core file is what is wanted then.
    flag('--abort-on-uncaught-exception', { exitCode: null, signal: 'SIGTRAP', dumps: 0 }),
    flag('--permission --allow-fs-read=*', {
      notOn: { 20: NO_FLAG },
      dumps: 0,
      notices: [/addon could not be loaded/, /no dump/]
    })
  ])
)

const DURATIONS = (/** @type {string} */ text) =>
  text.replace(/duration_ms:? [\d.]+/g, 'duration_ms').replace(/\([\d.]+ms\)/g, '(ms)')
const test = { nodeArgs: ['--test'], normalise: DURATIONS, env: { CRASH_COLLECTOR_STDERR: 'none' } }

t.test('node --test', async t =>
  crashTests(t, [
    same('failing tests are no crash', 'test-runner', [], { ...test, dumps: 0 }),
    same('a test file that crashes', 'test-runner-crash', [], {
      ...test,
      inChild: true,
      frames: [{ functionName: 'checkout', crashLine: true, variables: { total: 42, cart: { id: 7 } } }]
    }),
    same('a crash in a timer, which the runner handles', 'test-runner-timer', [], {
      ...test,
      inChild: true,
      frames: [{ functionName: 'tick', crashLine: true, variables: { total: 42 } }],
      exception: { handled: true }
    }),
    same('coverage', 'debugger-statement', [], { env: { NODE_V8_COVERAGE: 'coverage' }, frames: [CHECKOUT] })
  ])
)
