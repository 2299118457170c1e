'use strict'
// Of a waiting function that TurboFan has compiled, V8 keeps the variables alone that are read later. The others are
// undefined in its registers, or have a value of an earlier await; a dump must not show these.
const t = require('tap')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { readDump } = require('../../packages/inspect/reader')
const { dumpOfOptimised, ownVariables } = require('../helpers/optimised-program')

/**
 * `run` waits for fail(). The function of `frame`, by default `run`, is compiled; with `late`, while it waits for
 * something else. `values`: what the variables are; `lost`: those without a value after that, and the reason.
 */
const CASES = {
  'at its first await': {
    code: `async function run (n) {
      const dropped = { n }
      let called = use(n)
      use(dropped, called)
      const kept = n + 1
      return [await fail(), kept]
    }`,
    values: { n: 4242, dropped: 'object', called: 'object', kept: 4243 },
    lost: { dropped: 'optimisedAway', called: 'optimisedAway' }
  },
  'with nothing but results of calls': {
    code: `async function run (n) {
      let called = use(n)
      use(called)
      return [await fail(), n]
    }`,
    values: { n: 4242, called: 'object' },
    lost: { called: 'undefinedOrAway' }
  },
  'with a variable that is undefined': {
    code: `async function run (n) {
      let none
      let unread
      let empty = use()[0]
      use(none, unread, empty)
      const done = await fail()
      return [done, none]
    }`,
    values: { n: 4242, none: undefined, unread: undefined, empty: undefined, done: 'uninitialised' },
    lost: { empty: 'undefinedOrAway' },
    /** V8 has made notes about the function, so it may have been compiled. */
    warm: { empty: 'undefinedOrAway' }
  },
  'with a result that is assigned later': {
    code: `async function run (n) {
      let result
      try { result = await fail() } catch (error) { n = error; throw error }
      return result
    }`,
    values: { n: 4242, result: undefined },
    lost: {}
  },
  'with parameters': {
    code: 'async function run (n, none) { use(n, none); return [await fail()] }',
    values: { n: 4242, none: undefined },
    lost: {}
  },
  'with a variable that another function closes over': {
    code: 'async function run (n) { let none; const get = () => none; use(get); return [await fail()] }',
    values: { n: 4242, none: undefined, get: 'function' },
    lost: { get: 'optimisedAway' }
  },
  'after another await': {
    code: `async function run (n) {
      const early = { n }
      await null
      use(early)
      const late = 'late' + n
      use(late)
      return [await fail(), n]
    }`,
    values: { n: 4242, early: 'object', late: 'late4242' },
    lost: { early: 'optimisedAway', late: 'optimisedAway' }
  },
  'in a block after another await': {
    code: `async function run (n) {
      let count = use(n).length
      const first = [await null, await null, use(count, 1, 2, n)]
      { const inner = 'i' + n; use(inner, first); count++; return await fail() }
    }`,
    values: { n: 4242, inner: 'i4242', count: 2, first: 'object' },
    lost: { inner: 'optimisedAway', count: 'optimisedAway', first: 'optimisedAway' }
  },
  'in a loop': {
    code: `async function run (n) {
      let sum = 0
      let rounds = 0
      for (let i = 0; i < 3; i++) {
        const total = 'round' + i
        use(total)
        rounds++
        sum += await (i === 2 ? fail() : 1)
      }
      return [sum, rounds]
    }`,
    values: { n: 4242, i: 2, rounds: 3, sum: 2, total: 'round2' },
    lost: { sum: 'optimisedAway', total: 'optimisedAway' }
  },
  'in a for await': {
    code: `function * numbers () { yield 1; yield fail() }
    async function run (n) {
      const dropped = 'd' + n
      use(dropped)
      let sum = 0
      for await (const item of numbers()) sum += item
      return sum
    }`,
    values: { n: 4242, dropped: 'd4242', sum: 1 },
    lost: { dropped: 'optimisedAway' }
  },
  'before a finally': {
    code: `async function run (n) {
      const dropped = 'd' + n
      use(dropped)
      const kept = 'k' + n
      let none
      try { return await fail() } finally { use(kept); use(none) }
    }`,
    values: { n: 4242, dropped: 'd4242', kept: 'k4242', none: undefined },
    lost: { dropped: 'optimisedAway' }
  },
  'in an async generator': {
    code: `async function * items (n) {
      const dropped = 'd' + n
      use(dropped)
      const kept = 'k' + n
      yield await fail()
      use(kept)
    }
    async function run (n) { for await (const item of items(n)) use(item) }`,
    frame: 'items',
    values: { n: 4242, dropped: 'd4242', kept: 'k4242' },
    lost: { dropped: 'optimisedAway' }
  },
  'compiled while it waited': {
    code: `async function run (n) {
      let changed = 'first' + n
      use(changed)
      const early = [n]
      await null
      use(early)
      changed = 'second' + n
      use(changed)
      const kept = n + 1
      return [await fail(), kept]
    }`,
    late: true,
    values: { n: 4242, early: 'object', changed: 'second4242', kept: 4243 },
    lost: { changed: 'optimisedAway', early: 'optimisedAway' }
  }
}

/** How often the function has run before: V8 makes notes for its compilers from about the eighth call on. */
const CALLS = { optimised: 50, warm: 50, cold: 3 }

/**
 * The functions stand in a file of their own, because V8's own syntax cannot be parsed by the reader.
 * @param {{ code: string, frame?: string, late?: boolean }} shape
 * @param {keyof typeof CALLS} state
 */
function program ({ code, frame = 'run', late = false }, state) {
  const compile = state === 'optimised' ? `%OptimizeFunctionOnNextCall(${frame})` : ''
  const names = [...new Set(['run', frame, 'setFails'])].join(', ')
  return {
    'functions.js': `
      let fails = false
      async function fail () { await null; await null; if (fails) throw new Error('no stock'); return 1 }
      function use (...values) { return values }
      ${code}
      function setFails () { fails = true }
      module.exports = { ${names} }`,
    'program.js': `
      const { ${names} } = require('./functions.js')
      async function main () {
        ${state === 'optimised' ? `%PrepareFunctionForOptimization(${frame});` : ''}
        for (let i = 0; i < ${CALLS[state]}; i++) await run(i);
        ${late ? '' : `${compile}; await run(1);`}
        setFails()
        const done = run(4242);
        ${late ? compile : ''};
        await done
      }
      main()`
  }
}

/** Of a function that is not optimised, nothing may be said to be removed. */
for (const [way, budget] of [['read at once', '100'], ['copied', '0']]) {
  for (const [name, shape] of Object.entries(CASES)) {
    for (const state of /** @type {const} */ (['optimised', 'warm', 'cold'])) {
      t.test(`a function (${state}) that waits ${name} shows no value that it does not have (${way})`, async t => {
        const file = await dumpOfOptimised(t, program(shape, state), { CRASH_COLLECTOR_BUDGET_PERCENT: budget })
        const lost = { optimised: shape.lost, warm: shape.warm ?? {}, cold: {} }[state]
        const values = variablesOf(await openDump(file), shape.frame ?? 'run')
        for (const [variable, value] of Object.entries({ ...shape.values, ...lost })) {
          t.equal(values.get(variable), value, variable)
        }
        // Other readers of a dump must not take a missing value for undefined either.
        const raw = await readDump(file)
        const scopes = scopesOf(raw, shape.frame ?? 'run')
        const isUnknown = scopes.some(({ saved }) => saved === 'unknown')
        t.notOk(state === 'cold' && scopes.some(({ saved }) => saved !== undefined), 'nothing is said of it')
        for (const variable of isUnknown ? [] : Object.keys(lost)) {
          t.not(variablesOf(raw, shape.frame ?? 'run').get(variable), undefined, variable)
        }
      })
    }
  }
}

t.test('an optimised function that waits for something else than the error shows no such value either', async t => {
  const file = await dumpOfOptimised(t, {
    'functions.js': `
      const never = new Promise(() => {})
      function use (...values) { return values }
      exports.run = async function run (n, waits) {
        const dropped = 'd' + n
        let none
        use(dropped, none)
        await (waits ? never : null)
        return [n, none]
      }
      exports.fail = () => { throw new Error('no stock') }`,
    'program.js': `
      const { run, fail } = require('./functions.js')
      async function main () {
        %PrepareFunctionForOptimization(run);
        for (let i = 0; i < 50; i++) await run(i);
        %OptimizeFunctionOnNextCall(run);
        await run(1)
        run(4242, true)
        setImmediate(fail)
      }
      main()`
  })
  const dump = await openDump(file)
  const task = dump.asyncTasks.find(({ functionName }) => functionName === 'run')
  t.same(Object.fromEntries(ownVariables(dump, task)), {
    n: 4242,
    waits: true,
    dropped: 'optimisedAway',
    none: undefined
  })
})

/** Values of a generator that is driven by promises, as transpiled async functions are. @see CASES */
const AT_YIELD = {
  'at its first yield': {
    code: `function * run (n, gate) {
      const dropped = { n }
      let total = use(n).length
      use(dropped, total)
      const kept = n + 1
      yield gate
      return kept
    }`,
    values: { n: 4242, dropped: 'object', total: 1, kept: 4243 },
    lost: { dropped: 'optimisedAway', total: 'optimisedAway' }
  },
  'after another yield': {
    code: `function * run (n, gate) {
      let changed = 'first' + n
      yield 1
      use(changed)
      changed = 'second' + n
      const late = 'late' + changed
      use(late)
      yield gate
      return n
    }`,
    values: { n: 4242, changed: 'second4242', late: 'latesecond4242' },
    lost: { changed: 'optimisedAway', late: 'optimisedAway' }
  },
  'with a last variable that is not read later': {
    code: `function * run (n, gate) {
      let total = use(n).length
      use(total)
      yield gate
      return n
    }`,
    values: { n: 4242, total: 1 },
    lost: { total: 'undefinedOrAway' }
  },
  'with a variable that is undefined': {
    code: `function * run (n, gate) {
      let none
      let empty = use()[0]
      use(none, empty)
      yield gate
      return none
    }`,
    values: { none: undefined, empty: undefined },
    lost: { empty: 'undefinedOrAway' },
    warm: { empty: 'undefinedOrAway' }
  }
}

for (const [name, shape] of Object.entries(AT_YIELD)) {
  for (const state of /** @type {const} */ (['optimised', 'warm', 'cold'])) {
    t.test(`a generator (${state}) that waits ${name} shows no value that it does not have`, async t => {
      const file = await dumpOfOptimised(t, {
        'functions.js': `
          function use (...values) { return values }
          ${shape.code}
          const drive = generator => new Promise((resolve, reject) => {
            const step = value => {
              const { done, value: next } = generator.next(value)
              if (done) resolve(next)
              else Promise.resolve(next).then(step, reject)
            }
            step()
          })
          module.exports = { run, drive, fail () { throw new Error('no stock') } }`,
        'program.js': `
          const { run, drive, fail } = require('./functions.js')
          async function main () {
            ${state === 'optimised' ? '%PrepareFunctionForOptimization(run);' : ''}
            for (let i = 0; i < ${CALLS[state]}; i++) await drive(run(i, null));
            ${state === 'optimised' ? '%OptimizeFunctionOnNextCall(run); await drive(run(1, null));' : ''}
            drive(run(4242, new Promise(resolve => setTimeout(resolve, 60_000))))
            setTimeout(fail, 5)
          }
          main()`
      })
      const lost = { optimised: shape.lost, warm: shape.warm ?? {}, cold: {} }[state]
      const dump = await openDump(file)
      const task = dump.asyncTasks.find(({ functionName }) => functionName === 'run')
      const values = ownVariables(dump, task)
      for (const [variable, value] of Object.entries({ ...shape.values, ...lost })) {
        t.equal(values.get(variable), value, variable)
      }
    })
  }
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} functionName
 */
function scopesOf (dump, functionName) {
  const frame = dump.allCallFrames.find(each => each.functionName === functionName)
  return frame.scopeChain.map(scope => dump.scope(scope))
}

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} functionName
 */
function variablesOf (dump, functionName) {
  return ownVariables(
    dump,
    dump.allCallFrames.find(each => each.functionName === functionName)
  )
}
