'use strict'
// Every viewer says in one sentence what a full heap was full of.

const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../../lib/dump/reader')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { makeDump } = require('../../helpers/make-dump')
const { openPage } = require('../../helpers/open-page')
const { runCli } = require('../../helpers/run-cli')
const { validateDump } = require('../../helpers/validate-dump')

const header = { trigger: 'outOfMemory', heapLimit: { limitBytes: 104857600, usedBytes: 104434624 } }
const NAME = 'crash.20260102.030405.4242.0.1.ccdump'
const end = { notCaptured: [{ reason: /** @type {const} */ ('objectCount'), count: 12, what: 'objects' }] }
const SIZES = 'JavaScript heap out of memory: 104.4 MB in use, the limit is 104.9 MB'
const SENTENCE =
  `${SIZES}; most are 589,352 Order (23.6 MB), strings (9.0 MB), ` + 'elements of arrays, maps and sets (8.0 MB)'

/** @type {import('../../../lib/dump/format').HeapSummaryRecord} */
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
  classesLeftOut: 3,
  retainers: []
}

/** @param {import('tap').Test} t @param {import('../../../lib/dump/format').DumpRecord[]} [more] */
function fullHeap (t, more = [SUMMARY]) {
  const frames = CHECKOUT_RECORDS.filter(({ kind }) => kind !== 'exception' && kind !== 'heapSummary')
  const file = makeDump(path.join(t.testdir(), NAME), [...frames, ...more], { header, end })
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
