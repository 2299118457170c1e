'use strict'
// A handled error leaves no dump, and a dump never shows another error's variables.
const t = require('tap')
const { crashTests } = require('../helpers/crash')
const { buildAddon } = require('../helpers/build-addon')

/** @typedef {import('../../packages/inspect/reader').Dump} Dump */
/** @typedef {import('tap').Test} Test */

/**
 * The variables of the error that killed the process, or none and why.
 * @param {Record<string, unknown>} expected
 * @returns {(t: Test, dump: Dump) => void}
 */
const rightVariablesOrNone = expected => (t, dump) => {
  const frame = dump.callFrames.find(each => each.functionName === 'priceOf')
  if (frame === undefined) {
    t.ok(
      dump.notCaptured.some(each => ['rationed', 'unmatched'].includes(each.reason)),
      'the dump says why there are none',
      { notCaptured: dump.notCaptured }
    )
    return
  }
  const variables = Object.fromEntries(
    frame.scopeChain.flatMap(scope => dump.scope(scope).variables).map(each => [each.name, each.value?.value])
  )
  for (const [name, value] of Object.entries(expected)) {
    t.equal(variables[name], value, `${name} belongs to the error that killed the process`, {
      capture: dump.header.capture
    })
  }
}

/**
 * @param {string} name
 * @param {...string} args lines, errors at each
 * @returns {import('../helpers/crash').CrashCase}
 */
const afterManyPlaces = (name, ...args) => ({
  name,
  file: 'handled/many-then-fatal.js',
  args,
  // Spent long before; a fatal one may overdraw as much as is saved up at most.
  env: { CRASH_COLLECTOR_BUDGET_PERCENT: '10' },
  trigger: 'unhandledRejection',
  frames: [
    { functionName: 'checkout', crashLine: true, variables: { total: 42, user: { name: 'bob' }, cart: { id: 7 } } }
  ],
  exception: { message: 'no price' }
})

t.test('nothing is left', async t => {
  const env = { TEST_ADDON: buildAddon('throwing') }
  crashTests(t, [
    {
      name: 'errors of every kind, handled',
      file: 'handled/everything.js',
      env,
      exitCode: 0,
      dumps: 0,
      stdout: '33 ways'
    },
    { name: 'then process.exit(3)', file: 'handled/everything.js', args: ['exit'], exitCode: 3, dumps: 0 },
    { name: 'then an exit code of 5', file: 'handled/everything.js', args: ['code', '5'], exitCode: 5, dumps: 0 },
    {
      name: 'in mode always',
      file: 'handled/everything.js',
      env: { ...env, CRASH_COLLECTOR_MODE: 'always' },
      exitCode: 0,
      dumps: 0,
      stdout: '33 ways'
    },
    {
      name: 'timeouts of node:vm',
      file: 'handled/vm-timeout.js',
      exitCode: 0,
      dumps: 0,
      stdout: 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    },
    {
      name: 'error listener of a domain',
      file: 'handled/domain.js',
      exitCode: 0,
      dumps: 0,
      stdout: 'domain: no price'
    },
    {
      name: 'handled one turn too late',
      file: 'handled/late-catch.js',
      exitCode: 0,
      dumps: 0,
      stdout: 'unhandled no price\nhandled after all'
    }
  ])
})

t.test('the variables are those of the error that killed the process', async t =>
  crashTests(t, [
    {
      name: 'the same line failed 50 times before, synchronously',
      file: 'handled/same-site-sync.js',
      frames: [
        { functionName: 'priceOf', crashLine: true, variables: { item: 51, total: 42, label: 'item 51' } },
        { functionName: 'main' }
      ],
      exception: { message: 'no price' }
    },
    {
      name: 'the same line failed 50 times before',
      file: 'handled/same-site.js',
      trigger: 'unhandledRejection',
      exception: { message: 'no price' },
      check: rightVariablesOrNone({ item: 51, total: 42, label: 'item 51' })
    },
    {
      name: 'the same line failed 3 times before',
      file: 'handled/same-site-few.js',
      trigger: 'unhandledRejection',
      exception: { message: 'no price' },
      check: rightVariablesOrNone({ total: 42, sku: 'A-9' })
    },
    {
      name: 'the same line fails 30 times at once',
      file: 'handled/same-site-concurrent.js',
      trigger: 'unhandledRejection',
      exception: { message: 'no price' },
      check: rightVariablesOrNone({ total: 42 })
    },
    {
      name: 'the same error object was thrown 20 times before',
      file: 'handled/same-object.js',
      trigger: 'unhandledRejection',
      exception: { message: 'no price' },
      // Made once, at the top level; of its last throw nothing is seen but the function that awaited it.
      frames: [{ functionName: '' }],
      check: (t, dump) => {
        t.equal(dump.callFrames.at(-1)?.functionName, 'main')
        t.equal(dump.callFrames.at(-1)?.role, 'awaiting')
      }
    },
    afterManyPlaces('a new kind of error after 6,000 handled ones at 300 lines'),
    afterManyPlaces('the same after more places than are remembered', '5000', '1')
  ])
)
