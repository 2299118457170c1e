'use strict'
// Every viewer says in one sentence what a full heap, or the memory of a container, was full of, and how it grew.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { makeDump } = require('../../helpers/make-dump')
const { openPage } = require('../../helpers/open-page')
const { runCli } = require('../../helpers/run-cli')
const { validateDump } = require('../../helpers/validate-dump')

const FULL = { trigger: 'outOfMemory', heapLimit: { limitBytes: 104857600, usedBytes: 104434624 } }
const NAME = 'crash.20260102.030405.4242.0.1.ccdump'
const end = { notCaptured: [{ reason: /** @type {const} */ ('objectCount'), count: 12, what: 'objects' }] }
const SIZES = 'JavaScript heap out of memory: 104.4 MB in use, the limit is 104.9 MB'
const SENTENCE =
  `${SIZES}; most are 589,352 Order (23.6 MB), strings (9.0 MB), ` + 'elements of arrays, maps and sets (8.0 MB)'

/** @type {import('../../../packages/shared/dump/format').HeapSummaryRecord} */
const SUMMARY = {
  kind: 'heapSummary',
  totalBytes: 99_000_000,
  nodes: 1_200_000,
  classes: [
    { className: 'Order', count: 589352, shallowBytes: 23_574_080 },
    { className: '(string)', count: 1000, shallowBytes: 9_000_000 },
    { className: '(array)', count: 1000, shallowBytes: 8_000_000 },
    { className: 'Line\u001b[31m', count: 7, shallowBytes: 700 }
  ],
  classesLeftOut: 3
}

/**
 * @param {import('tap').Test} t
 * @param {import('../../../packages/shared/dump/format').DumpRecord[]} [more]
 * @param {object} [header]
 */
function fullHeap (t, more = [SUMMARY], header = FULL) {
  const records = CHECKOUT_RECORDS.filter(({ kind }) => kind !== 'exception' && kind !== 'heapSummary')
    .map(record => more.find(({ kind }) => kind === 'process' && kind === record.kind) ?? record)
  const last = more.filter(({ kind }) => kind !== 'process')
  const file = makeDump(path.join(t.testdir(), NAME), [...records, ...last], { header, end })
  t.same(validateDump(file).problems, [])
  return file
}

t.test('show', async t => {
  const file = fullHeap(t)
  const { stdout } = await runCli(['show', file], { cwd: path.dirname(file) })
  t.equal(stdout.slice(0, stdout.indexOf('\n\n')).replaceAll('\n', ' '), SENTENCE)
  t.match(stdout, 'out of memory · 2026-01-02 03:04:05 UTC')
  t.match(stdout, / {2}Order +589352 +23\.6 MB\n/)
  t.match(stdout, / {2}\(string\) +1000 +9\.0 MB\n/)
  t.notMatch(stdout, /NaN|kept alive|nothing was thrown/)
  t.notOk(stdout.includes('\u001b'), 'no terminal escape of a class name')
})

t.test('show, if nothing was counted', async t => {
  const file = fullHeap(t, [])
  const { stdout } = await runCli(['show', file], { cwd: path.dirname(file) })
  t.equal(stdout.slice(0, stdout.indexOf('\n\n')), SIZES)
})

/** @param {number} minutes @param {number} mb @param {number} [externalMb] */
const collection = (minutes, mb, externalMb = 1) => ({
  ageMs: minutes * 60_000,
  usedBytes: mb * 1e6,
  externalBytes: externalMb * 1e6
})

/**
 * @param {import('tap').Test} t
 * @param {ReturnType<typeof collection>[]} afterCollections
 * @returns {Promise<string>} what `show` says about the growth
 */
async function growth (t, afterCollections) {
  const file = path.join(t.testdir(), NAME)
  makeDump(file, [{ kind: 'process', heap: { afterCollections } }], { header: FULL })
  const { stdout } = await runCli(['show', file], { cwd: path.dirname(file) })
  return stdout.slice(0, stdout.indexOf('\n\n')).replaceAll('\n', ' ').slice(SIZES.length)
}

t.test('show, of a heap that grew', async t => {
  const steadily = [30, 6, 5, 4, 3, 2, 1, 0.1].map((minutes, i) => collection(minutes, i < 2 ? 40 : 40 + i * 100))
  t.equal(await growth(t, steadily), '. The heap grew from 40.0 MB to 740.0 MB in the last 6 min, steadily')
  t.equal(
    await growth(t, [collection(6, 40), collection(5, 42), collection(4, 50), collection(3, 850), collection(2, 860)]),
    '. The heap grew from 42.0 MB to 860.0 MB in the last 5 min'
  )
  t.equal(
    await growth(t, [40, 50, 60, 850, 860, 870].map((mb, i) => collection(6 - i, mb))),
    '. The heap grew from 40.0 MB to 870.0 MB in the last 6 min, 790.0 MB of it between 4 min and 3 min before the dump'
  )
  const within = [0.1, 0.099, 0.098, 0.098, 0.001].map(seconds => seconds / 60)
  t.equal(
    await growth(t, [40, 50, 60, 850, 860].map((mb, i) => collection(within[i], mb))),
    '. The heap grew from 40.0 MB to 860.0 MB in the last 100 ms, 790.0 MB of it at once, 98 ms before the dump'
  )
  t.equal(
    await growth(t, [40, 50, 60, 850, 860].map((mb, i) => collection(i === 0 ? 2 : within[i], mb))),
    '. The heap grew from 40.0 MB to 860.0 MB in the last 2 min, 790.0 MB of it at once, 98 ms before the dump'
  )
  t.equal(
    await growth(t, [40, 200, 60, 300, 110, 400].map((mb, i) => collection(6 - i, mb))),
    '. The heap grew from 40.0 MB to 400.0 MB in the last 6 min, up and down'
  )
  t.equal(
    await growth(t, [collection(2, 40, 1), collection(1, 41, 300)]),
    '. Memory outside of the heap, such as that of Buffers, grew from 1.0 MB to 300.0 MB in the last 2 min'
  )
})

t.test('show, of a heap that did not grow, or of which that is not known', async t => {
  t.equal(await growth(t, []), '')
  t.equal(await growth(t, [collection(1, 90)]), '')
  t.equal(await growth(t, [collection(2, 80), collection(1, 90)]), '')
  t.equal(await growth(t, /** @type {any} */ ([null, 7, { ageMs: 'x' }, collection(1, 1)])), '')
  t.equal(await growth(t, /** @type {any} */ ('hostile')), '')
})

t.test('what classes have gained since an earlier dump', async t => {
  const classes = [
    { className: 'Order', count: 89_352, shallowBytes: 3_574_080 },
    { className: '(array)', count: 2000, shallowBytes: 9_000_000 }
  ]
  const counted = { ...SUMMARY, before: { ageMs: 300_000, totalBytes: 70_000_000, classes } }
  const file = fullHeap(t, [counted])
  const { stdout } = await runCli(['show', file], { cwd: path.dirname(file) })
  const gained = '. In the 5 min since an earlier dump the heap gained 500,000 Order (20.0 MB), strings (9.0 MB), '
  t.match(stdout.slice(0, stdout.indexOf('\n\n')).replaceAll('\n', ' '), `${SENTENCE}${gained}`)
  t.match(stdout, / {2}class +count +own +in 5 min\n/)
  t.match(stdout, / {2}Order +589352 +23\.6 MB +\+20\.0 MB\n/)
  t.match(stdout, / {2}\(array\) +1000 +8\.0 MB +-1\.0 MB\n/)
  const page = openPage(await readDump(file))
  t.teardown(() => page.window.close())
  t.same(page.errors, [], 'no error in the page')
  t.match(page.texts('#page')[0], /in 5 min.*\+20\.0 MB.*-1\.0 MB/)
})

t.test('the memory of a container', async t => {
  const file = fullHeap(t, [
    { kind: 'process', heap: { usedBytes: 99e6, afterCollections: [] }, memoryUsage: { rss: 2e8, arrayBuffers: 3e8 } },
    SUMMARY
  ], {
    trigger: 'memoryLimit',
    memoryLimit: { limitBytes: 512e6, usedBytes: 430e6 },
    interrupt: { waitedMs: 1 }
  })
  const sentence =
    "The container's memory is nearly used up: 430.0 MB of 512.0 MB (83 %); this process has 200.0 MB, " +
    'its heap 99.0 MB, its Buffers 300.0 MB; most of the heap is 589,352 Order (23.6 MB), strings (9.0 MB), ' +
    'elements of arrays, maps and sets (8.0 MB)'
  const cwd = path.dirname(file)
  const { stdout } = await runCli(['show', file], { cwd })
  t.equal(stdout.slice(0, stdout.indexOf('\n\n')).replaceAll('\n', ' '), sentence)
  t.match((await runCli(['list', cwd], { cwd })).stdout, "memory     The container's memory is nearly used up: 430.0")
  const page = openPage(await readDump(file))
  t.teardown(() => page.window.close())
  t.same(page.errors, [], 'no error in the page')
  t.same(page.texts('h1'), [sentence])
})

t.test('list and the exports', async t => {
  const file = fullHeap(t)
  const cwd = path.dirname(file)
  t.match((await runCli(['list', cwd], { cwd })).stdout, `out of memory  ${SIZES}`)
  t.match((await runCli(['show', file, '--format', 'github'], { cwd })).stdout, `outOfMemory: ${SIZES}`)
})

t.test('the page', async t => {
  const page = openPage(await readDump(fullHeap(t)))
  t.teardown(() => page.window.close())
  t.same(page.errors, [], 'no error in the page')
  t.same(page.texts('h1'), [SENTENCE])
  t.match(page.texts('header .facts')[0], /^out of memory · /)
  t.notMatch(page.texts('#page')[0], /NaN|kept alive by one object/)
})
