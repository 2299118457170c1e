'use strict'
// Traces are bounded: by blocks, by the number of requests, and by what they leave behind.

const path = require('node:path')

const t = require('tap')

require('../../lib/execution-path-door').loadPackage() // its files take the preload's functions
const { Traces } = require('../../packages/execution-path/attribution/traces')
const { temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

const FIXTURES = path.join(__dirname, '../fixtures/execution-path')
const JOBS = path.join(FIXTURES, 'jobs.js')
const SETTLED = path.join(FIXTURES, 'settled.js')

t.test('a block counts once, in the order of first execution', async t => {
  const traces = new Traces()
  const [first, second] = [traces.begin('a'), traces.begin('b')]
  for (const [number, id] of [[first, 7], [second, 9], [first, 3], [first, 7], [second, 7], [first, 70_000]]) {
    traces.add(number, id)
  }
  const idsOf = (/** @type {number} */ number) => {
    const trace = traces.find(number)
    return trace && [...trace.ids.subarray(0, trace.length)]
  }
  t.same(idsOf(first), [7, 3, 70_000])
  t.same(idsOf(second), [9, 7])
})

t.test('no number finds no trace, also if one was released', async t => {
  const traces = new Traces()
  for (let i = 0; i < 300; i++) traces.end(traces.begin('request'))
  t.ok(traces.free.some(({ number }) => number === 0))
  t.equal(traces.find(0), undefined)
})

t.test('a test ends when the next one begins, and not with one of its requests', async t => {
  const traces = new Traces()
  const first = traces.beginTest('first')
  traces.end(first, true)
  t.equal(traces.find(first)?.hasEnded, false)
  const second = traces.beginTest('second')
  t.equal(traces.find(first)?.hasEnded, true)
  t.equal(traces.test, second)
})

t.test('a block counts once, whoever has run it last', async t => {
  const traces = new Traces()
  const lastRun = new Int32Array(200)
  /** @type {Map<number, Set<number>>} the blocks of each trace */
  const expected = new Map()
  let seed = 1
  const random = (/** @type {number} */ below) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const run = (/** @type {number} */ number, /** @type {number} */ id) => {
    const last = lastRun[id]
    if (last === number) return
    lastRun[id] = number
    traces.add(number, id, last)
    expected.get(number)?.add(id)
  }
  // The first requests come one after the other, then up to four at a time; code of others and of none runs, too.
  const numbers = [0]
  for (let i = 0; i < 600; i++) {
    const number = traces.begin('request')
    expected.set(number, new Set())
    numbers.push(number)
    const most = i < 20 ? 1 : 4
    for (let k = 0; k < 200; k++) run(numbers[Math.max(1, numbers.length - 1 - random(most))], 1 + random(100))
    if (i % 7 === 0) for (let k = 0; k < 20; k++) run(numbers[random(numbers.length)], 1 + random(100))
    traces.end(number)
    const trace = traces.find(number)
    t.same(trace && [...trace.ids.subarray(0, trace.length)], [...(expected.get(number) ?? [])])
  }
})

t.test('a trace ends at 4,096 blocks and 64 KB', async t => {
  const traces = new Traces()
  const number = traces.begin('long')
  const trace = traces.find(number)
  for (let id = 0; id < 4096; id++) traces.add(number, id * 16)
  t.equal(trace?.isTruncated, false)
  traces.add(number, 3)
  t.equal(trace?.isTruncated, true)
  t.equal(trace?.length, 4096)
  const pages = trace?.bits.filter(page => page !== undefined) ?? []
  const bytes = [trace?.ids, trace?.times, ...pages].reduce((sum, each) => sum + (each?.byteLength ?? 0), 0)
  t.ok(bytes <= 64 * 1024, `${bytes} bytes`)
})

t.test('of too many requests the oldest lose their traces, also those that have ended', async t => {
  const traces = new Traces()
  const numbers = Array.from({ length: 300 }, (_, i) => traces.begin(`request ${i}`))
  t.same(numbers.map(number => traces.find(number) !== undefined).indexOf(true), 300 - 256)
  for (const number of numbers) traces.end(number)
  for (let i = 0; i < 300; i++) traces.end(traces.begin('next'))
  t.ok(numbers.every(number => traces.find(number) === undefined))
  traces.add(numbers[299], 1)
})

t.test('a request that gets the trace of a released one begins without its blocks', async t => {
  const traces = new Traces()
  const fill = (/** @type {string} */ name, /** @type {number[]} */ ids) => {
    const number = traces.begin(name)
    for (const id of ids) traces.add(number, id)
    return number
  }
  const many = Array.from({ length: 4096 }, (_, i) => i * 16)
  // Each trace of `released` is that of a later request.
  const released = new Set()
  for (let i = 0; i < 600; i++) {
    const number = fill(`request ${i}`, i % 3 === 0 ? [...many, 5] : [i, 70_000 + i])
    released.add(traces.find(number))
    traces.end(number)
  }
  for (let i = 0; i < 600; i++) {
    const number = fill(`next ${i}`, [70_001, 5, 1600])
    const trace = traces.find(number)
    t.ok(released.has(trace))
    t.match(trace, { name: `next ${i}`, length: 3, isTruncated: false, hasEnded: false, changes: [] })
    t.same([...(trace?.ids.subarray(0, 3) ?? [])], [70_001, 5, 1600])
    traces.end(number)
  }
})

t.test('a job ends when its promise has settled, and what goes on after that is not added', async t => {
  const watched = new Map()
  /** @type {number[]} */
  let settled = []
  const traces = new Traces({
    isPending: () => false,
    watchPromise: (promise, number) => watched.set(promise, number),
    takeSettled: () => settled
  })
  const [job, failing, lasting] = ['job', 'failing', 'lasting'].map(name => traces.begin(name))
  const results = [Promise.resolve(), Promise.resolve(), new Promise(() => {})]
  const numbers = [job, failing, lasting]
  results.forEach((result, i) => traces.endWith(numbers[i], result))
  t.same([...watched], results.map((result, i) => [result, numbers[i]]))
  traces.endSettled()
  t.equal(traces.live.size, 3)
  settled = [job, -failing]
  traces.endSettled()
  t.match(numbers.map(number => traces.find(number)), [
    { hasEnded: true, hasSucceeded: true }, { hasEnded: true, hasSucceeded: false }, { hasEnded: false }
  ])
  traces.add(job, 1)
  traces.closeEnded()
  traces.add(job, 2)
  traces.add(lasting, 3)
  t.same([traces.find(job)?.length, traces.find(lasting)?.length], [1, 1])
  traces.end(lasting)
  traces.add(lasting, 4)
  t.equal(traces.find(lasting)?.length, 2)
})

for (const kind of ['that return', 'that return promises']) {
  t.test(`jobs ${kind} leave no memory behind`, async t => {
    const args = ['--expose-gc', '--require', path.join(__dirname, '../..'), JOBS, kind]
    const { stdout, stderr } = await runNode(args, {
      cwd: temporaryDirectory(t),
      env: { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }
    })
    t.equal(stderr, '')
    t.ok(Number(stdout) < 1_000_000, `${stdout.trim()} bytes`)
  })
}

t.test('how a promise settles is learnt without a reaction of it, and also when it is garbage', async t => {
  const cwd = temporaryDirectory(t)
  const { stdout, stderr, exitCode } = await runNode(['--expose-gc', SETTLED], { cwd })
  t.equal(stderr, '')
  t.equal(exitCode, 0)
  t.same(JSON.parse(stdout), {
    atFirst: [],
    settled: [1, -2, 3, -4, -5],
    collected: [true, true, true],
    unhandled: ['kept', 'dropped'],
    ofTooMany: [1045, 1300]
  })
})
