'use strict'
// Of a waiting function that TurboFan has compiled, V8 keeps the variables alone that are read later. The others are
// undefined in its registers, or have a value of an earlier await; a dump must not show these.
const t = require('tap')
const path = require('node:path')
const { openDump } = require('../../packages/inspect/dumps/open-dump')
const { readDump } = require('../../packages/inspect/reader')
const { PATIENT, ROOT } = require('../helpers/crash')
const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { runNode } = require('../helpers/run-node')

/**
 * `run` waits for fail(). The function of `frame`, by default `run`, is compiled; with `late`, while it waits for
 * something else. `expected`: values, or the reason why there is none.
 */
const CASES = {
  'at its first await': {
    code: `async function run (n) {
      const dropped = { n }
      use(dropped)
      const kept = n + 1
      return [await fail(), kept]
    }`,
    expected: { n: 4242, dropped: 'optimisedAway', kept: 4243 }
  },
  'with a variable that is undefined': {
    code: `async function run (n) {
      let none
      let unread
      use(none, unread)
      const done = await fail()
      return [done, none]
    }`,
    expected: { n: 4242, none: undefined, unread: 'optimisedAway', done: 'uninitialised' }
  },
  'with parameters': {
    code: 'async function run (n, none) { use(n, none); return [await fail()] }',
    expected: { n: 4242, none: undefined }
  },
  'with a variable that another function closes over': {
    code: 'async function run (n) { let none; const get = () => none; use(get); return [await fail()] }',
    expected: { n: 4242, none: undefined, get: 'optimisedAway' }
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
    expected: { n: 4242, early: 'optimisedAway', late: 'optimisedAway' }
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
    expected: { n: 4242, i: 2, rounds: 3, sum: 'optimisedAway', total: 'optimisedAway' }
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
    expected: { n: 4242, dropped: 'optimisedAway', sum: 1 }
  },
  'before a finally': {
    code: `async function run (n) {
      const dropped = 'd' + n
      use(dropped)
      const kept = 'k' + n
      let none
      try { return await fail() } finally { use(kept); use(none) }
    }`,
    expected: { n: 4242, dropped: 'optimisedAway', kept: 'k4242', none: undefined }
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
    expected: { n: 4242, dropped: 'optimisedAway', kept: 'k4242' }
  },
  'compiled while it waited': {
    code: `async function run (n) {
      let changed = 'first' + n
      use(changed)
      await null
      changed = 'second' + n
      use(changed)
      const kept = n + 1
      return [await fail(), kept]
    }`,
    late: true,
    expected: { n: 4242, changed: 'optimisedAway', kept: 4243 }
  }
}

/**
 * The functions stand in a file of their own, because V8's own syntax cannot be parsed by the reader.
 * @param {{ code: string, frame?: string, late?: boolean }} shape
 */
function program ({ code, frame = 'run', late = false }) {
  const compile = `%OptimizeFunctionOnNextCall(${frame})`
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
        %PrepareFunctionForOptimization(${frame});
        for (let i = 0; i < 50; i++) await run(i);
        ${late ? '' : `${compile}; await run(1);`}
        setFails()
        const done = run(4242);
        ${late ? compile : ''};
        await done
      }
      main()`
  }
}

for (const [way, budget] of [['read at once', '100'], ['copied', '0']]) {
  for (const [name, shape] of Object.entries(CASES)) {
    t.test(`an optimised function that waits ${name} shows no value that it does not have (${way})`, async t => {
      const cwd = t.testdir(program(shape))
      const crashes = path.join(cwd, 'crashes')
      await runNode(['--allow-natives-syntax', '--require', ROOT, 'program.js'], {
        cwd,
        env: { ...PATIENT, CRASH_COLLECTOR_DIR: crashes, CRASH_COLLECTOR_BUDGET_PERCENT: budget }
      })
      const [file] = dumpsIn(crashes)
      const values = variablesOf(await openDump(file), shape.frame ?? 'run')
      for (const [variable, value] of Object.entries(shape.expected)) t.equal(values.get(variable), value, variable)
      // Other readers of a dump must not take a missing value for undefined either.
      const raw = variablesOf(await readDump(file), shape.frame ?? 'run')
      for (const [variable, value] of Object.entries(shape.expected)) {
        if (value === 'optimisedAway') t.not(raw.get(variable), undefined, variable)
      }
    })
  }
}

t.test('an optimised function that waits for something else than the error shows no such value either', async t => {
  const cwd = t.testdir({
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
  const crashes = path.join(cwd, 'crashes')
  await runNode(['--allow-natives-syntax', '--require', ROOT, 'program.js'], {
    cwd,
    env: { ...PATIENT, CRASH_COLLECTOR_DIR: crashes }
  })
  const dump = await openDump(dumpsIn(crashes)[0])
  const task = dump.asyncTasks.find(({ functionName }) => functionName === 'run')
  t.same(Object.fromEntries(ownVariables(dump, task)), {
    n: 4242,
    waits: true,
    dropped: 'optimisedAway',
    none: undefined
  })
})

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

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord
 *   | import('crash-collector-shared/dump/format').AsyncTaskRecord} frame
 * @returns {Map<string, unknown>} the values, or the reason why there is none
 */
function ownVariables (dump, { scopeChain }) {
  const own = scopeChain.filter(({ type }) => type === 'local' || type === 'block')
  return new Map(
    own
      .flatMap(scope => dump.scope(scope).variables)
      .map(({ name, value, notCapturedReason }) => [
        name,
        value === undefined || value.type === 'undefined' ? notCapturedReason : (value.value ?? value.type)
      ])
  )
}
