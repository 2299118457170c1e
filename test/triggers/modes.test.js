'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { collect, crashTests } = require('../helpers/crash')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const LOCALS = { total: 42, user: { name: 'bob' } }
const THROWER = { functionName: 'priceOf', crashLine: true, variables: LOCALS }
const CHECKOUT = { functionName: 'checkout', variables: { cart: { id: 7 } } }
const CRASHING_CHECKOUT = { functionName: 'checkout', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }

/** One of each way that V8 treats differently when it looks for a handler. @type {CrashCase[]} */
const WAYS = [
  { name: 'top level', file: 'uncaught/top-level.js', frames: [THROWER, CHECKOUT] },
  {
    name: 'timer',
    file: 'uncaught/set-timeout.js',
    frames: [THROWER, { functionName: 'tick', variables: { cart: { id: 7 } } }]
  },
  {
    name: 'queueMicrotask',
    file: 'uncaught/queue-microtask.js',
    frames: [THROWER, { functionName: 'tick', variables: { cart: { id: 7 } } }]
  },
  { name: 'TypeError of V8', file: 'uncaught/null-property.js', frames: [THROWER, CHECKOUT] },
  {
    name: 'error event',
    file: 'uncaught/emitter-error.js',
    frames: [{ functionName: 'refuse', crashLine: true, variables: LOCALS }, CHECKOUT]
  },
  {
    name: 'thrown string',
    file: 'values/throw.js',
    args: ['string'],
    frames: [THROWER, CHECKOUT],
    exception: { value: 'no price' }
  },
  { name: 'stack overflow', file: 'uncaught/stack-overflow.js', exception: { className: 'RangeError' } },
  {
    name: 'top level of an ES module',
    file: 'uncaught/top-level-esm.mjs',
    trigger: 'unhandledRejection',
    frames: [{ crashLine: true, variables: LOCALS }]
  },
  {
    name: 'after a top-level await',
    file: 'uncaught/directly-after-top-level-await.mjs',
    trigger: 'unhandledRejection',
    frames: [{ crashLine: true, variables: LOCALS }]
  },
  {
    name: 'async, before an await',
    file: 'rejection/async-before-await.js',
    trigger: 'unhandledRejection',
    frames: [THROWER, CHECKOUT]
  },
  {
    name: 'async, after an await',
    file: 'rejection/async-after-await.js',
    trigger: 'unhandledRejection',
    frames: [THROWER, CHECKOUT]
  },
  {
    name: 'async, awaited by another',
    file: 'rejection/async-nested.js',
    trigger: 'unhandledRejection',
    frames: [THROWER, CHECKOUT]
  },
  { name: 'then()', file: 'rejection/then.js', trigger: 'unhandledRejection', frames: [THROWER, CHECKOUT] },
  {
    name: 'late reject()',
    file: 'rejection/late-reject.js',
    trigger: 'unhandledRejection',
    frames: [{ functionName: 'refuse', crashLine: true, variables: LOCALS }]
  },
  {
    name: 'fs.promises',
    file: 'rejection/fs-promises.js',
    trigger: 'unhandledRejection',
    exception: { message: /ENOENT/ }
  },
  {
    name: 'handler that exits',
    file: 'handlers/exits-at-once.js',
    frames: [THROWER, CHECKOUT],
    exception: { handled: true }
  },
  {
    name: 'worker',
    file: 'worker/unlistened.js',
    args: ['crash'],
    inWorker: true,
    frames: [{ ...THROWER, file: 'crash.js' }]
  }
]

/**
 * @param {Record<string, string>} env
 * @param {Partial<CrashCase>} [more]
 * @returns {CrashCase[]}
 */
const allWays = (env, more) => WAYS.map(each => ({ ...each, ...more, env: { ...each.env, ...env } }))

/** @param {import('tap').Test} t @param {import('../../packages/inspect/reader').Dump} dump */
const isAlways = (t, dump) => {
  t.equal(dump.header.mode, 'always', 'the dump names the mode')
}

t.test('always', async t => crashTests(t, allWays({ CRASH_COLLECTOR_MODE: 'always' }, { check: isAlways })))

t.test('off: no dump, no line', async t => crashTests(t, allWays({ CRASH_COLLECTOR_MODE: 'off' }, { dumps: 0 })))

t.test('settings', async t =>
  crashTests(t, [
    {
      name: 'another trigger only',
      file: 'uncaught/top-level.js',
      env: { CRASH_COLLECTOR_TRIGGERS: 'unhandledRejection' },
      dumps: 0
    },
    {
      name: 'this trigger only',
      file: 'uncaught/top-level.js',
      env: { CRASH_COLLECTOR_TRIGGERS: 'uncaughtException' },
      frames: [THROWER, CHECKOUT]
    },
    {
      name: 'no line',
      file: 'uncaught/top-level.js',
      env: { CRASH_COLLECTOR_STDERR: 'none' },
      frames: [THROWER, CHECKOUT]
    },
    {
      name: 'the default directory',
      file: 'uncaught/top-level.js',
      env: { CRASH_COLLECTOR_DIR: '' },
      frames: [THROWER, CHECKOUT],
      check (t, dump, run) {
        t.equal(path.dirname(path.dirname(dump.file)), path.join(run.cwd, '.local/state/crash-collector'))
      }
    },
    {
      name: 'the directory of the start, after a change of it',
      file: 'unchanged/change-directory.js',
      env: { CRASH_COLLECTOR_DIR: '' },
      frames: [CRASHING_CHECKOUT]
    },
    {
      name: 'a configuration file',
      file: 'uncaught/top-level.js',
      prepare (cwd) {
        fs.writeFileSync(
          path.join(cwd, 'crash-collector.config.json'),
          JSON.stringify({ maxProperties: 1 })
        )
      },
      check (t, dump) {
        t.equal(dump.header.limits.maxProperties, 1)
      }
    },
    {
      name: "the application's package.json",
      file: 'uncaught/top-level.js',
      prepare (cwd) {
        fs.writeFileSync(
          path.join(cwd, 'package.json'),
          JSON.stringify({ name: 'app', crashCollector: { maxProperties: 2 } })
        )
      },
      check (t, dump) {
        t.equal(dump.header.limits.maxProperties, 2)
      }
    },
    {
      name: 'the environment wins',
      file: 'uncaught/top-level.js',
      env: { CRASH_COLLECTOR_MAX_PROPERTIES: '1' },
      prepare (cwd) {
        fs.writeFileSync(
          path.join(cwd, 'crash-collector.config.json'),
          JSON.stringify({ maxProperties: 2 })
        )
      },
      check (t, dump) {
        t.equal(dump.header.limits.maxProperties, 1)
      }
    }
  ])
)

t.test('old dumps go when a process starts', async t => {
  const old = [1, 2, 3, 4].map(day => `crash.2020010${day}.000000.1.0.1.ccdump`)
  const { dumps } = await collect(t, {
    file: 'uncaught/top-level.js',
    env: { CRASH_COLLECTOR_RETAIN_COUNT: '1' },
    prepare (cwd) {
      fs.mkdirSync(path.join(cwd, 'dumps'))
      for (const name of old) fs.writeFileSync(path.join(cwd, 'dumps', name), '')
    }
  })
  t.equal(dumps.length, 2, 'the newest of them and that of the crash', { dumps })
  t.equal(path.basename(dumps[0]), old[3])
})
