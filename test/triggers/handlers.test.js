'use strict'
// Applications can handle uncaught exceptions and unhandled rejections themselves.
const t = require('tap')
const { crashTests } = require('../helpers/crash')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const LOCALS = { total: 42, user: { name: 'bob' } }
const FRAMES = [
  { functionName: 'priceOf', crashLine: true, variables: { ...LOCALS, line: { sku: 'A-9' } } },
  { functionName: 'checkout', variables: { cart: { id: 7 } } }
]
const FRAMES_OF_SECOND = [
  { functionName: 'priceOf', crashLine: true, variables: { ...LOCALS, line: { sku: 'A-8' } } },
  { functionName: 'checkout', variables: { cart: { id: 8 } } }
]
const REJECTION_FRAMES = [{ functionName: 'checkout', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }]
const NO_ADDED_CALLBACKS = { 20: 'has no such function', 22: 'has no such function', 24: 'has no such function' }
const ALL_TRIGGERS = { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException,unhandledRejection,handled' }

/**
 * @param {string} name
 * @param {string} file
 * @param {Partial<CrashCase>} [more]
 * @returns {CrashCase}
 */
const dies = (name, file, more = {}) => ({
  name,
  file: `handlers/${file}.js`,
  frames: FRAMES,
  ...more,
  exception: { message: 'no price', ...more.exception }
})

/**
 * @param {string} name
 * @param {string} file
 * @param {Partial<CrashCase>} [more]
 * @returns {CrashCase}
 */
const lives = (name, file, more = {}) => ({ name, file: `handlers/${file}.js`, exitCode: 0, dumps: 0, ...more })

/**
 * @param {string} name
 * @param {string} file
 * @param {Partial<CrashCase>} [more]
 */
const diesOfRejection = (name, file, more = {}) =>
  dies(name, `rejection-${file}`, { trigger: 'unhandledRejection', frames: REJECTION_FRAMES, ...more })

t.test('the process lives', async t =>
  crashTests(t, [
    lives('handler on uncaughtException', 'lives', { stdout: /^handler no price uncaughtException\nlives\n$/ }),
    lives('handler, then an exit that has nothing to do with it', 'lives-then-unrelated-exit', {
      stdout: 'handler no price'
    }),
    lives('handler that exits with 0', 'exits-with-0', { stdout: 'handler no price' }),
    lives('handler that exits with 0, as a text', 'exits-with-0', { args: ['0'], stdout: 'handler no price' }),
    lives('capture callback', 'capture-callback-lives', { stdout: /^callback no price\nlives\n$/ }),
    lives('handler that a monitor adds', 'monitor-adds-handler', { stdout: /^handler no price\nlives\n$/ }),
    lives('added capture callback', 'added-capture-callback', {
      stdout: /^callback no price\nlives\n$/,
      notOn: NO_ADDED_CALLBACKS
    }),
    lives('handler on unhandledRejection', 'rejection-lives', { stdout: /^handler no price\nlives\n$/ }),
    lives('handler that wants the stack as call sites', 'structured-stack', { stdout: /^thrown by priceOf\nlives\n$/ }),
    lives('handler that does not read the stack', 'stack-unread', { stdout: /^handler no price\nlives\n$/ }),
    lives('handler of many errors of one place', 'survives-many', { args: ['lives'], stdout: /A-9\n$/ }),
    lives('as many exit listeners as may be', 'exit-listeners', { stdout: /^handler no price 10\nlives 10\n$/m })
  ])
)

t.test('the process lives, and a dump of handled errors is wanted', async t =>
  crashTests(t, [
    dies('handler on uncaughtException', 'lives', {
      env: ALL_TRIGGERS,
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }),
    dies('capture callback', 'capture-callback-lives', {
      env: ALL_TRIGGERS,
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }),
    dies('handler that a monitor adds', 'monitor-adds-handler', {
      env: ALL_TRIGGERS,
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }),
    diesOfRejection('handler on unhandledRejection', 'lives', {
      env: ALL_TRIGGERS,
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }),
    diesOfRejection('error without a stack that can be read', 'unformattable', {
      env: ALL_TRIGGERS,
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }),
    dies('handler that wants the stack as call sites', 'structured-stack', {
      env: ALL_TRIGGERS,
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }),
    dies('handler that exits', 'exits-at-once', {
      env: ALL_TRIGGERS,
      trigger: 'handled',
      exception: { handled: true }
    }),
    dies('handler that exits with 0', 'exits-with-0', {
      env: ALL_TRIGGERS,
      exitCode: 0,
      trigger: 'handled',
      exception: { handled: true }
    }),
    dies('handler that throws', 'rethrows', {
      env: ALL_TRIGGERS,
      exitCode: 7,
      trigger: 'handled',
      exception: { handled: true }
    }),
    lives('errors that never reach a handler are none of them', '../handled/everything', { env: ALL_TRIGGERS })
  ])
)

t.test('the handler ends the process', async t =>
  crashTests(t, [
    dies('at once', 'exits-at-once', { exception: { handled: true } }),
    dies('some time later', 'exits-later', { exception: { handled: true } }),
    dies('after errors that it has survived, among accessors on prototypes', 'gives-up', {
      stdout: /^(handler unknown true\n){2}handler no price true\n$/,
      exception: { handled: true }
    }),
    dies('by an exit code', 'exit-code', { exitCode: 3, exception: { handled: true } }),
    dies('by an exit code, without exit listeners', 'exit-code-without-listeners', {
      exitCode: 3,
      exception: { handled: true }
    }),
    dies('by an exit code that an exit listener sets', 'exit-code-in-exit-listener', {
      exitCode: 3,
      exception: { handled: true }
    }),
    dies('capture callback', 'capture-callback-exits', { exitCode: 4, exception: { handled: true } }),
    diesOfRejection('handler on unhandledRejection, at once', 'exits-at-once', { exception: { handled: true } }),
    diesOfRejection('handler on unhandledRejection, some time later', 'exits-later', { exception: { handled: true } }),
    diesOfRejection('handler on uncaughtException, of a rejection', 'to-uncaught-exception', {
      exitCode: 6,
      exception: { handled: true }
    }),
    diesOfRejection('handler on unhandledRejection that throws the reason', 'rethrows', {
      trigger: 'uncaughtException'
    }),
    diesOfRejection('handler on unhandledRejection that throws another error', 'throws-another', {
      trigger: 'uncaughtException',
      frames: [],
      exception: { className: 'TypeError', message: 'wrapped', value: { cause: { message: 'no price' } } }
    }),
    // Node.js ends the process with 7 and prints the handler's error; either of the two may be in the dump.
    dies('by throwing', 'throws', {
      exitCode: 7,
      frames: [],
      exception: { message: /^(no price|the handler failed)$/ }
    }),
    dies('by throwing the error again', 'rethrows', { exitCode: 7 }),
    // A signal leaves no time for a dump of an error that had a handler.
    dies('by a signal', 'kills-itself', { exitCode: null, signal: 'SIGTERM', dumps: 0 }),
    dies('by process.abort()', 'aborts', {
      exitCode: null,
      signal: 'SIGABRT',
      dumps: 0,
      normalise: text => text.replace(/0x[0-9a-f]+/g, '<address>')
    })
  ])
)

// The addon notes all errors but the first by itself.
t.test('the last of many errors of one place ends the process', async t =>
  crashTests(t, [
    ...['exits', 'exits-later', 'exit-code', 'throws'].map(how =>
      dies(how, 'survives-many', {
        args: [how],
        exitCode: how === 'throws' ? 7 : 1,
        exception: { handled: true, value: { sku: 'A-9' } }
      })
    ),
    dies('the handler is removed', 'survives-many', {
      args: ['removes'],
      exception: { handled: false, value: { sku: 'A-9' } }
    })
  ])
)

t.test('handlers that change nothing', async t =>
  crashTests(t, [
    dies('monitor', 'monitor', { exception: { handled: false } }),
    dies('monitor that throws', 'monitor-throws', {
      exitCode: 7,
      frames: [],
      exception: { message: /^(no price|the monitor failed)$/ }
    }),
    dies('handler that was removed', 'removed', { exception: { handled: false } }),
    dies('process.exit() in an exit listener', 'exit-in-exit-listener', { exitCode: 5 }),
    dies('added capture callback that handles nothing', 'added-capture-callback', {
      args: ['dies'],
      notOn: NO_ADDED_CALLBACKS,
      exception: { handled: false }
    }),
    dies('handler that a monitor adds, for the first error only', 'monitor-adds-handler', {
      args: ['dies'],
      frames: FRAMES_OF_SECOND
    }),
    dies('handler for the first error only', 'once', { frames: FRAMES_OF_SECOND })
  ])
)
