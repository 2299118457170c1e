'use strict'
// Without the addon, no variables are read and no secrets are removed from texts. The dump says where the error was
// thrown, and one line says how to get the addon.
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const t = require('tap')
const { leaks } = require('../fixtures/redaction/leaks')
const { ROOT, collect, crashTests } = require('../helpers/crash')
const { runToDump } = require('../helpers/run-to-dump')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const ENV = { CRASH_COLLECTOR_ADDON: 'none' }
const NOTICES = [
  /addon could not be loaded, so dumps will have no variables: unset CRASH_COLLECTOR_ADDON, which .* \(.* is none\)/
]
const HOLDS_SECRETS = path.join(ROOT, 'test/fixtures/redaction/holds-secrets.js')

/** @param {import('../../packages/inspect/reader').Dump} dump */
const missing = dump => dump.notCaptured.filter(({ reason }) => reason === 'noAddon').map(({ what }) => what)

/** @type {CrashCase['check']} */
function hasNoVariables (t, dump) {
  t.equal(dump.header.capture.hook, null)
  t.equal(dump.callFrames.length, 0)
  t.same([...dump.objectIds()], [])
  t.ok(missing(dump).includes('callFrames'), 'it says why', { notCaptured: dump.notCaptured })
}

/**
 * @param {string} name
 * @param {string} file
 * @param {Partial<CrashCase>} [more]
 * @returns {CrashCase}
 */
const crash = (name, file, more = {}) => ({
  name,
  file,
  notices: NOTICES,
  check: hasNoVariables,
  ...more,
  env: { ...ENV, ...more.env }
})

const REJECTION = { trigger: 'unhandledRejection' }

t.test('every way to die leaves a dump', async t =>
  crashTests(t, [
    crash('top level', 'uncaught/top-level.js', { exception: { className: 'Error' } }),
    crash('timer', 'uncaught/set-timeout.js'),
    crash('queueMicrotask', 'uncaught/queue-microtask.js'),
    crash('TypeError of V8', 'uncaught/null-property.js', { exception: { className: 'TypeError' } }),
    crash('error event', 'uncaught/emitter-error.js'),
    crash('thrown string', 'values/throw.js', { args: ['string'] }),
    crash('thrown symbol', 'values/throw.js', { args: ['symbol'] }),
    crash('thrown number', 'values/throw.js', { args: ['number'] }),
    crash('thrown null', 'values/throw.js', { args: ['null'], exception: { value: null } }),
    crash('thrown function', 'values/throw.js', { args: ['function'] }),
    crash('thrown object', 'values/throw.js', { args: ['object'] }),
    crash('stack overflow', 'uncaught/stack-overflow.js', { exception: { className: 'RangeError' } }),
    crash('top level of an ES module', 'uncaught/top-level-esm.mjs', REJECTION),
    crash('after a top-level await', 'uncaught/directly-after-top-level-await.mjs', REJECTION),
    crash('async', 'rejection/async-after-await.js', REJECTION),
    crash('late reject()', 'rejection/late-reject.js', REJECTION),
    crash('fs.promises', 'rejection/fs-promises.js', REJECTION),
    crash('handler that exits', 'handlers/exits-at-once.js', { exception: { handled: true } }),
    crash('mode always', 'uncaught/top-level.js', { env: { CRASH_COLLECTOR_MODE: 'always' } }),
    crash('mode off', 'uncaught/top-level.js', { env: { CRASH_COLLECTOR_MODE: 'off' }, notices: [], dumps: 0 }),
    crash('quiet', 'uncaught/top-level.js', { env: { CRASH_COLLECTOR_STDERR: 'none' }, notices: [] }),
    crash('an abort at uncaught exceptions', 'uncaught/null-property.js', {
      nodeArgs: ['--abort-on-uncaught-exception'],
      exitCode: null,
      signal: 'SIGTRAP',
      dumps: 0
    }),
    crash('built-in functions replaced', 'unchanged/replaced-builtins.js', { args: ['sync'] }),
    crash("functions of Node.js's modules replaced", 'unchanged/replaced-module-functions.js')
  ])
)

t.test('what is there: class, frames, their sources, the process', async t =>
  crashTests(t, [
    crash('with redaction', 'uncaught/top-level.js', {
      exception: {
        className: 'Error',
        description: /^Error\n {4}at priceOf \(.*top-level\.js:\d+:\d+\)\n {4}at checkout /
      },
      check (t, dump) {
        t.equal(dump.exception?.message, undefined, 'no message')
        t.match(dump.exception?.value, {
          type: 'object',
          subtype: 'error',
          className: 'Error',
          notCapturedReason: 'noAddon'
        })
        t.match(dump.exception?.stack?.[0], { functionName: 'priceOf', url: /top-level\.js$/ })
        t.match([...dump.scripts()][0]?.source, 'function priceOf')
        for (const what of ['title', 'argv', 'execArgv', 'env', 'output']) {
          t.equal(dump.process?.[what], undefined, what)
        }
        t.ok(missing(dump).includes('argv'))
        t.equal(dump.process?.execPath !== undefined && dump.process?.versions !== undefined, true)
      }
    }),
    crash('the message of V8', 'uncaught/null-property.js', {
      exception: { className: 'TypeError', message: /^Cannot read properties of undefined \(reading 'price'\)$/ }
    }),
    crash('without redaction: texts, too', 'uncaught/top-level.js', {
      env: { CRASH_COLLECTOR_REDACT: '0' },
      exception: { className: 'Error', message: 'no price', description: /^Error: no price\n {4}at priceOf/ },
      check (t, dump) {
        t.match(dump.process?.argv, [/node/, /top-level\.js$/])
      }
    }),
    crash('a string without redaction', 'values/throw.js', {
      args: ['string'],
      env: { CRASH_COLLECTOR_REDACT: '0' },
      exception: { value: 'no price' }
    }),
    crash('a bigint without redaction', 'values/throw.js', {
      args: ['bigint'],
      env: { CRASH_COLLECTOR_REDACT: '0' },
      exception: { description: /^10$/ }
    })
  ])
)

t.test('a worker that nobody listens to: its dump and one of the main thread', async t => {
  const run = await collect(t, { file: 'worker/unlistened.js', args: ['crash'], env: ENV })
  t.equal(run.exitCode, 1)
  t.same(run.dumps.map(file => file.split('.').at(-3)).sort(), ['0', '1'], 'threads')
})

t.test('no secret is in the dump', async t => {
  const directory = t.testdir()
  const expected = path.join(directory, 'expected.json')
  const { file } = await runToDump(t, [HOLDS_SECRETS, '11', expected, '--password', 'swordfish and chips'], {
    cwd: directory,
    env: {
      ...ENV,
      CRASH_COLLECTOR_STDERR: 'none',
      EARLY_SECRET: 'the early bird sings',
      CRASH_COLLECTOR_RECORD: 'logs,output'
    }
  })
  // The texts of programs stay as they are, in every dump.
  const records = zlib
    .gunzipSync(fs.readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map(line => JSON.stringify(JSON.parse(line), (key, value) => (key === 'source' ? undefined : value)))
    .join('\n')
  const { secrets } = JSON.parse(fs.readFileSync(expected, 'utf8'))
  t.ok(secrets.length > 300, `${secrets.length} secrets`)
  for (const { kind, secret } of secrets) t.equal(leaks(records, secret), null, kind)
  t.equal(leaks(records, 'swordfish and chips'), null, 'of the command line')
})
