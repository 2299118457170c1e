'use strict'
// Functions that the application gives for its dumps: annotations, and the predicate that decides if there is a dump.
const t = require('tap')
const { crashTests, ROOT } = require('../helpers/crash')
const { matchValue } = require('../helpers/match-value')

/** @typedef {import('../helpers/crash').CrashCase} CrashCase */
/** @typedef {import('../../packages/inspect/reader').Dump} Dump */

const env = { TEST_PACKAGE: ROOT }

/** @param {Dump} dump @param {string} what */
const missing = (dump, what) =>
  dump.notCaptured.filter(each => each.what === what).map(({ reason, detail }) => `${reason}: ${detail}`)

t.test('an annotation that is a function', async t =>
  crashTests(t, [
    {
      name: 'is called when the dump is written, and costs nothing but itself',
      file: 'functions/annotations.js',
      env,
      exception: { message: 'no price' },
      frames: [{ crashLine: true }],
      check (t, dump) {
        const annotations = dump.process?.annotations
        t.same(matchValue(dump, annotations, { queue: { total: 12 }, release: '1.2.3' }, 'annotations'), [])
        t.notMatch(JSON.stringify(dump.process), /hunter2/)
        t.same(missing(dump, 'annotations'), [
          'error: broken: the function threw TypeError: no queue',
          'timeout: endless: the function took more than 1000 ms',
          'timeout: too late: no time was left for the function'
        ])
      }
    },
    {
      name: 'may write a dump',
      file: 'functions/asked-again.js',
      env: { ...env, CRASH_COLLECTOR_RETAIN_COUNT: '10' },
      trigger: 'api',
      exitCode: 0,
      stdout: 'string\n',
      dumps: 2,
      check (t, dump) {
        const inner = missing(dump, 'annotations')
        if (inner.length > 0) t.same(inner, ['notRead: dump: the function was not called, because another one runs'])
        else t.same(matchValue(dump, dump.process?.annotations, { dump: 'string' }, 'annotations'), [])
      }
    }
  ])
)

/** @type {Partial<CrashCase>} */
const DUMP = {
  exception: { message: 'too many: 42' },
  frames: [{ functionName: 'order', crashLine: true, variables: { amount: 42 } }]
}

/** @param {string} predicate @param {Partial<CrashCase>} expected @returns {CrashCase} */
const asked = (predicate, expected) => ({
  name: predicate,
  file: 'functions/predicate.js',
  args: [predicate],
  env,
  ...expected
})

t.test('a predicate that', async t =>
  crashTests(t, [
    asked('refuses', { dumps: 0 }),
    asked('wants', { ...DUMP, check: (t, dump) => t.same(missing(dump, 'predicate'), []) }),
    asked('throws', {
      ...DUMP,
      check: (t, dump) =>
        t.same(missing(dump, 'predicate'), ['error: predicate: the function threw TypeError: no predicate'])
    }),
    asked('hangs', {
      ...DUMP,
      check: (t, dump) =>
        t.same(missing(dump, 'predicate'), ['timeout: predicate: the function took more than 1000 ms'])
    }),
    asked('promises', DUMP),
    asked('isNone', { ...DUMP, stdout: 'predicate in configure() is no function; it is ignored\n' })
  ])
)
