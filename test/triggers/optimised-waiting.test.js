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
    code: `async function run (n) {
      const dropped = 'd' + n
      use(dropped)
      let sum = 0
      for await (const item of [1, fail()]) sum += item
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

/** @param {{ code: string, frame?: string, late?: boolean }} shape */
function program ({ code, frame = 'run', late = false }) {
  const compile = `%OptimizeFunctionOnNextCall(${frame})`
  return `
    let fails = false
    async function fail () { await null; await null; if (fails) throw new Error('no stock'); return 1 }
    function use (...values) { return values }
    ${code}
    async function main () {
      %PrepareFunctionForOptimization(${frame});
      for (let i = 0; i < 50; i++) await run(i);
      ${late ? '' : `${compile}; await run(1);`}
      fails = true
      const done = run(4242);
      ${late ? compile : ''};
      await done
    }
    main()`
}

for (const [way, budget] of [['read at once', '100'], ['copied', '0']]) {
  for (const [name, shape] of Object.entries(CASES)) {
    t.test(`an optimised function that waits ${name} shows no value that it does not have (${way})`, async t => {
      const cwd = t.testdir({ 'program.js': program(shape) })
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

/**
 * @param {import('../../packages/inspect/reader').Dump} dump
 * @param {string} functionName
 * @returns {Map<string, unknown>}
 */
function variablesOf (dump, functionName) {
  const frame = dump.allCallFrames.find(each => each.functionName === functionName)
  const own = frame.scopeChain.filter(({ type }) => type === 'local' || type === 'block')
  return new Map(
    own
      .flatMap(scope => dump.scope(scope).variables)
      .map(({ name, value, notCapturedReason }) => [
        name,
        value === undefined || value.type === 'undefined' ? notCapturedReason : (value.value ?? value.type)
      ])
  )
}
