'use strict'
const t = require('tap')
const v8 = require('node:v8')
const vm = require('node:vm')
const { Worker } = require('node:worker_threads')

const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
const MB = 1024 * 1024

class Live {
  constructor (/** @type {number} */ number) {
    this.number = number
    this.next = null
  }
}
class Dead extends Live {}

/** @returns {NonNullable<ReturnType<import('../../lib/addon/native-functions').Native['heapHistogram']>>} */
function histogram () {
  const answer = native?.heapHistogram(10_000, 60_000)
  if (answer === undefined) throw new Error('the heap cannot be read')
  return answer
}

/** @param {ReturnType<typeof histogram>} answer @param {string} name */
const rowOf = ({ classes }, name) =>
  classes.find(({ className }) => className === name) ?? { count: 0, shallowBytes: 0 }

/** @param {number} actual @param {number} expected @param {number} share */
const isNear = (actual, expected, share) => Math.abs(actual - expected) <= share * expected

t.test('objects of a class', { skip: process.platform !== 'linux' }, async t => {
  const live = Array.from({ length: 200_000 }, (_, i) => new Live(i))
  const answer = histogram()
  const row = rowOf(answer, 'Live')
  t.ok(isNear(row.count, live.length, 0.02), 'all are counted, and nothing else', { row })
  t.ok(row.shallowBytes > 32 * row.count, 'they have a header and two properties', { row })
  t.equal(answer.complete, true)
  t.ok(answer.classes.every((row, i, all) => i === 0 || row.shallowBytes <= all[i - 1].shallowBytes), 'largest first')
})

t.test('most of the heap is counted', { skip: process.platform !== 'linux' }, async t => {
  const kept = [
    new Map(Array.from({ length: 300_000 }, (_, i) => [i, { i }])),
    Array.from({ length: 20_000 }, (_, i) => `${i}`.repeat(300)),
    Array.from({ length: 100_000 }, (_, i) => [i + 0.5, i]),
    Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key-${i}`, i]))
  ]
  const { totalBytes } = histogram()
  const used = v8.getHeapStatistics().used_heap_size
  t.ok(used > 40 * MB, 'there is something to count', { used, kept: kept.length })
  t.ok(isNear(totalBytes, used, 0.25), 'the sum is near to what V8 says', { totalBytes, used })
})

t.test('garbage is not counted as if it lived', { skip: process.platform !== 'linux' }, async t => {
  const live = Array.from({ length: 50_000 }, (_, i) => new Live(i))
  /** @type {unknown[] | null} */
  let dead = Array.from({ length: 400_000 }, (_, i) => new Dead(i))
  histogram() // its collection moves the objects to where they stay
  dead = null
  const answer = histogram()
  t.ok(rowOf(answer, 'Dead').count < 40_000, 'objects that nothing holds', { row: rowOf(answer, 'Dead'), dead })
  t.ok(isNear(rowOf(answer, 'Live').count, live.length, 0.02), 'objects that live', { row: rowOf(answer, 'Live') })
})

t.test('objects of a vm context', { skip: process.platform !== 'linux' }, async t => {
  const kept = vm.runInNewContext('class Guest { constructor (i) { this.i = i } }; ' +
    'Array.from({ length: 100000 }, (_, i) => new Guest(i))')
  const row = rowOf(histogram(), 'Guest')
  t.ok(isNear(row.count, kept.length, 0.02), 'they have maps of their own', { row })
})

t.test('large objects', { skip: process.platform !== 'linux' }, async t => {
  const before = rowOf(histogram(), '(array)').shallowBytes
  const large = new Array(3_000_000).fill(null)
  const after = rowOf(histogram(), '(array)').shallowBytes
  t.ok(isNear(after - before, large.length * 8, 0.2), 'one large array counts as a whole', { before, after })
})

t.test('no code of the application runs', { skip: process.platform !== 'linux' }, async t => {
  let runs = 0
  class Trap {
    static get [Symbol.species] () { return runs++ }
    get [Symbol.toStringTag] () { return `${runs++}` }
  }
  Object.defineProperty(Trap.prototype, 'constructor', { get: () => runs++ })
  const traps = Array.from({ length: 20_000 }, () => new Proxy(new Trap(), { get: () => runs++ }))
  const withSetter = Object.getOwnPropertyDescriptor(Array.prototype, '0')
  // eslint-disable-next-line no-extend-native, accessor-pairs -- as a tampered program does
  Object.defineProperty(Array.prototype, '0', { set () { runs++ }, configurable: true })
  const answer = native?.heapHistogram(10, 60_000)
  delete (/** @type {any} */ (Array.prototype))[0]
  t.equal(withSetter, undefined)
  t.equal(answer?.classes.length, 10, 'no more rows than are wanted')
  t.ok((answer?.classesLeftOut ?? 0) > 0)
  t.equal(runs, 0, 'no getter, no trap, no setter', { traps: traps.length })
})

t.test('a deadline that has passed', { skip: process.platform !== 'linux' }, async t => {
  t.equal(native?.heapHistogram(10, 0)?.complete, false)
})

t.test('in a worker only its own heap', { skip: process.platform !== 'linux' }, async t => {
  const live = Array.from({ length: 50_000 }, (_, i) => new Live(i))
  const worker = new Worker(
    `const { native } = require(${JSON.stringify(require.resolve('../../lib/addon/native'))}).loadNative()
    class Own { constructor (i) { this.i = i } }
    const own = Array.from({ length: 70_000 }, (_, i) => new Own(i))
    const { classes } = native.heapHistogram(10_000, 60_000)
    const count = name => classes.find(({ className }) => className === name)?.count ?? 0
    require('node:worker_threads').parentPort.postMessage({ own: count('Own') / own.length, live: count('Live') })`,
    { eval: true }
  )
  const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  t.ok(isNear(answer.own, 1, 0.02), 'its own objects', { answer })
  t.equal(answer.live, 0, 'none of the main thread', { live: live.length })
})
