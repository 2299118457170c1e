'use strict'
// In mode `always`, captures are V8's own pauses. Each case checks that Node.js prints the same as without the
// collector; the losses that only this mode has are listed here, too.
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { PATIENT, ROOT, crashTests, temporaryDirectory } = require('../helpers/crash')
const { matches, property, internal } = require('../helpers/match-value')
const { runNode } = require('../helpers/run-node')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */

const ENV = { CRASH_COLLECTOR_MODE: 'always' }
const LOCALS = { total: 42, user: { name: 'bob' } }
const THROWER = { functionName: 'priceOf', crashLine: true, variables: LOCALS }
const CHECKOUT = { functionName: 'checkout', variables: { cart: { id: 7 } } }
const FATAL_CHECKOUT = { functionName: 'checkout', crashLine: true, variables: { ...LOCALS, cart: { id: 7 } } }

/**
 * @param {import('tap').Test} t
 * @param {CrashCase[]} cases
 */
const alwaysTests = (t, cases) =>
  crashTests(
    t,
    cases.map(each => ({ ...each, env: { ...ENV, ...each.env } }))
  )

/** @param {string} subtype @param {string} name @param {unknown} value */
const withInternal = (subtype, name, value) =>
  matches((actual, dump, record) => {
    return record?.subtype === subtype && internal(record, name)?.value === value
      ? undefined
      : `no ${subtype} with ${name}`
  })

t.test('who read the values, and how', async t =>
  alwaysTests(t, [
    {
      name: 'is in the header',
      file: 'uncaught/top-level.js',
      frames: [THROWER, CHECKOUT],
      check (t, { header: { capture } }) {
        t.equal(capture.hook, 'exceptionPause')
        t.equal(capture.walker, 'native')
        t.equal(capture.match, 'identity')
      }
    }
  ])
)

t.test('values', async t =>
  alwaysTests(t, [
    {
      name: 'private fields',
      file: 'values/objects.js',
      frames: [
        {
          functionName: 'checkout',
          crashLine: true,
          variables: {
            account: matches((actual, dump, record) =>
              record?.privateProperties?.some(each => each.name === '#balance' && each.value?.value === 42)
                ? undefined
                : 'no #balance'
            )
          }
        }
      ]
    },
    {
      name: 'promises, and errors whose stack nobody has read',
      file: 'values/errors.js',
      frames: [
        {
          functionName: 'checkout',
          crashLine: true,
          variables: {
            pending: withInternal('promise', '[[PromiseState]]', 'pending'),
            fulfilled: withInternal('promise', '[[PromiseState]]', 'fulfilled'),
            rejected: withInternal('promise', '[[PromiseState]]', 'rejected')
          }
        }
      ]
    },
    {
      name: 'Proxies, whose traps stay silent',
      file: 'values/proxies.js',
      frames: [
        {
          functionName: 'checkout',
          crashLine: true,
          variables: {
            proxy: withInternal('proxy', '[[IsRevoked]]', false),
            revoked: withInternal('proxy', '[[IsRevoked]]', true),
            inherits: { own: 42 }
          }
        }
      ]
    },
    {
      name: 'functions',
      file: 'values/functions.js',
      frames: [
        {
          functionName: 'checkout',
          crashLine: true,
          variables: {
            named: matches((actual, dump, record) =>
              record?.functionLocation?.lineNumber === 3 && record.source?.startsWith('function named (a)')
                ? undefined
                : 'no position or text'
            ),
            bound: matches((actual, dump, record) =>
              internal(record, '[[TargetFunction]]')?.type === 'function' ? undefined : 'no target'
            ),
            running: withInternal('generator', '[[GeneratorState]]', 'suspended')
          }
        }
      ]
    }
  ])
)

t.test('sources that V8 has collected are not kept', async t =>
  alwaysTests(t, [
    {
      name: '150 MB',
      file: 'handled/many-scripts.js',
      nodeArgs: ['--expose-gc'],
      exitCode: 0,
      stdout: /^forgotten\n$/,
      dumps: 0
    }
  ])
)

t.test('code in a node:vm context', async t =>
  alwaysTests(t, [
    {
      name: 'this one',
      file: 'uncaught/vm-run.js',
      check (t, dump) {
        t.ok(
          dump.callFrames.some(frame => frame.functionName === 'checkout'),
          'the caller is there'
        )
      }
    },
    {
      name: 'another one: its frames without variables',
      file: 'uncaught/vm-new-context.js',
      check (t, dump) {
        t.same(dump.callFrames[0].scopeChain[0].variables, [])
        const checkout = dump.callFrames.find(frame => frame.functionName === 'checkout')
        const cart = checkout?.scopeChain.flatMap(scope => scope.variables).find(({ name }) => name === 'cart')?.value
        t.equal(
          property(/** @type {any} */ (dump.object(cart?.objectId ?? '')), 'id')?.value?.value,
          7,
          'the caller is of this one'
        )
      }
    }
  ])
)

const INLINE = "function priceOf () { const total = 42; throw new Error('no price') }; priceOf()"
for (const [how, argv, input] of /** @type {[string, string[], string][]} */ ([
  ['-e', ['-e', INLINE], ''],
  ['-p', ['-p', INLINE], ''],
  ['the standard input', ['-'], INLINE]
])) {
  t.test(`a program in ${how} dies as it does without`, async t => {
    const cwd = temporaryDirectory(t)
    const without = await runNode(argv, { cwd, input })
    const run = await runNode(['--require', ROOT, ...argv], {
      cwd,
      input,
      env: { ...PATIENT, ...ENV, CRASH_COLLECTOR_DIR: 'dumps' }
    })
    t.equal(without.exitCode, 1)
    t.equal(run.exitCode, 1, run.stderr)
    t.equal(run.stderr.replace(/^crash-collector: .*\n/m, ''), without.stderr, 'the same output, but for our line')
    const [name] = fs.readdirSync(path.join(cwd, 'dumps'))
    const {
      callFrames: [frame]
    } = await readDump(path.join(cwd, 'dumps', name))
    t.match(frame.scopeChain[0].variables, [{ name: 'total', value: { value: 42 } }])
  })
}

t.test('thrown before', async t =>
  alwaysTests(t, [
    {
      name: 'many handled errors leave time for the fatal one',
      file: 'handled/many-then-fatal.js',
      // The time of the default: with all of it, 6,000 pauses are read in full, which takes minutes.
      env: { CRASH_COLLECTOR_BUDGET_PERCENT: '0.3' },
      trigger: 'unhandledRejection',
      frames: [FATAL_CHECKOUT],
      exception: { message: 'no price' }
    },
    {
      name: 'one object, thrown at one place again and again: the last time counts',
      file: 'handled/same-object.js',
      trigger: 'unhandledRejection',
      check (t, dump) {
        const item = dump.callFrames[0]?.scopeChain
          .flatMap(scope => dump.scope(scope).variables)
          .find(({ name }) => name === 'item')
        t.ok(item === undefined || item.value?.value === 21, 'its variables or none', { item })
      }
    },
    {
      name: 'caught and thrown on: the first place counts',
      file: 'rejection/catch-rethrow.js',
      trigger: 'unhandledRejection',
      frames: [THROWER]
    }
  ])
)

t.test('what stays out of the way', async t =>
  alwaysTests(t, [
    {
      name: 'Error.prepareStackTrace of the application',
      file: 'uncaught/prepare-stack-trace.js',
      frames: [THROWER, CHECKOUT]
    },
    {
      name: 'an abort at uncaught exceptions',
      file: 'uncaught/null-property.js',
      nodeArgs: ['--abort-on-uncaught-exception'],
      exitCode: null,
      signal: 'SIGTRAP',
      dumps: 0
    }
  ])
)
