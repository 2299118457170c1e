'use strict'
// A capture does not change code that V8 has optimised, and shows what the optimiser has left.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { readDump } = require('../../packages/inspect/reader')
const { PATIENT, ROOT } = require('../helpers/crash')
const { dumpOfOptimised, ownVariables } = require('../helpers/optimised-program')
const { runNode } = require('../helpers/run-node')

t.test('what asks for an instance of Error, and has private state captured beside it, stays optimised', async t => {
  const cwd = t.testdir({
    'program.js': `
      class Order { #total = 42 }
      function isError (value) { return value instanceof Error }
      function main () {
        const order = new Order();
        %PrepareFunctionForOptimization(isError)
        for (let i = 0; i < 100; i++) isError(i);
        %OptimizeFunctionOnNextCall(isError)
        isError(order)
        const before = %GetOptimizationStatus(isError)
        try { null.price } catch {}
        console.log(%GetOptimizationStatus(isError) === before)
      }
      main()`
  })
  const statistics = path.join(cwd, 'statistics.jsonl')
  const { stdout, stderr } = await runNode(['--allow-natives-syntax', '--require', ROOT, 'program.js'], {
    cwd,
    env: { ...PATIENT, CRASH_COLLECTOR_STATS: statistics }
  })
  t.equal(stderr, '')
  t.equal(stdout, 'true\n')
  t.match(JSON.parse(fs.readFileSync(statistics, 'utf8')), { captures: 1 })
})

t.test('an optimised function whose promise nobody handles has the variables that it had while it waited', async t => {
  const file = await dumpOfOptimised(t, {
    'program.js': `
      const fail = order => { throw new Error('no stock for ' + order.id) }
      async function ship (order) { await null; return fail(order) }
      async function serve (id) {
        const route = '/orders/' + id
        const order = { id }
        return [await ship(order), route]
      }
      async function main () {
        %PrepareFunctionForOptimization(serve);
        for (let i = 0; i < 100; i++) await serve(i).catch(() => {});
        %OptimizeFunctionOnNextCall(serve);
        serve(424242)
      }
      main()`
  })
  const dump = await readDump(file)
  const serve = dump.allCallFrames.find(({ functionName }) => functionName === 'serve')
  const variables = dump.scope(serve.scopeChain[0]).variables
  const valueOf = name => variables.find(variable => variable.name === name)?.value
  t.match(valueOf('id'), { value: 424242 })
  t.match(valueOf('route'), { value: '/orders/424242' })
  t.not(valueOf('order')?.type, 'undefined', 'a variable that was dropped has no value')
})

t.test('an optimised function that waits shows no undefined for a constant that has another value', async t => {
  const file = await dumpOfOptimised(t, {
    'functions.js': `
      let fails = false
      async function fail () { await null; await null; if (fails) throw new Error('no stock'); return 1 }
      exports.fail = () => { fails = true }
      exports.serve = async function serve (id) {
        const route = '/orders/' + id
        for (const round of [1]) {
          const order = { id, round }
          String(order)
          const shipped = await fail()
          if (!shipped) return route
        }
      }`,
    // V8's own syntax stands apart, because readers cannot parse it.
    'program.js': `
      const { fail, serve } = require('./functions.js');
      async function main () {
        %PrepareFunctionForOptimization(serve);
        for (let i = 0; i < 100; i++) await serve(i);
        %OptimizeFunctionOnNextCall(serve);
        await serve(1)
        fail()
        await serve(424242)
      }
      main()`
  })
  const dump = await openDump(file)
  const serve = dump.allCallFrames.find(({ functionName }) => functionName === 'serve')
  const shown = Object.fromEntries(ownVariables(dump, serve))
  t.match(shown, { id: 424242, route: '/orders/424242', order: 'optimisedAway', shipped: 'uninitialised' })
})

for (const [way, budget] of [['read at once', '100'], ['copied', '0']]) {
  t.test(`an optimised function on the stack shows no value that it does not have (${way})`, async t => {
    const file = await dumpOfOptimised(
      t,
      {
        'functions.js': `
          let fails = false
          function fail () { if (fails) throw new Error('no stock'); return 1 }
          function use (...values) { return values }
          exports.fail = () => { fails = true }
          exports.serve = function serve (n) {
            const dropped = 'd' + n
            use(dropped)
            const kept = n + 1
            return [fail(), kept]
          }`,
        'program.js': `
          const { fail, serve } = require('./functions.js');
          %PrepareFunctionForOptimization(serve);
          for (let i = 0; i < 50; i++) serve(i);
          %OptimizeFunctionOnNextCall(serve);
          serve(1)
          fail()
          serve(4242)`
      },
      { CRASH_COLLECTOR_BUDGET_PERCENT: budget }
    )
    const dump = await readDump(file)
    const serve = dump.allCallFrames.find(({ functionName }) => functionName === 'serve')
    t.same(Object.fromEntries(ownVariables(dump, serve)), { n: 4242, dropped: 'unavailable', kept: 4243 })
  })
}
