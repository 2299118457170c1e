'use strict'
// Errors that are not read at the throw: their stacks are copied, and read when they are reported.
const t = require('tap')

const { crashTests } = require('../helpers/crash')

/** Nothing may be read at the throw. */
const NO_BUDGET = { CRASH_COLLECTOR_BUDGET_PERCENT: '0' }
const notByPause = 'stacks are not copied where they are read by a pause'

/**
 * @param {import('tap').Test} t
 * @param {import('../../packages/inspect/reader').Dump} dump
 */
const wasCopied = (t, dump) => {
  const hooks = dump.process?.errorHooks
  t.equal(hooks?.noCopiesReason, undefined, 'stacks can be copied')
  t.ok(hooks?.copies > 0, 'the error was copied', hooks)
}

t.test('a place that fails often', async t => {
  const ofPlace = (/** @type {number} */ handled, /** @type {Record<string, string>} */ env) => ({
    name: `${handled} errors before`,
    file: 'copied/fails-often.js',
    args: [`${handled}`],
    env,
    notByPause,
    trigger: 'unhandledRejection',
    exception: { message: 'no price in order 42a' },
    frames: [
      {
        functionName: 'priceOf',
        crashLine: true,
        variables: { factor: 126, label: 'order 42a', item: 'b', seen: { item: 'b' }, order: { id: 42 } }
      },
      { functionName: 'bookItem', variables: { currency: 'EUR', order: { id: 42 } } },
      { functionName: 'ship', variables: { weight: 7.25, order: { id: 42 } } }
    ],
    check: wasCopied
  })
  const small = { CRASH_COLLECTOR_BUDGET_PERCENT: '0.05' }
  crashTests(t, [ofPlace(0, NO_BUDGET), ofPlace(300, NO_BUDGET), ofPlace(300, small)])
})

t.test('of a storm of errors, the last one of each place has its variables', async t => {
  const dyingAt = (
    /** @type {'often' | 'seldom'} */ place,
    /** @type {string} */ title,
    { count = 1500, others = 0 } = {}
  ) => {
    const last = count + 1
    const [functionName, variables] =
      place === 'often'
        ? ['readShelf', { attempt: last, shelf: `shelf ${last}` }]
        : ['readLabel', { attempt: last, label: `label ${last}` }]
    return {
      name: `at a place that fails ${place}, ${title}`,
      file: 'copied/storm.js',
      args: [place, `${count}`, `${others}`],
      env: NO_BUDGET,
      notByPause,
      frames: [
        { functionName, crashLine: `CRASH of ${place}`, variables },
        { functionName: 'pick', variables: { order: { id: last } } }
      ],
      check: wasCopied
    }
  }
  crashTests(t, [
    dyingAt('often', 'beside few'),
    dyingAt('often', 'beside many others', { count: 700, others: 50 }),
    dyingAt('seldom', 'beside one that fails often', { count: 6000 })
  ])
})

t.test('listeners survive errors of one place without end', async t => {
  const order = { id: 3000 }
  /** @param {import('tap').Test} t @param {import('../../packages/inspect/reader').Dump} dump */
  const wasLeftOut = (t, dump) => {
    const { copies, errorsSeen } = /** @type {Record<string, number>} */ (dump.process?.errorHooks)
    t.equal(errorsSeen, 3000)
    t.ok(copies > 0 && copies < 1000, 'few of them were copied', { copies })
  }
  const dying = (/** @type {string} */ how, /** @type {Partial<import('../helpers/crash').CrashCase>} */ more) => ({
    name: how,
    file: 'copied/survives.js',
    env: NO_BUDGET,
    notByPause,
    trigger: /rejected/.test(how) ? 'unhandledRejection' : 'uncaughtException',
    exception: { message: 'no price in order 3000' },
    frames: [
      { functionName: 'priceOf', crashLine: true, variables: { item: { of: 3000 }, order } },
      { functionName: 'book', variables: { currency: 'EUR 3000', order } },
      { functionName: /rejected/.test(how) ? 'bookLater' : 'next', variables: { order } }
    ],
    check: wasLeftOut,
    ...more
  })
  crashTests(t, [
    dying('thrown, and nobody listens to the last one', { args: ['thrown', 'unheard'] }),
    dying('rejected, and nobody listens to the last one', { args: ['rejected', 'unheard'] }),
    ...['thrown', 'rejected'].map(how =>
      dying(`${how}, and a listener ends the process at the last one`, {
        args: [how, 'exits'],
        frames: undefined,
        check (t, dump) {
          wasLeftOut(t, dump)
          // A few of such errors are copied, so that the last one may be one of them.
          if (dump.callFrames.length > 0) return
          t.match(dump.notCaptured, [{ what: 'callFrames', reason: 'rationed' }], 'what is missing is named')
        }
      })
    )
  ])
})

t.test('many promises are rejected in one turn, and the first ends the process', async t => {
  const withBudget = (/** @type {Record<string, string>} */ env) => ({
    name: `a budget of ${env.CRASH_COLLECTOR_BUDGET_PERCENT} %`,
    file: 'copied/rejects-at-once.js',
    env,
    notByPause,
    trigger: 'unhandledRejection',
    exception: { message: 'no answer from carrier-0.test' },
    frames: [
      { functionName: 'ask', crashLine: true, variables: { attempt: 0, host: 'carrier-0.test' } },
      { functionName: 'main', variables: { promises: 2000, started: 'main' } }
    ],
    check: wasCopied
  })
  crashTests(t, [withBudget(NO_BUDGET), withBudget({ CRASH_COLLECTOR_BUDGET_PERCENT: '0.3' })])
})

t.test('what was collected before the report is told, and the rest is shown', async t =>
  crashTests(t, [
    {
      name: 'a cause, some turns later',
      file: 'copied/reported-later.js',
      nodeArgs: ['--expose-gc'],
      env: NO_BUDGET,
      notByPause,
      trigger: 'unhandledRejection',
      frames: [{ functionName: 'main', crashLine: true }],
      check (t, dump) {
        wasCopied(t, dump)
        const variables = Object.fromEntries(
          dump.allCallFrames
            .filter(({ error }) => error === 1)
            .flatMap(frame => frame.scopeChain.flatMap(scope => dump.scope(scope).variables))
            .map(each => [each.name, each.value])
        )
        t.equal(variables.limit?.value, 50)
        t.equal(variables.half?.value, 12.5)
        t.equal(variables.big?.notCapturedReason, 'collected')
      }
    }
  ]))

t.test('what V8 collects before it is reported', async t => {
  const frames = [
    { functionName: 'priceOf', crashLine: true, variables: { order: { id: 42 }, seen: { item: 'tea' } } },
    { functionName: 'ship', variables: { order: { id: 42 }, parcel: { weight: 7.25 } } }
  ]
  const rejectedFrom = (/** @type {string} */ from) => ({
    name: `a rejection, begun from ${from}`,
    file: 'copied/collected-before-report.js',
    args: [from],
    nodeArgs: ['--expose-gc'],
    env: NO_BUDGET,
    notByPause,
    trigger: 'unhandledRejection',
    frames,
    check (/** @type {import('tap').Test} */ t, /** @type {import('../../packages/inspect/reader').Dump} */ dump) {
      wasCopied(t, dump)
      const lost = dump.allCallFrames
        .flatMap(frame => frame.scopeChain)
        .flatMap(scope => dump.scope(scope).variables)
        .filter(({ value }) => value?.notCapturedReason === 'collected')
      t.same(lost, [], 'nothing was collected, also not of the cause')
    }
  })
  crashTests(t, [
    ...['main', 'microtask', 'tick', 'timer', 'immediate', 'callback', 'ticks'].map(rejectedFrom),
    {
      name: 'an error that is kept, beside a large young object',
      file: 'copied/kept-error.js',
      nodeArgs: ['--expose-gc'],
      env: NO_BUDGET,
      notByPause,
      frames: [
        { functionName: 'priceOf', crashLine: true, variables: { label: 'order 42', order: { id: 42 } } },
        { functionName: 'book', variables: { id: 42, order: { id: 42 } } }
      ],
      check: wasCopied
    }
  ])
})

t.test('a handler survives many exceptions', async t =>
  crashTests(t, [
    {
      name: 'the last one',
      file: 'copied/stops-in-the-end.js',
      env: NO_BUDGET,
      notByPause,
      exitCode: 3,
      exception: { message: /undefined/ },
      frames: [
        { functionName: 'serve', crashLine: true, variables: { route: '/orders/19', request: { id: 19 } } }
      ],
      check: wasCopied
    }
  ]))

t.test('stacks that are known are walked by their frame pointers', async t => {
  const as = (/** @type {string[]} */ nodeArgs) => ({
    name: nodeArgs.join(' ') || 'without flags',
    file: 'copied/same-stack-again.js',
    nodeArgs,
    env: NO_BUDGET,
    notByPause,
    trigger: 'unhandledRejection',
    exception: { message: 'no weight: tea of parcel 4242 8484' },
    frames: [
      {
        functionName: 'weigh',
        crashLine: true,
        variables: { text: 'tea of parcel 4242', item: 'tea', label: 'parcel 4242', grams: 8484, order: { id: 4242 } }
      },
      { functionName: 'Parcel', variables: { label: 'parcel 4242' } },
      { functionName: 'parcels', variables: { begun: 'begun 4242' } },
      { functionName: 'each', variables: { index: 0, place: 'place 4242 0', one: { id: 4242 } } },
      { functionName: 'pack', variables: { order: { id: 4242 } } },
      { functionName: 'revive', variables: { key: 'order', value: 4242, seen: 'order 4242' } },
      { functionName: 'read', variables: { text: '{"order":4242}' } },
      { functionName: 'serve', variables: { id: 4242, route: '/orders/4242' } }
    ],
    check: wasCopied
  })
  crashTests(t, [as([]), as(['--no-opt']), as(['--always-sparkplug']), as(['--expose-gc'])])
})
